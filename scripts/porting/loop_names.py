"""Variables of loops."""

from adopting import names
from adopting.fortran import f


class LoopNames:
    """Part of a procedure's writer."""

    def _loop_names(self):
        """Local integers that only loops over them use."""
        inside, outside = set(), set()

        def visit(node, open_):
            if node is None or isinstance(node, str):
                return
            if isinstance(node, (tuple, list)):
                for at, each in enumerate(node):
                    if type(each).__name__ == "Label_Do_Stmt" and at:
                        over = loop_variable(each)
                        visit(each, open_)
                        visit(node[at + 1:], open_ | {over})
                        return
                    visit(each, open_)
                return
            if isinstance(node, f.Name):
                if str(node).lower() not in open_:
                    outside.add(str(node).lower())
                return
            over = loop_variable(node.children[0]) if hasattr(node, "children") and len(
                node.children or ()) and type(node.children[0]).__name__ in (
                    "Nonlabel_Do_Stmt", "Label_Do_Stmt") else None
            if over:
                inside.add(over)
                control = control_of(node.children[0])
                visit(control.items[1][1] if control.items[1] else control.items[0], open_)
                visit(list(node.children[1:]), open_ | {over})
                return
            if isinstance(node, f.Loop_Control) and node.items[1]:
                inside.add(str(node.items[1][0]).lower())
                visit(node.items[1][1], open_)
                return
            visit(list(getattr(node, "children", ()) or ()), open_)

        for part in self.scope.execution:
            visit(list(part.children), frozenset())
        for child in self.scope.children:
            outside |= set(names.names_in(self.scope.program.scope(
                self.scope.children[child]).tree).used)
        for declaration in self.scope.declarations:
            if declaration.kind in ("Common_Stmt", "Equivalence_Stmt", "Save_Stmt", "Data_Stmt"):
                outside |= set(declaration.names.used)
        mine = set()
        for name in inside - outside:
            entity = self.scope.entities.get(name)
            if name in self.scope.dummies or name == self.scope.result:
                continue
            found, declared = self.scope.lookup(name), self.scope.entity_of(name)
            if declared is not None and declared.has("temporary") or (
                    found is None or found[0] is self.scope) and (entity is None or (
                        not entity.common and not entity.has("save") and not entity.initial)):
                mine.add(name)
        return mine


def control_of(head):
    """What counts the turns of a DO statement; None of an endless one."""
    return next((each for each in head.items if isinstance(each, f.Loop_Control)), None)


def loop_variable(head):
    control = control_of(head)
    return str(control.items[1][0]).lower() if control is not None and control.items[1] else None
