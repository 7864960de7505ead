"""Statements of Fortran as statements of C."""

import re

from adopting import beyond, parsing
from adopting.fortran import f
from porting import variables
from porting.branches import Branches
from porting.refused import Refused

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

    def braced(self, head):
        """A head with these lines under it: without braces where they are one statement."""
        simple = self.count == 1 and not any(line.strip().startswith("//") or "  //" in line
                                             for line in self.lines)
        if simple and not re.match(r"(if|//)", self.lines[0]):
            return [head, *("  " + line for line in self.lines)]
        return [head + " {", *("  " + line for line in self.lines), "}"]


class Statements(Branches):
    """Part of a procedure's writer: `body` gives the lines of a list of nodes."""

    def body(self, nodes):
        outer, self.out = self.out, Body()
        for node in nodes:
            self.one(node)
        made, self.out = self.out, outer
        return made

    def one(self, node):
        name = type(node).__name__
        if name == "Entry_Stmt":
            raise Refused(self.place(node), "ENTRY")
        if name not in ("Comment", "Format_Stmt", "Data_Stmt", "Include_Stmt"):
            self.statement(self.label_of(node), lambda: self.simple(node), node)

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
        if type(node).__name__ not in COMPOUND:
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

    def shown_place(self, node, last=None):
        first, last = self.span(node)[0], self.span(last or node)[1]
        place = self.scope.source.places[self.scope.unit.first + first]
        end = self.scope.source.places[self.scope.unit.first + last]
        line = str(end).rpartition(":")[2]  # of the owner's file
        return str(place) + (f"-{line}" if not str(place).endswith(f":{line}") else "")

    def simple(self, node):
        name = type(node).__name__
        if name in SILENT:
            if not beyond.prints(node, self.scope) or name == "Write_Stmt" and beyond.internal(
                    node, self.scope):
                raise Refused(self.place(node), "WRITE to characters or to a file")
            return [f"// not printed here: {' '.join(str(node).lower().split())}"]
        handler = getattr(self, name, None)
        if handler is None:
            words = " ".join(str(node).split())
            raise Refused(self.place(node), f"the statement '{words[:60]}'")
        return handler(node)

    # -- assignments

    def Assignment_Stmt(self, node):
        if parts := variables.assignments(self, node):
            return [line for each in parts for line in self.Assignment_Stmt(each)]
        if self.rank(node.items[0]):
            return self.array_assignment(node)
        if self.rank(node.items[2]):
            raise Refused(self.place(node), f"'{node}', an array as a scalar")
        base, path, subscripts = self.parts(node.items[0])
        if subscripts is not None and not path and base in self.frame.scope.statement_functions:
            return []
        left, right = self.e(node.items[0]), self.e(node.items[2])
        if left.category == "character":
            raise Refused(self.place(node), "an assignment of characters")
        return [f"{left.text} = {right.text};"]

    def listed_values(self, variable, target, source, axis):
        """Elements of a section, which become what a constructor lists."""
        listed = source.items[1]
        if not isinstance(listed, f.Ac_Value_List) or self.reads(variable, listed.items) or any(
                isinstance(each, f.Ac_Implied_Do) or self.rank(each) for each in listed.items):
            raise Refused(self.place(target), f"the values {source}")
        _, low, step = axis
        places = [variables.plus(low, str(at) if step == "1" else f"{at} * ({step})") if at else low
                  for at in range(len(listed.items))]
        return [f"{self.value(target, [(place, low, step)])} = {self.value(each)};"
                for place, each in zip(places, listed.items)]

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
