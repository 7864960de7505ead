"""The rungs in C beyond `c`: OpenMP's directives before loops that are parallel (c-omp) or
innermost (c-simd); threads that touch the pages of allocated arrays first (c-first-touch); the
innermost loop of a stencil by blocks, so that rows that are read again are still in the cache
(c-blocked)."""

import re

from adopting.fortran import walk
from porting.parallel import (OPERATORS, bounds_of, clauses, inner_variables, is_loop, nested,
                              plain, turns_of, worth_threads)
from porting.procedure import LARGE, Procedure
from porting.refused import Refused
from porting.rung import Rung
from porting.stencil_nest import StencilNest, reads_of, why_none
from porting.thesis import Thesis
from porting.touched import NotTaken
from porting.variables import variables_of

JUMPS = ("Goto_Stmt", "Exit_Stmt", "Return_Stmt", "Arithmetic_If_Stmt", "Computed_Goto_Stmt",
         "Stop_Stmt", "Error_Stop_Stmt")
LANES = 8  # turns that fill a vector
PAGE = 4096  # bytes


class Threaded(Procedure):
    def directives(self, loop):
        if self.within:
            return []
        verdict = self.port.verdicts.parallel(self.scope, loop.node)
        if verdict is None or not worth_threads(self.port.verdicts, self.scope, loop.node):
            return []
        if not self.step_is_known(loop.node):  # OpenMP's loops have one comparison
            return []
        clauses = self.clauses(verdict, loop)
        if clauses is None:
            return []
        loops = nested(self.port.verdicts, self.scope, loop.node)
        collapse = [f"collapse({len(loops)})"] if len(loops) > 1 and self.short(loops) else []
        self.port.threaded.append(verdict)
        self.within = loop
        words = " ".join(["#pragma omp parallel for", *collapse, *clauses])
        seen = [] if verdict.verdict == "independent" else [
            "// Independent in all recorded calls, not proven."]
        return [*seen, words]

    def step_is_known(self, node):
        bounds = bounds_of(node)
        return len(bounds) < 3 or bounds[2] is None or bool(
            re.fullmatch(r"-?\d+", self.value(bounds[2])))

    def short(self, loops):
        """Is the outermost loop over a constant, so that it has too few turns for all threads?"""
        bounds = bounds_of(loops[0])
        text = self.value(bounds[1])
        return self.port.number(text) is not None

    def closed(self, head, loop, inside, note=""):
        lines = super().closed(head, loop, inside, note)
        if self.within is loop:
            self.within = None
        return lines

    within = None

    def clauses(self, verdict, loop):
        """What OpenMP has to know of variables; None where it cannot say it."""
        if not plain(verdict.reductions, OPERATORS):
            return None
        private = {name: name for name in verdict.private}
        for name in inner_variables(loop.node):
            if not self.only_in_loops(name):
                private[name] = name
        mine, last = [], []
        for name in sorted(private):
            if self.only_in_loops(name):
                continue
            try:
                found = [self.frame.use(each)
                         for each in variables_of(self.frame, name, loop.node)]
            except Refused:
                return None
            if any(each.kind not in ("local", "result") or self.on_heap(each) for each in found):
                return None
            (last if name in verdict.last else mine).extend(each.name for each in found)
        if not self.only_in_loops(verdict.variable):
            variable = self.frame.find(verdict.variable, [], loop.node)
            if variable.pointer:
                return None
            last.append(variable.name)
        reductions = []
        for operator, name in verdict.reductions:
            variable = self.frame.find(name, [], loop.node)
            if variable.rank:
                return None
            reductions.append((operator, f"{variable.name}[:1]" if variable.pointer
                               else variable.name))
        return clauses(mine, last, reductions, OPERATORS, " : ")

    def on_heap(self, variable):
        if not variable.rank:
            return False
        count = self.port.number(variable.elements)
        return count is None or count > LARGE or variable.entity.deferred


class ThreadedRung(Rung):
    writer = Threaded

    def __init__(self, adopted, verdicts):
        self.verdicts, self.threaded = verdicts, []
        super().__init__(adopted)


class Simd(Threaded):
    def directives(self, loop):
        node = loop.node
        if not is_loop(node) or inner_variables(node):
            return []
        verdict = self.port.verdicts.parallel(self.scope, node)
        if verdict is None or verdict.verdict != "independent" or not self.step_is_known(node) \
                or turns_of(self.port.verdicts, self.scope, node) < LANES \
                or not self.only_in_loops(verdict.variable) or jumps(node):
            return []
        clauses = self.clauses(verdict, loop)
        if clauses is None:
            return []
        self.port.threaded.append(verdict)
        return [" ".join(["#pragma omp simd", *clauses])]


