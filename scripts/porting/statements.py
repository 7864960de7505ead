"""Statements of Fortran as statements of C."""

import re

from adopting import names, parsing
from porting.expression import E, PRIMARY
from porting.refused import Refused
from porting.kinds_in_c import in_c

SILENT = ("Print_Stmt", "Write_Stmt", "Flush_Stmt")
COMPOUND = ("If_Construct", "Case_Construct", "Where_Construct", "Associate_Construct",
            "Block_Construct", "Block_Nonlabel_Do_Construct", "Block_Label_Do_Construct",
            "Action_Term_Do_Construct", "Outer_Shared_Do_Construct", "Nonblock_Do_Construct",
            "Forall_Construct")

SEVERAL = ("Arithmetic_If_Stmt", "Computed_Goto_Stmt")


class Body:
    """Lines of C, and how many statements they are."""

    def __init__(self):
        self.lines, self.count = [], 0

    def braced(self, head, tail="}"):
        """A head with these lines under it: without braces where they are one statement."""
        simple = self.count == 1 and not any(line.strip().startswith("//") or "  //" in line
                                             for line in self.lines)
        if simple and not re.match(r"(if|//)", self.lines[0]):
            return [head, *("  " + line for line in self.lines)]
        return [head + " {", *("  " + line for line in self.lines), tail]


