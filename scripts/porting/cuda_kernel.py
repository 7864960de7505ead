"""A loop nest as a kernel: its parameters, its text, and the line that launches it."""

import re

from porting.cuda_text import OPERATIONS, neutral
from porting.procedure import joined
from porting.refused import Refused

BLOCK_OF = {1: (256,), 2: (32, 8), 3: (32, 4, 2)}
BLOCKS = {depth: f"dim3({', '.join(map(str, sizes))})" for depth, sizes in BLOCK_OF.items()}
KNOB = "block 64:1024 256 threads of a block"
OF_KNOB = {1: "dim3(ladder_knob_block)", 2: "dim3(32, ladder_knob_block / 32)",
           3: "dim3(32, ladder_knob_block / 64, 2)"}


class Kernel:
    """`lines`: the body; `used`: variables that it uses; `private`: those of a thread."""

    def __init__(self, host, name, lines, used, private, reductions, serial, comment,
                 given=()):
        self.host, self.port, self.name = host, host.port, name
        self.reductions, self.serial, self.comment = reductions, serial, comment
        self.flags = dict(host.flags)
        self.parameters, self.arguments, self.begin, self.end = [], [], [], []
        self.before, self.behind = [], []  # lines around it
        self.of_threads = []  # lines before its launch, for arrays of each thread
        self.lent = set(re.findall(r"&(\w+)\b", "\n".join(lines)))  # by address, to callees
        for variable in used:
            self._take(variable, private)
        self._give(*given)
        self.say_apart([each for each in used if each.rank])
        self._give(*((f"int {flag}", text) for flag, text in self.flags.items()))
        self.lines = [*self.begin, *lines, *self.end]

    def _give(self, *pairs):
        """(parameter, argument)"""
        self.parameters += [parameter for parameter, _ in pairs]
        self.arguments += [argument for _, argument in pairs]

    def _take(self, variable, private):
        kind = self.port.kind_in_cuda(variable)
        if variable.type.category == "complex":
            raise Refused(self.host.scope.unit.place, f"'{variable.name}' is complex")
        if variable.kind == "constant":
            self.begin += self.host.table(variable)
            return
        if variable.rank:
            if variable in private:
                self._private_array(variable, kind)
                return
            if variable.entity is not None and variable.kind == "local" and variable.entity.initial:
                self.begin.append(f"const {kind} {variable.name}[] = {self.host.start(variable)};")
                return
            self.host.mark(variable)
            self._give(*self.port.pieces_of(variable),
                       *((f"int64_t {name}", name) for name, _ in variable.copies))
            return
        if variable.type.category == "character":
            return
        operator = next((each for each, name in self.reductions if name == variable.key[1]), None)
        if operator:
            self._reduced(variable, kind, operator)
        elif variable in private:
            if not self.host.of_kernel(variable.key[1]):
                self.begin.append(f"{kind} {variable.name};")
            if variable in self.host.last_here:
                self._last(variable, kind)
        elif self.serial and variable in self.host.written_here:
            self._given_back(variable, kind)
        elif self.host.stays(variable):
            self._address_of(variable, f"const {kind}", "on_device")
            own = kind if variable.name in self.lent else f"const {kind}"
            self.begin.append(f"{own} {variable.name} = *{variable.name}_on_device;")
        else:
            self._give((f"{kind} {variable.name}", self.host.text_of(variable)))

    def say_apart(self, arrays):
        """Fortran's arrays share no memory, so the compiler may load before it stores."""
        if not any(self.port.verdicts.may_share(each) for each in arrays):
            self.parameters = [re.sub(r" \*(?!\w+_(?:on_device|of_all)$)(\w+)$",
                                      r" *__restrict__ \1", each) for each in self.parameters]

    def _private_array(self, variable, kind):
        name, count = variable.name, variable.elements
        if self.port.number(count) is not None:
            self.begin.append(f"{kind} {name}[{count}];")
            return
        self.of_threads += [f"static Kept<{kind}> {name}_kept;",
                            f"{kind} *{name}_of_all = {name}_kept.of("
                            f"threads_of(grid, block) * {count});"]
        self._give((f"{kind} *{name}_of_all", f"{name}_of_all"),
                   *((f"int64_t {each}", each) for each, _ in variable.copies))
        self.begin.append(f"{kind} *{name} = {name}_of_all + in_grid() * {count};")

    def _address_of(self, variable, kind, suffix):
        self.host.mark(variable)
        self._give((f"{kind} *{variable.name}_{suffix}", self.host.device_name(variable)))

    def _reduced(self, variable, kind, operator):
        operation = OPERATIONS[operator][0]
        self.port.need(operation, "combine", "atomic")
        self._address_of(variable, kind, "of_all")
        self.begin.append(f"{kind} {variable.name} = {neutral(operator, variable.type)};")
        self.end.append(f"combine<{operation}>({variable.name}_of_all, {variable.name});")

    def _given_back(self, variable, kind):
        self._address_of(variable, kind, "on_device")
        self.begin.append(f"{kind} {variable.name} = *{variable.name}_on_device;")
        self.end.append(f"*{variable.name}_on_device = {variable.name};")

    def _last(self, variable, kind):
        """What the last turn of all leaves."""
        self._address_of(variable, kind, "on_device")
        self.end.append(f"if ({self.host.in_last_turn()}) *{variable.name}_on_device = "
                        f"{variable.name};")

    def text(self):
        declared = joined(self.begin, lambda line, _: len(line) < 80, "")
        body = [*declared, *self.lines[len(self.begin):]]
        return [*self.before, *self.comment,
                f"__global__ void {self.name}({', '.join(self.parameters)}) {{",
                *("  " + line for line in body), "}", *self.behind]

    def launch(self, turns):
        if self.serial:
            return [self.port.launch(self.name, "1", "1", self.arguments)]
        grid = "grid_of" if self.host.tested - {"x"} else "grid_for"
        self.port.need(grid)
        block = (OF_KNOB if self.port.knobs else BLOCKS)[len(turns)]
        if not self.of_threads:
            return [self.port.launch(self.name, f"{grid}({block}, {', '.join(turns)})", block,
                                     self.arguments)]
        self.port.need("Kept", "threads_of", "in_block")
        blocks = f"{grid}(block, {', '.join(turns)})"
        # A thread with a test in place of a loop has one turn, and none may be left out.
        blocks = blocks if grid == "grid_of" else f"few({blocks})"
        return ["{", f"const dim3 block = {block}, grid = {blocks};",
                *self.of_threads,
                self.port.launch(self.name, "grid", "block", self.arguments), "}"]
