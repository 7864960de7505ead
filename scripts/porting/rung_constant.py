"""The rung cuda-constant: small arrays that the routine only reads, and that all threads of a warp
read at one element, are in constant memory: as arguments of the kernels, which are there already,
where the host has them alone. Scalars are such arguments in all rungs."""

import re

from adopting import names
from porting.stencil_nest import NotTaken, Plan

MOST = 8 << 10  # bytes of an array
ALL = 60 << 10  # of all: of 64 KiB
ARGUMENTS = 3 << 10  # of all, where they are arguments: of 4 KiB


class Constant(Plan):
    def plan(self):
        self.gone, reasons = set(), []
        arrays = {}
        for each in self.nest.touched.all:
            arrays.setdefault(each.variable, []).append(each)
        for variable, accesses in arrays.items():
            why = self.why_not(variable, accesses)
            if why:
                reasons.append(why)
                continue
            self.gone.add(variable)
            name = self.port.constant(self.host, variable)
            if self.port.constants[variable.key][2]:
                self.port.need("Values")
                self.host.frame.use(variable)
                length, kind = variable.elements, self.port.kind_in_cuda(variable)
                self.given.append((f"const __grid_constant__ Values<{kind}, {length}> {name}",
                                   f"values_of<{length}>({variable.name})"))
            for each in accesses:
                self.replaced[id(each.node)] = lambda texts, name=name: (
                    f"{name}({', '.join(texts)})")
        if not self.gone:
            raise NotTaken(next((each for each in reasons if each != LARGE),
                                "no small array is only read"))
        self.saving = "threads of a warp read " + ", ".join(
            sorted(each.name for each in self.gone)) + " by a broadcast instead of a load each"

    def why_not(self, variable, accesses):
        size = bytes_of(self.port, variable)
        if not self.host.frame.stage or variable.kind not in ("dummy", "state") or \
                variable.optional or size is None or size > MOST or \
                variable.type.category not in ("real", "integer"):
            return LARGE
        if variable.written or self.nest.aliased(variable):
            return f"'{variable.name}' is written by the routine"
        if variable in self.nest.touched.whole or any(each.given for each in accesses):
            return f"'{variable.name}' is given to a procedure"
        apart = {self.nest.grid[0], *self.nest.verdict.private}
        for each in accesses:
            _, _, subscripts = self.host.parts(each.node)
            used = {name for one in subscripts for name in names.names_in(one).used}
            if used & apart or any(self.host.is_array(name) for name in used):
                return f"threads of a warp read other elements of '{variable.name}'"
        if self.port.constant_bytes(variable) > ALL:
            return f"constant memory is full before '{variable.name}'"
        return ""


LARGE = "large"


def bytes_of(port, variable):
    count = port.number(variable.elements)
    return count and count * variable.type.bytes


class Constants:
    """Part of the file: arrays in constant memory, and how they get there."""

    def constant(self, host, variable):
        """Its name. What is on the host alone and small is an argument of kernels."""
        if variable.key not in self.constants:
            small = self.constant_bytes(variable, arguments=True) <= ARGUMENTS
            self.constants[variable.key] = (variable, f"{variable.name}_constant",
                                            small and not host.on_device(variable))
        return self.constants[variable.key][1]

    def constant_bytes(self, variable, arguments=False):
        """Of all, or of arguments, with this one."""
        return bytes_of(self, variable) + sum(
            bytes_of(self, each) for each, _, argument in self.constants.values()
            if argument == arguments and each is not variable)

    def constant_lines(self):
        lines = []
        for variable, name, argument in self.constants.values():
            macro = re.sub(rf"\b{variable.name}(?=[(\[])", name, variable.macro())
            if argument:
                lines.append(macro.replace(f"{name}[", f"{name}.at["))
                continue
            lines += [f"__constant__ {self.kind_in_cuda(variable)} {name}[{variable.elements}];",
                      macro]
        return lines

    def constant_copies(self, host):
        """At the entry of the routine."""
        made = []
        for variable, name, argument in self.constants.values() if host.frame.stage else ():
            if argument:
                continue
            copy = f"cudaMemcpyToSymbolAsync({name}, {variable.name}, sizeof {name}"
            if host.on_device(variable):
                made.append(f"{copy}, 0, cudaMemcpyDeviceToDevice);")
                continue
            self.need("Held")
            made += [f"static Held<sizeof {name}> {variable.name}_held;",
                     f"if ({variable.name}_held.differs({variable.name})) {copy});"]
        return made