def jumps(node):
    """Are there jumps in a loop, or a loop without a count?"""
    kinds = [type(each).__name__ for each in walk(node.children)]
    return any(kind in JUMPS or kind.endswith("_Do_Construct") for kind in kinds)


class SimdRung(ThreadedRung):
    writer = Simd
    none = "no innermost loop is proven independent, or none has enough turns"


class FirstTouch(Threaded):
    def declared(self, variable):
        lines = super().declared(variable)
        size = re.search(r"= malloc\(sizeof\(\*\w+\) \* (.*)\);$", lines[-1]) if lines else None
        if size is None:
            return lines
        self.port.touched.append(variable.name)
        step = PAGE // variable.type.bytes
        return [*lines, "#pragma omp parallel for schedule(static)",
                f"for (int64_t ladder_at = 0; ladder_at < (int64_t){size[1]}; "
                f"ladder_at += {step}) {variable.name}[ladder_at] = 0;"]


class FirstTouchRung(ThreadedRung):
    writer = FirstTouch

    def text(self):
        self.touched = []
        text = super().text()
        if not self.touched:
            raise Refused(self.routine.unit.place, "it allocates no array: those that it is given "
                                                   "were touched by the program first")
        return text


class Blocked(Procedure):
    def loop_lines(self, loop, head, control, inside):
        made = is_loop(loop.node) and self.blocked(loop.node)
        return made or super().loop_lines(loop, head, control, inside)

    def blocked(self, node):
        """Lines of a nest by blocks; None where it stays as it is."""
        verdict = self.port.verdicts.parallel(self.scope, node)
        nodes = nested(self.port.verdicts, self.scope, node) if verdict is not None else ()
        if len(nodes) < 2:
            return None
        nest = StencilNest(self, nodes, verdict, {})
        row = self.port.thesis.row(self.shown_place(node), nest.touched.words())
        try:
            self.check(nest, row)
        except NotTaken as why:
            row["why"] = str(why)
            return None
        row["taken"] = True
        verdicts = [self.port.verdicts.of(self.scope, each) for each in nodes]
        self.port.threaded.append(next((each for each in verdicts
                                        if each.verdict != "independent"), verdict))
        return self.lines_of(nest)

    def check(self, nest, row):
        nest.check_box()
        for level in nest.levels:
            if not self.only_in_loops(level.name):
                raise NotTaken(f"'{level.name}' is used behind the loop")
        if nest.verdict.last:
            raise NotTaken(f"the last value of '{nest.verdict.last[0]}' is used behind the loop")
        if any(operator in "+*" for operator, _ in nest.verdict.reductions):
            raise NotTaken("the order of a sum would be another")
        along = nest.grid[1]
        again = {}
        for (variable, _), accesses in reads_of(nest).items():
            offsets = {(axis.low, axis.high) for each in accesses for axis in each.axes
                       if axis.grid == along}
            if len(offsets) > 1:
                again[variable.name] = len(offsets)
        if not again:
            raise NotTaken(why_none(nest, f"no array is read at more than one offset along "
                                          f"'{along}'"))
        row["saving"] = "of " + ", ".join(again) + (
            f" a row is read from memory once instead of up to {max(again.values())} times where "
            "so many rows do not fit in a cache")

    def lines_of(self, nest):
        body, inner = nest.lines(), nest.levels[-1]
        first, name = nest.free_name(f"{nest.c_name(inner)}0"), nest.c_name(inner)
        made = [f"for (int {first} = {inner.low}; {first} <= {inner.high}; {first} += "
                "ladder_knob_block) {"]
        for level in nest.levels[:-1]:
            each = nest.c_name(level)
            made.append(f"for ({nest.declared(level)} = {level.low}; {each} <= {level.high}; "
                        f"++{each}) {{")
        made.append(f"for ({nest.declared(inner)} = {first}; {name} < {first} + ladder_knob_block "
                    f"&& {name} <= {inner.high}; ++{name}) {{")
        return [*made, *body, *["}"] * (len(nest.levels) + 1)]


class BlockedRung(ThreadedRung):
    writer = Blocked
    knobs = ("block 16:65536 512 elements",)
    none = "no nest of two loops is parallel"

    def __init__(self, adopted, verdicts):
        self.thesis = Thesis("c-blocked")
        super().__init__(adopted, verdicts)

    def text(self):
        header = f'#include "{self.adopted.name}.h"\n'
        return super().text().replace(header, f"{header}\nextern int ladder_knob_block;\n", 1)
