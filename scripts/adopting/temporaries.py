"""Scalars and arrays that each execution of some statements gives a value before it reads them."""

from adopting import names


def of(tree, candidates):
    """Those of `candidates` that are written before they are read, whichever way control takes. A
    loop may turn zero times. None where the statements jump."""
    from fparser.two import Fortran2003 as f
    from fparser.two.utils import walk

    left = [node for node in walk(tree, (f.If_Then_Stmt, f.Select_Case_Stmt))
            if getattr(node.item, "name", None)]  # EXIT may leave what has a name
    if left or walk(tree, (f.Goto_Stmt, f.Computed_Goto_Stmt, f.Arithmetic_If_Stmt)):
        return set()
    walked = _Walk(set(candidates))
    walked.statements([node for part in walk(tree, f.Execution_Part)[:1]
                       for node in part.children], set())
    return walked.candidates


class _Walk:
    def __init__(self, candidates):
        self.candidates = candidates

    def read(self, node, written):
        self.candidates -= set(names.names_in(node).used) - written

    def statements(self, nodes, written):
        """Adds to `written`, and takes away from the candidates."""
        for node in nodes:
            self.statement(node, written)

    def statement(self, node, written):
        from fparser.two import Fortran2003 as f

        if isinstance(node, f.Assignment_Stmt):
            self.assignment(node, written)
        elif isinstance(node, f.If_Stmt):
            self.read(node.items[0], written)
            self.statement(node.items[1], set(written))
        elif isinstance(node, (f.If_Construct, f.Case_Construct)):
            self.branches(node.children, written)
        elif type(node).__name__.endswith("Do_Construct"):
            self.loop(node.children, written)
        else:
            self.read(node, written)

    def assignment(self, node, written):
        from fparser.two import Fortran2003 as f

        self.read(node.items[2], written)
        target = node.items[0]
        if isinstance(target, f.Name):
            written.add(str(target).lower())
        else:
            self.read(target, written)

    def branches(self, nodes, written):
        """What all branches write is written, where one of them is always taken."""
        from fparser.two import Fortran2003 as f

        ends, inside, complete = [], None, False
        for node in nodes:
            if isinstance(node, (f.If_Then_Stmt, f.Else_If_Stmt, f.Else_Stmt, f.Select_Case_Stmt,
                                 f.Case_Stmt)):
                self.read(node, written)
                complete |= (isinstance(node, f.Else_Stmt)
                             or isinstance(node, f.Case_Stmt) and "DEFAULT" in str(node).upper())
                if not isinstance(node, f.Select_Case_Stmt):
                    inside = set(written)
                    ends.append(inside)
            elif inside is not None:
                self.statement(node, inside)
        if complete:
            written |= set.intersection(*ends)

    def loop(self, nodes, written):
        from fparser.two import Fortran2003 as f
        from fparser.two.utils import walk

        inside = set(written)
        for control in walk(nodes[0], f.Loop_Control)[:1]:
            found = names.names_in(control)
            self.candidates -= set(_bounds(control)) - written
            variable = set(found.written)
            written |= variable
            inside |= variable
        self.statements(nodes[1:], inside)


def _bounds(control):
    """Names that are read to begin a loop, its variable only where a bound has it."""
    from fparser.two import Fortran2003 as f
    from fparser.two.utils import walk

    found = names.names_in(control)
    read = [str(name).lower() for name in walk(control, f.Name)]
    for variable in found.written:
        read.remove(variable)
    return read
