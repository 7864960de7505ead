"""WHERE, FORALL, ASSOCIATE and DO CONCURRENT, for builder.py."""

from adopting.fortran import f, walk
from porting import tree
from porting.designators import Reader


class Constructs:
    """Of a Builder, which has `block`, `item`, `reading` and `line`."""

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

    def concurrent(self, head, header, nodes, end, one):
        """Its loops, the last named one inside."""
        specs = walk(header, f.Forall_Triplet_Spec)
        body = self.block([each for each in nodes if not isinstance(each, f.End_Do_Stmt)])
        if header.items[1] is not None:
            body = [self.reading(head, header.items[1], alone=False),
                    tree.Branch(one.line, [body], False)]
        for spec in specs:
            name, first, last, step = spec.items
            loop = tree.Loop(one.line, end, str(name).lower(), first, last, step, body, "", True,
                             one.head, len(specs) > 1)
            body = [self.reading(head, first, last, step, alone=False), loop]
        return tree.Branch(one.line, [body], True)
