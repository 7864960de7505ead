"""Statements of whole arrays, and sums of them, as kernels."""

import re

from porting.expression import E, PRIMARY
from porting.procedure import Procedure
from porting.refused import Refused
from porting.variables import minus, plus

AXES = "xyz"
OPERATION_OF = {"product": "Product", "maxval": "Most", "minval": "Least", "all": "All",
                "any": "Any"}  # of another function: a sum


class ArrayKernels:
    """Part of a procedure on the host."""

    def through_copy(self, variable, target, source, loops, index):
        if self.kernel:
            raise Refused(self.place(target), f"'{target}' is read by the statement that writes it")
        return super().through_copy(variable, target, source, loops, index)

    def reduction(self, name, arguments, node):
        """Threads find it together; the host reads it."""
        if self.kernel:
            return super().reduction(name, arguments, node)
        found = []
        lines, used = self.in_kernel(
            lambda: found.append(Procedure.reduction(self, name, arguments, node)) or [])
        made = found[0].text
        kind, start = re.fullmatch(rf"(.*) {made} = (.*);", lines[0]).groups()
        operation = OPERATION_OF.get(name, "Sum")
        self.port.need("Kept", "to_device", "on_host", operation, "combine", "atomic")
        turns = self.shared_out(lines, 1, node)
        self.port.shares_statements = True
        launch = self.launched([*lines, f"combine<{operation}>({made}_of_all, {made});"], used,
                               set(), (), False, turns, node,
                               given=((f"{kind} *{made}_of_all", f"{made}_on_device"),))
        self.before += [f"static Kept<{kind}> {made}_kept;",
                        f"{kind} *{made}_on_device = {made}_kept.of(1);",
                        f"to_device({made}_on_device, {start});", *launch]
        return E(f"on_host({made}_on_device)", PRIMARY, found[0].type)

    def lines_kernel(self, make, node):
        """A kernel of an array statement: its loops are parallel as they are."""
        lines, used = self.in_kernel(make)
        turns = self.shared_out(lines, 0, node)
        self.port.shares_statements |= bool(turns)
        return self.launched(lines, used, set(), (), not turns, turns, node)

    def shared_out(self, lines, begin, node):
        """Turns of the loops that begin at a line, one inside the other, which threads share out
        from now on."""
        depth, turns = self.depth(lines, begin), []
        for at in range(depth):
            turns.insert(0, self.shared_head(lines, begin + at, AXES[depth - 1 - at], node))
        return turns

    def depth(self, lines, begin=0):
        """How many loops begin at a line, at most three."""
        heads = [line for line in lines if line.lstrip().startswith("for (")]
        depth = 0
        while depth < min(len(heads), len(AXES)) and lines[begin + depth] == heads[depth]:
            depth += 1
        return depth

    def shared_head(self, lines, at, axis, node):
        """Turns of the loop whose head is there: it begins at a thread's number from now on."""
        match = re.match(r"( *)for \(int (\w+) = (.*); \2 <= (.*?); \+\+\2\)(.*)", lines[at])
        if not match:
            raise Refused(self.place(node), f"'{node}', with a stride")
        indent, name, low, high, rest = match.groups()
        lines[at] = (f"{indent}for (int {name} = {plus(low, f'thread_{axis}()')}; "
                     f"{name} <= {high}; {name} += threads_{axis}()){rest}")
        return self.host_text(high if low == "1" else plus(minus(high, low), "1"))

    def array_assignment(self, node):
        lines = super().array_assignment(node)
        if self.kernel and self.rows is not None:
            self.rows.append(self.shared_head(lines, self.depth(lines) - 1, "x", node))
        return lines

    def host_text(self, text):
        """Scalars by their addresses again, where a kernel has their values."""
        for variable in self.frame.used:
            if variable.pointer or self.stays(variable):
                text = re.sub(rf"(?<![\w*]){variable.name}\b", self.text_of(variable), text)
        return text
