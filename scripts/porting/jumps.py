"""Jumps, and memory that a procedure takes and gives back."""

from adopting.fortran import f, walk
from porting.expression import in_c
from porting.refused import Refused


class Jumps:
    """Part of a procedure's writer."""

    def Goto_Stmt(self, node):
        return [self.jump(str(node.items[0]))]

    def jump(self, label):
        if self.loops and self.loops[-1].label == label and self.loops[-1].continues:
            return "continue;"
        self.labels.add(label)
        if label not in self.all_labels:
            raise Refused(self.frame.scope.unit.place, f"the label {label}")
        return f"goto l{label};"

    def Arithmetic_If_Stmt(self, node):
        value = self.e(node.items[0])
        less, same, more = [str(each) for each in node.items[1:]]
        text = value.at(12)
        if same == more:
            return [f"if ({text} < 0) {self.jump(less)} else {self.jump(more)}"]
        if less == same:
            return [f"if ({text} <= 0) {self.jump(less)}", self.jump(more)]
        made = self.frame.c_name("sign_of")
        self.before.append(f"const {in_c(value.type)} {made} = {value.text};")
        if less == more:
            return [f"if ({made} == 0) {self.jump(same)}", self.jump(more)]
        return [f"if ({made} < 0) {self.jump(less)}",
                f"if ({made} == 0) {self.jump(same)}", self.jump(more)]

    def Computed_Goto_Stmt(self, node):
        value = self.value(node.items[1])
        labels = [str(each) for each in getattr(node.items[0], "items", (node.items[0],))]
        return [f"if ({value} == {at}) {self.jump(label)}" for at, label in enumerate(labels, 1)]

    def Continue_Stmt(self, node):
        return []

    def Cycle_Stmt(self, node):
        return [self.leave(node, "continue", "next")]

    def Exit_Stmt(self, node):
        return [self.leave(node, "break", "behind")]

    def leave(self, node, word, where):
        name = str(node.items[1]).lower() if node.items[1] is not None else None
        if not self.loops:
            raise Refused(self.place(node), f"'{node}' outside of a loop")
        if name is None or self.loops[-1].name == name:
            return f"{word};"
        loop = next((each for each in self.loops if each.name == name), None)
        if loop is None:
            raise Refused(self.place(node), f"'{node}', of a construct that is no loop")
        loop.left.add(where)
        return f"goto {where}_{name};"

    def Return_Stmt(self, node):
        if node.items[0] is not None:
            raise Refused(self.place(node), "an alternate return")
        self.returned = True
        return ["RETURN;"]  # procedure.py says what it means

    def Stop_Stmt(self, node):
        return [f"abort();  // {' '.join(str(node).lower().split())}"]

    Error_Stop_Stmt = Stop_Stmt

    # -- memory

    def Allocate_Stmt(self, node):
        if node.items[0] is not None or any(str(each.items[0]).lower() in ("source", "mold")
                                            for each in walk(node, f.Alloc_Opt)):
            raise Refused(self.place(node), "ALLOCATE with a type or a source")
        lines = []
        for each in walk(node, f.Allocation):
            variable = self.variable_of(each.items[0])
            if variable.kind != "local":
                raise Refused(self.place(node), f"'{variable.name}' is allocated, and outlives the "
                                                "call")
            for axis, spec in enumerate(getattr(each.items[1], "items", (each.items[1],)), 1):
                low, high = [self.value(side) if side is not None else "1" for side in spec.items]
                lines += [f"{variable.name}_l{axis} = {low}, {variable.name}_n{axis} = "
                          f"{high if low == '1' else f'({high}) - ({low}) + 1'};"]
            size = " * ".join(f"{variable.name}_n{axis}" for axis in range(1, variable.rank + 1))
            lines.append(f"{variable.name} = {self.allocated(variable, size)};")
        for each in walk(node, f.Alloc_Opt):
            if str(each.items[0]).lower() == "stat":
                lines.append(f"{self.value(each.items[1])} = 0;")
        return lines

    def Deallocate_Stmt(self, node):
        lines = []
        listed = node.items[0]
        for each in getattr(listed, "items", (listed,)):
            variable = self.variable_of(each)
            if variable.kind != "local":
                raise Refused(self.place(node), f"'{variable.name}' is deallocated")
            lines += [*self.freed(variable), f"{variable.name} = NULL;"]
        return lines

    def allocated(self, variable, size):
        return f"malloc(sizeof(*{variable.name}) * {size})"

    def freed(self, variable):
        return [f"free({variable.name});"]
