"""Scalars and arrays that each execution of some statements gives a value before it reads them."""

import re

from adopting import names, parsing
from adopting.entities import KEPT
from adopting.failure import Failure
from adopting.fortran import f, walk


def of(tree, candidates, calls=()):
    """Those of `candidates` that are written before they are read, whichever way control takes. A
    loop may turn zero times; a jump ahead keeps what was written before it. Procedures of the
    names `calls` leave nothing there that may be read."""
    return _walked(tree, candidates, calls, set())


def dead_behind(tree, range_call, candidates):
    """Those of which no statement of the tree reads what the call of `range_call` left there."""
    # What nothing wrote, the range did not.
    return _walked(tree, candidates, (range_call,), set(candidates))


def _walked(tree, candidates, calls, written):
    left = [node for node in walk(tree, (f.If_Then_Stmt, f.Select_Case_Stmt))
            if getattr(node.item, "name", None)]  # EXIT may leave what has a name
    if left:
        return set()
    walked = _Walk(candidates, calls)
    for unit in tree.children[:1]:
        for part in unit.children:
            if isinstance(part, f.Execution_Part):
                walked.statements(part.children, written)
    return walked.candidates if walked.certain else set()


class _Walk:
    def __init__(self, candidates, calls):
        self.candidates, self.certain = set(candidates), True
        self.all, self.calls = frozenset(candidates), frozenset(calls)
        self.jumped, self.passed = {}, {}  # label -> what was written at jumps to it, and there

    def read(self, node, written):
        found = names.names_in(node)
        used = {name for name in found.used if name in self.candidates}
        self.candidates -= {name for name in used - written if not _only_counts(name, node)}
        if any(call.name in self.calls for call in found.calls):
            written -= self.all

    def statements(self, nodes, written):
        """Adds to `written`, and takes away from the candidates."""
        for node in nodes:
            self.statement(node, written)

    def statement(self, node, written):
        label = str(getattr(node.item, "label", None) or "")
        if label:
            written &= self.jumped.get(label, written)
            self.passed[label] = set(written)
        if isinstance(node, (f.Goto_Stmt, f.Computed_Goto_Stmt, f.Arithmetic_If_Stmt)):
            self.read(node, written)
            self.jump(re.findall(r"\b\d+", str(node)), written)
        elif isinstance(node, f.Assignment_Stmt):
            self.assignment(node, written)
        elif isinstance(node, f.If_Stmt):
            self.read(node.items[0], written)
            taken = set(written)
            self.statement(node.items[1], taken)
            written &= taken
        elif isinstance(node, (f.If_Construct, f.Case_Construct)):
            self.branches(node.children, written)
        elif type(node).__name__.endswith("Do_Construct"):
            self.loop(node.children, written)
        elif type(node).__name__ == "Block_Construct":
            self.block(node, written)
        else:
            self.read(node, written)

    def block(self, node, written):
        for part in walk(node.children, f.Specification_Part):
            self.candidates -= {str(name).lower() for name in walk(part, f.Name)}
        self.statements([each for each in node.children[1:-1]
                         if not isinstance(each, f.Specification_Part)], written)

    def jump(self, labels, written):
        for label in labels:
            self.jumped[label] = self.jumped.get(label, written) & written
            if label in self.passed:  # a jump back
                self.certain &= self.passed[label] <= written

    def assignment(self, node, written):
        self.read(node.items[2], written)
        target = node.items[0]
        whole = re.fullmatch(r"(\w+)(\((:,)*:\))?", str(target).replace(" ", ""))
        if whole:
            written.add(whole[1].lower())
        else:
            self.read(target, written)

    def branches(self, nodes, written):
        """What all branches write is written, where one of them is always taken; what the range
        writes in one is not."""
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
        after = set.intersection(*ends, *([] if complete else [written]))
        written.clear()
        written |= after

    def loop(self, nodes, written):
        inside = set(written)
        if any(call.name in self.calls for node in nodes for call in names.names_in(node).calls):
            inside -= self.all  # at its second turn
            written -= self.all
        self.counts(nodes[0], written)
        self.counts(nodes[0], inside)
        self.statements(nodes[1:], inside)

    def counts(self, node, written):
        """Its bounds are read, and its variable has a value from there on."""
        for control in walk(node, f.Loop_Control)[:1]:
            self.candidates -= set(_bounds(control)) - written
            written |= set(names.names_in(control).written)


def _only_counts(name, node):
    """Whether all that has the name is an implied DO that counts with it."""
    def counted(each):
        while each is not None and each is not node:
            each = each.parent
            if (isinstance(each, (f.Io_Implied_Do, f.Ac_Implied_Do))
                    and str(each.items[1].items[0]).lower() == name):
                return True
        return False

    return all(counted(each) for each in walk(node, f.Name) if str(each).lower() == name)


def _bounds(control):
    """Names that are read to begin a loop, its variable only where a bound has it."""
    found = names.names_in(control)
    read = [str(name).lower() for name in walk(control, f.Name)]
    for variable in found.written:
        read.remove(variable)
    return read


def of_host(host):
    """Scalars of a main program of which no value gets from it into its internal procedures, or
    from one to another: each gives them one before it reads them."""
    unit, program = host.unit, host.program
    found = {name for name, entity in host.entities.items()
             if not entity.rank and entity.category in ("integer", "real", "logical", "complex")
             and not entity.attributes & KEPT and not entity.initial and not entity.common
             and not entity.procedure}
    calls = {child.name for child in unit.children}
    try:
        parts = [(_body(unit), host)]
        parts += [(scope.tree, scope) for scope in map(program.scope, unit.children)]
    except Failure:
        return set()
    for tree, scope in parts:
        own = set(scope.entities) if scope is not host else set()
        reserved = {name for each in scope.declarations for name in each.names.used
                    if name not in each.defines or each.kind != "Type_Declaration_Stmt"}
        mine = found - own - reserved
        found = of(tree, mine, calls) | found & own
    return found


def _body(unit):
    """The statements of a main program, parsed."""
    end = unit.contains if unit.contains is not None else unit.last
    return parsing.parse_unit(unit, unit.source.lines[unit.first:end],
                              unit.source.places[unit.first:end + 1], "end program", unit.name)
