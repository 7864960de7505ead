"""The rung cuda: a kernel a loop nest, a thread a turn, all arrays on the device."""

import re

from adopting import header as headers, names
from porting import layout
from porting.cuda_host import OnDevice, OnHost
from porting.cuda_kernel import KNOB
from porting.cuda_text import ORDER
from porting.helpers import Helpers
from porting.parallel import loops_in
from porting.refused import Refused
from porting.rung import Rung
from porting.rung_constant import Constants
from porting.rung_graph import GraphedFile, INCLUDES
from porting.expression import in_c


class CudaHelpers(Helpers):
    """CUDA has functions of the names max and min, for which ours would be another choice."""

    def __call__(self, name, kind):
        made = super().__call__(name, kind)
        if made not in ("max", "min"):
            return made
        self.texts[f"{made}d"] = self.texts.pop(made).replace(f" {made}(", f" {made}d(")
        return f"{made}d"

    def address_of(self, kind, value):
        """C++ gives no address of a literal; what a reference is bound to lives as long."""
        self.texts.setdefault("address_of", f"template <class T>\n{self.prefix}T *address_of(T "
                                            "&&value) {\n  return &value;\n}")
        return f"address_of(({in_c(kind)})({value}))"


class CudaRung(Constants, GraphedFile, Rung):
    @property
    def knobs(self):
        """A tile has the size of a block when it is compiled."""
        fixed = self.thesis and self.thesis.rung.startswith("cuda-shared")
        return () if fixed or not {"grid_for", "grid_of"} & self.pieces else (KNOB,)

    def __init__(self, adopted, verdicts, thesis=None):
        self.verdicts, self.threaded, self.pieces = verdicts, [], set()
        self.shares_statements = False  # of whole arrays, among threads
        self.thesis = thesis  # of a rung beyond cuda
        if thesis:
            thesis.begin()
        self.marked, self.known_marked = {}, None
        super().__init__(adopted)
        self.on_device, self.open_device, self.loops, self.refused = {}, [], {}, {}
        self.on_one_thread = {}  # place: why
        self.constants = {}      # key of a variable: (variable, its name there, is it an argument)

    def make_helpers(self):
        return CudaHelpers("__host__ __device__ inline ")

    def need(self, *pieces):
        self.pieces |= set(pieces)

    def kind_in_cuda(self, variable):
        if variable.kind == "state" or variable.value is not None:
            return variable.value.c_types[1]
        return in_c(variable.type)

    def plan(self, host, nest, verdict, kept):
        return self.thesis.plan(host, nest, verdict, kept) if self.thesis else None

    # -- which procedures, and where their arrays are

    def has_loops(self, scope):
        """Does a procedure, or what it calls, have loops that a kernel could take?"""
        if scope not in self.loops:
            self.loops[scope] = False
            own = any(self.verdicts.parallel(scope, each) is not None
                      for part in scope.execution for each in loops_in(part))
            self.loops[scope] = own or any(self.has_loops(each) for each in self._called(scope))
        return self.loops[scope]

    def _called(self, scope):
        return [each for call in self.closure.names.get(scope, names.Names()).calls
                if not call.function for each in self.writes._callees(scope, call)
                if each is not None]

    def procedure(self, scope, place):
        in_kernel = bool(self.writing) and self.writing[-1].kernel
        if scope is not self.routine and (in_kernel or not self.has_loops(scope)):
            return self._device(scope, place)
        return self.written(scope, place, OnHost, self.open, self.made)

    writing = []  # procedures that are being written, the innermost last
    twice = frozenset()  # procedures that the host calls and threads too

    def name_for(self, scope, writer=None):
        name = super().name_for(scope, writer)
        return f"{name}_of_thread" if scope in self.twice and isinstance(writer, OnDevice) else name

    def _device(self, scope, place):
        return self.written(scope, place, OnDevice, self.open_device, self.on_device)

    def threads_may_call(self, scope, place):
        known = self.open_device[:], self.writing[:], dict(self.on_device)
        if scope not in self.refused:
            try:
                self._device(scope, place)
                for made in self.on_device.values():
                    made.finished()
                self.refused[scope] = False
            except Refused:
                self.open_device, self.writing, self.on_device = known
                self.refused[scope] = True
        return not self.refused[scope]

    def is_device(self, scope, variable):
        """All arrays at first; then those that some kernel uses."""
        if self.known_marked is None:
            return True
        return variable.key in self.known_marked.get(scope, ())

    def is_marked(self, scope, variable):
        """Does some kernel change this scalar?"""
        return self.known_marked is not None and variable.key in self.known_marked.get(scope, ())

    def takes_to_device(self, made, variable):
        return isinstance(made, OnHost) and variable.key in made.marked

    # -- the file

    def text(self):
        known, main, twice = None, None, set()
        while main is None:
            notes, verdicts, adopted = self.notes, self.verdicts, self.adopted
            self.__init__(adopted, verdicts, self.thesis)
            self.writing, self.known_marked, self.notes, self.twice = [], known, notes, twice
            made = self.procedure(self.routine, self.routine.unit.place)
            grown = {scope: keys | (known or {}).get(scope, set())
                     for scope, keys in self.marked.items()}
            both = twice | (self.on_device.keys() & self.made.keys())
            main = made if (grown, both) == (known, twice) else None
            known, twice = grown, both
        self.settled()
        parts = ["", *self.constant_lines()] if self.constants else []
        for made in self.on_device.values():
            parts += ["", *self.whole(made)]
        for scope, made in self.made.items():
            if made is main:
                continue
            own, behind = self.macro_lines(made)
            kernels = [line for each in made.kernels for line in (*each.text(), "")]
            parts += ["", *own, *kernels, *layout.before(scope), made.signature() + " {",
                      *("  " + line for line in made.finished()), "}", *behind]
        own, behind = self.macro_lines(main)
        parts += ["", *own]
        parts += [line for each in main.kernels for line in ("", *each.text())]
        keys = known.get(self.routine, set())
        arrays = [value for value in self.values
                  if value.rank and (value.scope, value.access) in keys]
        self.device = [value.name for value in arrays]
        stage = [*layout.before(main.scope),
                 'extern "C" ' + headers.begun(self.header.declaration("cuda")),
                 *self.index_check(arrays), *("  " + line for line in main.finished()), "}",
                 *behind]
        self.need(*re.findall(r"\bthreads?_[xyz]\b(?=\(\))", "\n".join(parts)))
        functions = [line for each in dict.fromkeys(self.tables.values()) for line in (
            "", each.text.replace("static inline ", "__host__ __device__ inline "))]
        pieces = [line for name in ORDER if name in self.pieces
                  for line in ("", *self.piece(name).splitlines())]
        helpers = self.helpers.lines()
        # Before the header, whose macros may have any name that is within these functions.
        before = [*(["", *helpers] if helpers else []), *pieces]
        included = {"cfloat", "cmath", "cstdint", "cstdlib",
                    *(["cassert"] if any("assert(!" in line for line in [*functions, *parts])
                      else ()),
                    *(["cstring"] if {"atomic", "Held", "Values"} & self.pieces else ()),
                    *(["type_traits"] if "atomic" in self.pieces else ()),
                    *(["cstdio", "initializer_list", "limits"]
                      if {"check_indices", "grid_of"} & self.pieces else ()),
                    *(INCLUDES if "graph" in self.pieces else ())}
        includes = ["#include <cuda_runtime.h>", "",
                    *(f"#include <{each}>" for each in sorted(included)), "",
                    f"#define {headers.INDEX} int32_t"]
        first = ["", "namespace {", *before, "", "}  // namespace"] if before else []
        if self.knobs:
            includes += ["", "extern int ladder_knob_block;"]
        return "\n".join([*includes, *first, "", f'#include "{self.adopted.name}.h"',
                          *self.number_checks(), "", "namespace {", *functions, *parts, "",
                          "}  // namespace", "", *stage, ""])

    def index_check(self, arrays):
        """Lines that stop a stage where an array is too large for its indices, which have 32 bits:
        of 64 they would take most of a stencil's instructions."""
        counts = {}
        for value in arrays:
            count = self.header.elements(value)
            if re.search(r"[A-Za-z_]", count.replace("int64_t", "")):
                counts[count] = None
        if counts:
            self.need("check_indices")
        return [f"  check_indices({{{', '.join(counts)}}});"] if counts else []

    def number_checks(self):
        """A file that was written with other constants of the source does not compile."""
        known = self.header.parameters
        found = sorted((name if known[name][3] in headers.OF_C else known[name][3], known[name][2])
                       for name in self.as_numbers - set(headers.KEYWORDS))
        return [line for name, number in found for line in (
            "", f"static_assert({name} == {number}, \"this file was written for {name} = {number}: "
                f"run `ladder port {self.thesis.rung}` again\");")]
