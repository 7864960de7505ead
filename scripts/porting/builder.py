"""From fparser's tree of a procedure to the small tree of tree.py."""

from adopting.fortran import f, walk
from adopting import names, parsing
from porting import tree
from porting.tree import Reader

# Statements that change nothing a loop could carry.
NOTHING = ("Comment", "Continue_Stmt", "Format_Stmt", "End_Do_Stmt", "Data_Stmt", "Directive",
           "Include_Stmt", "Use_Stmt", "Import_Stmt", "Entry_Stmt")


class Builder:
    def __init__(self, text, scope):
        self.text, self.scope = text, scope
        self.associated = {}

    def build(self):
        return [item for part in self.scope.execution for item in self.block(part.children)]

    def line(self, node):
        return self.text.line_of(self.scope, next(parsing.statements_in(node), node))

    def last_line(self, node):
        for each in parsing.statements_in(node):
            node = each
        low, high = node.item.span
        return self.line(node) + high - low

    # -- blocks

    def block(self, nodes):
        found = []
        for node in nodes:
            kind = type(node).__name__
            label = getattr(getattr(node, "item", None), "label", None)
            if label is not None:
                found.append(tree.Label(self.line(node), str(label)))
            if kind not in NOTHING:
                found += self.item(node, kind)
        return found

    def item(self, node, kind):
        found = self.parts(node, kind)
        for each in found:
            if isinstance(each, tree.Step) and not each.associated:
                each.associated = self.associated
            if isinstance(each, tree.Step) and getattr(node, "item", None) is not None:
                each.end = self.last_line(node)
        return found

    def parts(self, node, kind):
        if kind.endswith("_Do_Construct"):
            children = [each for each in node.children if type(each).__name__ != "Comment"]
            return [self.loop(children[0], children[1:], self.last_line(node))]
        if kind in ("If_Construct", "Case_Construct"):
            return self.arms(node)
        if kind == "Where_Construct":
            return self.where(node.children)
        if kind == "If_Stmt":
            arm = self.block([node.items[1]])
            return [self.reading(node, node.items[0]),
                    tree.Branch(self.line(node), [arm], False, node.items[0])]
        if kind == "Where_Stmt":
            steps = self.item(node.items[1], type(node.items[1]).__name__)
            return [self.masked(node, node.items[0], steps)] if steps else []
        if kind in ("Forall_Construct", "Forall_Stmt"):
            return self.forall(node)
        if kind == "Associate_Construct":
            return self.associate(node)
        return self.statement(node, kind)

    def reading(self, node, *expressions, alone=True):
        """A step that reads expressions; `alone`: is it all that the statement does?"""
        reader = Reader(self.scope, self.line(node), self.associated)
        reader.expression(expressions)
        return tree.Step(reader.line, reader.reads, [], reader.calls, node if alone else None)

    def arms(self, node):
        """A comparison of a later arm is read in order; all count as read at the head."""
        parts = parsing.arms_of(node)
        conditions = [None if isinstance(head, f.Else_Stmt) else head.items[0] for head, _ in parts]
        arms = [nodes for head, nodes in parts if not isinstance(head, f.Select_Case_Stmt)]
        complete = any(isinstance(head, f.Else_Stmt) or isinstance(head, f.Case_Stmt)
                       and "DEFAULT" in str(head).upper().split() for head, _ in parts)
        return [*(self.reading(head, each) for (head, _), each in zip(parts, conditions)),
                tree.Branch(self.line(node), [self.block(arm) for arm in arms], complete,
                            conditions[0] if len(arms) == 1 else None)]

    def loop(self, head, nodes, end):
        line, name = self.line(head), ""
        item = getattr(head, "item", None)
        if item is not None and getattr(item, "name", None):
            name = str(item.name).lower()
        controls = walk(head, f.Loop_Control)
        control = controls[0] if controls else None
        one = tree.Loop(line, end, "", None, None, None, [], name, self.last_line(head))
        steps = []
        if control is not None and control.items[1] is not None:
            variable, bounds = control.items[1]
            one.variable = str(variable).lower()
            one.first, one.last = bounds[0], bounds[1]
            one.step = bounds[2] if len(bounds) > 2 else None
            steps = [self.reading(head, *bounds, alone=False)]
        inner = self.block([each for each in nodes if not isinstance(each, f.End_Do_Stmt)])
        if control is not None and not one.variable:
            inner.insert(0, self.reading(head, control.items[0], alone=False))
        one.body = inner
        return tree.Branch(line, [[*steps, one]], True) if steps else one

    # -- WHERE, FORALL and ASSOCIATE

    def where(self, children):
        found = []
        mask = None
        for child in children:
            kind = type(child).__name__
            if kind in ("Where_Construct_Stmt", "Masked_Elsewhere_Stmt"):
                mask = child.items[0]
                found.append(self.reading(child, mask))
            elif not kind.startswith(("End_", "Elsewhere", "Comment")):
                steps = self.item(child, kind)
                found += [self.masked(child, mask, [step]) for step in steps]
        return found

    def masked(self, node, mask, steps):
        step, first = steps[-1], self.reading(node, mask)
        return tree.Step(step.line, first.reads + step.reads, step.writes,
                         first.calls + step.calls, None, True, step.effect)

    def forall(self, node):
        """Its elements are those of one statement: which, is not followed."""
        found = []
        names = {str(each.items[0]).lower() for each in walk(node, f.Forall_Triplet_Spec)}
        for each in walk(node, f.Assignment_Stmt):
            for step in self.item(each, "Assignment_Stmt"):
                for access in step.writes + step.reads:
                    if access.subscripts is not None and any(
                            str(name).lower() in names for sub in access.subscripts
                            if sub is not None for name in walk(sub, f.Name)):
                        access.subscripts = [None] * len(access.subscripts)
                step.reads = [each for each in step.reads if each.path not in names]
                step.may, step.node = True, None
                found.append(step)
        return found

    def associate(self, node):
        outer = dict(self.associated)
        found, inner = [], dict(outer)
        for each in walk(node.children[0], f.Association):
            reader = Reader(self.scope, self.line(node), outer)
            inner[str(each.items[0]).lower()] = reader.designator(each.items[2])
            if inner[str(each.items[0]).lower()] is None:
                reader.expression(each.items[2])
            found.append(tree.Step(self.line(node), reader.reads, [], reader.calls, None))
        self.associated = inner
        found += self.block(node.children[1:-1])
        self.associated = outer
        return found

    # -- statements

    def statement(self, node, kind):
        line = self.line(node)
        if kind in ("Cycle_Stmt", "Exit_Stmt"):
            return [tree.Jump(line, kind[:-5].lower(), str(node.items[1] or "").lower())]
        if kind in ("Return_Stmt", "Stop_Stmt", "Error_Stop_Stmt"):
            return [tree.Jump(line, "return" if kind == "Return_Stmt" else "stop")]
        if kind == "Goto_Stmt":
            return [tree.Jump(line, "goto", str(node.items[0]))]
        reader = Reader(self.scope, line, self.associated)
        if kind in ("Arithmetic_If_Stmt", "Computed_Goto_Stmt"):
            return self.chosen(node, line, kind)
        if kind == "Assignment_Stmt" and type(node.items[0]).__name__ == "Part_Ref" and str(
                node.items[0].items[0]).lower() in self.scope.statement_functions:
            return []  # its definition
        if kind in ("Assignment_Stmt", "Pointer_Assignment_Stmt"):
            written = reader.designator(node.items[0], True)
            reader.expression(node.items[2])
            effect = "" if written is not None and kind == "Assignment_Stmt" else (
                f"'{str(node)[:40]}' changes a pointer" if kind != "Assignment_Stmt"
                else f"what '{str(node)[:40]}' writes is not followed")
            return [tree.Step(line, reader.reads, [written] if written else [], reader.calls, node,
                              False, effect)]
        if kind == "Call_Stmt":
            name = str(node.items[0]).lower()
            listed = names.arguments_of(node.items[1])
            if "%" in name:
                return [tree.Step(line, [], [], [], node, False, f"'{name}' is called")]
            return [tree.Step(line, [], [], [(name, node, listed)], node)]
        if kind in ("Allocate_Stmt", "Deallocate_Stmt", "Nullify_Stmt"):
            return [self.allocation(node, line, reader)]
        for child in node.children or ():
            reader.expression(child)
        what = str(node).split("\n", 1)[0]
        return [tree.Step(line, reader.reads, [], reader.calls, node, False,
                          f"'{what[:40]}' has its place in the order of turns")]

    def chosen(self, node, line, kind):
        """A jump to one of several labels."""
        labels = node.items[1:] if kind.startswith("A") else node.items[0].items
        arms = [[tree.Jump(line, "goto", str(each))] for each in labels]
        return [self.reading(node, node.items[0 if kind.startswith("A") else 1]),
                tree.Branch(line, arms, kind.startswith("A"))]

    def allocation(self, node, line, reader):
        written = []
        listed = walk(node, f.Allocation) or list(getattr(node.items[-2 if len(node.items) > 1
                                                                     else 0], "items", ()))
        for each in listed:
            target = each.items[0] if isinstance(each, f.Allocation) else each
            access = reader.designator(target, True)
            if access is not None:
                access.subscripts = None
                written.append(access)
        for each in walk(node, f.Allocate_Shape_Spec):
            reader.expression(each.items)
        return tree.Step(line, reader.reads, written, reader.calls, None, True,
                         f"'{str(node)[:40]}' changes where a variable is")
