"""IF, SELECT CASE and ASSOCIATE; jumps, and memory that a procedure takes and gives back."""

import re

from adopting import parsing
from adopting.fortran import f, walk
from adopting.names import names_in
from porting.expression import E, PRIMARY, in_c
from porting.parallel import shares_line
from porting.refused import Refused


class Branches:
    """Part of a procedure's writer."""

    def If_Stmt(self, node):
        condition = self.value(node.items[0])
        outer, self.before = self.before, []
        made = self.simple(node.items[1])
        first, self.before = self.before, outer
        if first or len(made) != 1:
            return [f"if ({condition}) {{", *("  " + each for each in [*first, *made]), "}"]
        return [f"if ({condition}) {made[0]}"] if not made[0].startswith("//") else made

    def If_Construct(self, node):
        parts = parsing.arms_of(node)
        lines, nested = [], 0
        for at, (head, inside) in enumerate(parts):
            outer, self.before = self.before, []
            condition = None if type(head).__name__ == "Else_Stmt" else self.value(head.items[0])
            first, self.before = self.before, outer
            if at == 0:
                self.before += first
                lines.append(f"if ({condition}) {{")
            else:
                for line in self.comments.upto(self.span(head)[0]):
                    lines += ["  " + line] if line else []
                if condition is None:
                    lines.append("} else {")
                elif first:
                    lines += ["} else {", *first, f"if ({condition}) {{"]
                    nested += 1
                else:
                    lines.append(f"}} else if ({condition}) {{")
            self.comments.skip(self.span(head)[1])
            note = self.comments.behind(*self.span(head))
            if note and not (at == 0 and shares_line(node)):
                lines[-1] += f"  // {note}"
            made = self.body(inside)
            lines += ["  " + line for line in made.lines]
        lines += ["  " + line for line in self.comments.upto(self.span(node)[1]) if line]
        self.comments.skip(self.span(node)[1])
        return [*lines, "}" * (nested + 1)]

    def Case_Construct(self, node):
        parts, subject = parsing.arms_of(node)[1:], node.children[0].items[0]
        text = self.is_text(subject)
        value = None if text else self.e(subject)
        if value is not None and not re.fullmatch(r"\w+(\([\w, ]*\))?", value.text):
            made = self.frame.c_name("selected")
            self.before.append(f"const {in_c(value.type)} {made} = {value.text};")
            value = E(made, PRIMARY, value.type)
        lines, made = [], []
        for head, inside in parts:
            note = [line for line in self.comments.upto(self.span(head)[0]) if line]
            self.comments.skip(self.span(head)[1])
            made.append((head.items[0].items[0], ["  " + line for line in
                                                  (*note, *self.body(inside).lines)]))
        for values, inside in made:
            if values is not None:
                tests = [self.case(value, subject, each) for each in values.items]
                lines += [("} else " if lines else "") + f"if ({' || '.join(tests)}) {{", *inside]
        for inside in (inside for values, inside in made if values is None):
            lines += ["} else {" if lines else "{", *inside]
        self.comments.skip(self.span(node)[1])
        return [*lines, "}"]

    def case(self, value, subject, node):
        if value is None:
            return self.same_text(subject, node).text
        if type(node).__name__ == "Case_Value_Range":
            low, high = node.items
            tests = ([f"{value.text} >= {self.value(low)}"] if low is not None else []) + (
                [f"{value.text} <= {self.value(high)}"] if high is not None else [])
            return f"({' && '.join(tests)})" if len(tests) > 1 else tests[0]
        return f"{value.text} == {self.value(node)}"

    def Associate_Construct(self, node):
        names_, lines = {}, []
        for each in node.children[0].items[1].items:
            names_[str(each.items[0]).lower()] = self.associated(each, lines)
        inside = {*names_, *names_in(node.children[1:-1]).written}
        for name, what in names_.items():
            if not isinstance(what, E) and inside & {*names_in(what[2] or ()).used}:
                raise Refused(self.place(node), f"'{name}' of ASSOCIATE, an element whose "
                                                "subscript changes inside")
        self.frame.aliases.append(names_)
        made = self.body(node.children[1:-1])
        self.frame.aliases.pop()
        self.comments.skip(self.span(node)[1])
        if not lines:
            return made.lines
        return ["{", *("  " + line for line in [*lines, *made.lines]), "}"]

    def associated(self, node, lines):
        target = node.items[2]
        if isinstance(target, (f.Name, f.Data_Ref, f.Part_Ref)) and not self.calls_function(target):
            alias = self.frame.alias(self.parts(target)[0])
            if isinstance(alias, E):
                return alias
            base, path, subscripts = self.unaliased(target)
            if subscripts is not None and self.rank(target):
                raise Refused(self.place(node), f"'{node}', a section that ASSOCIATE names")
            return base, path, subscripts
        value = self.e(target)
        name = self.frame.c_name(str(node.items[0]))
        lines.append(f"const {in_c(value.type)} {name} = {value.text};")
        return E(name, PRIMARY, value.type)

    # -- jumps

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