class Statements:
    """Part of a procedure's writer: `body` gives the lines of a list of nodes."""

    def body(self, nodes):
        outer, self.out = self.out, Body()
        nodes = list(nodes)
        for at, node in enumerate(nodes):
            if type(node).__name__ == "Label_Do_Stmt":  # its loop is all that follows
                self.statement(None, lambda: self.loop(node, nodes[at + 1:]), node)
                break
            self.one(node)
        made, self.out = self.out, outer
        return made

    def one(self, node):
        name = type(node).__name__
        if name in ("Comment", "Format_Stmt", "Data_Stmt", "Entry_Stmt", "Include_Stmt"):
            if name == "Entry_Stmt":
                raise Refused(self.place(node), "ENTRY")
            return
        label = self.label_of(node)
        if name in COMPOUND:
            self.statement(label, lambda: getattr(self, name)(node), node)
            return
        self.statement(label, lambda: self.simple(node), node)

    def label_of(self, node):
        first = next(iter(parsing.statements_in(node)), None)
        label = getattr(getattr(first, "item", None), "label", None)
        return str(label) if label is not None else None

    def statement(self, label, lines, node):
        """Comments before it, its label, what is computed first, and itself."""
        first, last = self.span(node)
        for line in self.comments.upto(first):
            if line or self.out.lines and self.out.lines[-1]:
                self.out.lines.append(line)
        if type(node).__name__ not in COMPOUND and type(node).__name__ != "Label_Do_Stmt":
            self.comments.skip(last)
        else:
            self.comments.skip(first)
        before, self.before = self.before, []
        made = lines()
        if label in self.labels:
            self.out.lines.append(f"l{label}:;")
            self.out.count += 2
        self.out.lines += self.before
        self.out.count += len(self.before)
        self.before = before
        if made and type(node).__name__ not in COMPOUND:
            note = self.comments.behind(first, last)
            if note:
                made = [*made[:-1], f"{made[-1]}  // {note}"]
        self.out.lines += made
        self.out.count += (1 if made else 0) + sum(made.count(each) for each in ("",))
        if len(made) > 1 and (made[-1].endswith(":;") or type(node).__name__ in SEVERAL
                              or not re.match(r"(for|if|while|\{)", made[0])):
            self.out.count += len(made)

    def span(self, node):
        first, last = parsing.span(node)
        return first - self.shift, last - self.shift

    def simple(self, node):
        name = type(node).__name__
        if name in SILENT:
            if name == "Write_Stmt" and not re.match(r"WRITE\s*\(\s*(UNIT\s*=\s*)?[*\d]",
                                                     str(node), re.I):
                raise Refused(self.place(node), "WRITE to characters or to a file")
            return [f"// not printed here: {' '.join(str(node).lower().split())}"]
        handler = getattr(self, name, None)
        if handler is None:
            words = " ".join(str(node).split())
            raise Refused(self.place(node), f"the statement '{words[:60]}'")
        return handler(node)

    # -- assignments

    def Assignment_Stmt(self, node):
        if self.rank(node.items[0]):
            return self.array_assignment(node)
        if self.rank(node.items[2]):
            raise Refused(self.place(node), f"'{node}', an array as a scalar")
        base, path, subscripts, _ = self.parts(node.items[0])
        if subscripts is not None and not path and base in self.frame.scope.statement_functions:
            return []
        left, right = self.e(node.items[0]), self.e(node.items[2])
        if left.category == "character":
            raise Refused(self.place(node), "an assignment of characters")
        self.check_whole_type(node)
        return [f"{left.text} = {right.text};"]

    def check_whole_type(self, node):
        pass

    def Where_Stmt(self, node):
        return self.where([(node.items[0], [node.items[1]])])

    def Where_Construct(self, node):
        parts = []
        for each in node.children:
            name = type(each).__name__
            if name in ("Where_Construct_Stmt", "Masked_Elsewhere_Stmt"):
                parts.append((each.items[0], []))
            elif name == "Elsewhere_Stmt":
                parts.append((None, []))
            elif name == "Assignment_Stmt":
                parts[-1][1].append(each)
            elif name not in ("End_Where_Stmt", "Comment"):
                raise Refused(self.place(each), "WHERE in a WHERE")
        self.comments.skip(self.span(node)[1])
        return self.where(parts)

    def Call_Stmt(self, node):
        return self.call_lines(node)

    # -- branches

    def If_Stmt(self, node):
        condition = self.value(node.items[0])
        outer, self.before = self.before, []
        made = self.simple(node.items[1])
        first, self.before = self.before, outer
        if first or len(made) != 1:
            return [f"if ({condition}) {{", *("  " + each for each in [*first, *made]), "}"]
        return [f"if ({condition}) {made[0]}"] if not made[0].startswith("//") else made

    def If_Construct(self, node):
        parts, nested = [], 0
        for each in node.children:
            name = type(each).__name__
            if name in ("If_Then_Stmt", "Else_If_Stmt", "Else_Stmt"):
                parts.append((each, []))
            elif name != "End_If_Stmt":
                parts[-1][1].append(each)
        lines = []
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
            if note:
                lines[-1] += f"  // {note}"
            made = self.body(inside)
            lines += ["  " + line for line in made.lines]
        lines += ["  " + line for line in self.comments.upto(self.span(node)[1]) if line]
        self.comments.skip(self.span(node)[1])
        return [*lines, "}" * (nested + 1)]

    def Case_Construct(self, node):
        parts, default = [], None
        for each in node.children:
            name = type(each).__name__
            if name == "Select_Case_Stmt":
                subject = each.items[0]
            elif name == "Case_Stmt":
                parts.append((each, []))
            elif name != "End_Select_Stmt":
                parts[-1][1].append(each)
        text = self.is_text(subject)
        value = None if text else self.e(subject)
        if value is not None and not re.fullmatch(r"\w+(\([\w, ]*\))?", value.text):
            made = self.frame.c_name("selected")
            self.before.append(f"const {in_c(value.type)} {made} = {value.text};")
            value = E(made, PRIMARY, value.type)
        lines = []
        ordered = [each for each in parts if each[0].items[0].items[0] is not None]
        default = [each for each in parts if each[0].items[0].items[0] is None]
        made = {}
        for head, inside in parts:
            note = [line for line in self.comments.upto(self.span(head)[0]) if line]
            self.comments.skip(self.span(head)[1])
            body = self.body(inside).lines
            made[id(head)] = [*note, *body]
        for head, inside in ordered:
            tests = [self.case(value, subject, each) for each in head.items[0].items[0].items]
            lines += [("} else " if lines else "") + f"if ({' || '.join(tests)}) {{",
                      *("  " + line for line in made[id(head)])]
        for head, inside in default:
            lines += ["} else {" if lines else "{", *("  " + line for line in made[id(head)])]
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
        self.frame.aliases.append(names_)
        made = self.body(node.children[1:-1])
        self.frame.aliases.pop()
        self.comments.skip(self.span(node)[1])
        if not lines:
            return made.lines
        return ["{", *("  " + line for line in [*lines, *made.lines]), "}"]

    def associated(self, node, lines):
        from fparser.two import Fortran2003 as f

        target = node.items[2]
        if isinstance(target, (f.Name, f.Data_Ref, f.Part_Ref)) and not self.calls_function(target):
            base, path, subscripts, _ = self.parts(target)
            alias = self.frame.alias(base)
            if isinstance(alias, E):
                return alias
            if alias is not None:
                base, path = alias[0], [*alias[1], *path]
                subscripts = alias[2] if alias[2] is not None else subscripts
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
        zero = "0"
        text = value.at(12)
        if same == more:
            return [f"if ({text} < {zero}) {self.jump(less)} else {self.jump(more)}".replace(
                "; else", "; else")]
        if less == same:
            return [f"if ({text} <= {zero}) {self.jump(less)}", self.jump(more)]
        made = self.frame.c_name("sign_of")
        self.before.append(f"const {in_c(value.type)} {made} = {value.text};")
        if less == more:
            return [f"if ({made} == {zero}) {self.jump(same)}", self.jump(more)]
        return [f"if ({made} < {zero}) {self.jump(less)}",
                f"if ({made} == {zero}) {self.jump(same)}", self.jump(more)]

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
        from fparser.two.utils import walk
        from fparser.two import Fortran2003 as f

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
            lines.append(f"{variable.name} = malloc(sizeof(*{variable.name}) * {size});")
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
            lines += [f"free({variable.name});", f"{variable.name} = NULL;"]
        return lines


assert names
