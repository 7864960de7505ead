"""Scalars that kernels change: they stay on the device, and the host copies one where it needs
its value. And those that count the turns of threads."""

import re

from adopting import parsing
from adopting.fortran import f
from porting.parallel import bounds_of
from porting.refused import Refused


class DeviceScalars:
    """Part of a procedure on the host."""

    def stays(self, variable):
        """Is it a scalar of the device?"""
        return not variable.rank and self.port.is_marked(self.scope, variable)

    def device_name(self, variable):
        """The name of its address on the device, in the host's text."""
        if self.frame.stage and variable.pointer:
            return f"{variable.name}_on_device"
        return variable.name

    def text_of(self, variable):
        if self.kernel:
            return variable.name
        if not self.stays(variable):
            return variable.text
        self.port.need("on_host")
        return f"on_host({self.device_name(variable)})"

    def declared_scalar(self, variable):
        """Of a local variable."""
        if variable.entity is not None and variable.entity.initial:
            raise Refused(variable.entity.place, f"'{variable.name}' has a first value, and a "
                                                 "kernel changes it")
        return self._kept(variable)

    def _kept(self, variable):
        kind, name = self.port.kind_in_cuda(variable), self.device_name(variable)
        self.port.need("Kept")
        return [f"static Kept<{kind}> {variable.name}_kept;",
                f"{kind} *{name} = {variable.name}_kept.of(1);"]

    def carried_over(self):
        """(lines, lines): of the routine itself, where its scalars get onto the device and back."""
        first, last = [], []
        if self.frame.stage:
            for variable in self.frame.used:
                if self.stays(variable) and variable.pointer:
                    self.port.need("to_device", "on_host")
                    name = self.device_name(variable)
                    first += self._kept(variable)
                    if not self.set_at_first(name):
                        first.append(f"to_device({name}, *{variable.name});")
                    last.append(f"*{variable.name} = on_host({name});")
        return first, last

    def set_at_first(self, name):
        """Does a call set a scalar of the device before it needs its value, whatever happens?"""
        for line in self.lines:
            if re.search(rf"\b{name}\b", line):
                return bool(re.match(rf"to_device\({name}, (?!.*\b{name}\b)", line))
            if re.search(r"\b(goto|return|RETURN)\b|^\s*\w+:;", line):
                return False
        return False

    def check_bounds(self):
        """The bounds of an array are the host's."""
        for variable in self.frame.used:
            for each in variable.needs:
                if self.stays(each):
                    raise Refused(self.scope.unit.place,
                                  f"'{each.name}', by which '{variable.name}' is declared, is "
                                  "changed by a kernel")

    # -- variables of loops that threads share out

    def is_left_behind(self, verdict):
        """Is the value that a loop's variable has behind the loop used?"""
        return verdict.behind and not self.only_in_loops(verdict.variable)

    def left_behind(self, node):
        """The host gives this value, before kernels may change the bounds."""
        verdict = self.port.verdicts.of(self.scope, node)
        if not self.is_left_behind(verdict):
            return []
        low, high, step = [*bounds_of(node), None][:3]
        end = f"max({low}, {high} + 1)" if step is None else (
            f"{low} + max(({high} - ({low}) + ({step})) / ({step}), 0) * ({step})")
        given = parsing.read(f.Assignment_Stmt, f"{verdict.variable} = {end}")
        given.item, given.parent = node.children[0].item, node
        return self.Assignment_Stmt(given)

    # -- what a call is given

    def given_to(self, made, variable, text):
        """The address that a call gives for a scalar, where it or the callee's is on the device;
        `made`: the callee."""
        match = re.fullmatch(r"&on_host\((&?[^&]+)\)", text)
        if match and not self.port.is_marked(made.scope, variable):
            made.marked.add(variable.key)
        return match[1] if match else text

    def same_memory(self, mine, made, variable):
        """An array that a call gives is on the device for both, the caller and the callee `made`,
        when a kernel of one of them uses it."""
        if self.port.takes_to_device(made, variable):
            self.mark(mine)
        elif mine.rank and hasattr(made, "marked") and self.port.is_marked(self.scope, mine):
            made.mark(variable)
