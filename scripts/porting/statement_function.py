"""Statement functions as inline functions."""

from adopting import names
from adopting.fortran import f, walk
from porting.expression import E, PRIMARY, in_c
from porting.refused import Refused
from porting.variables import TAKEN


class StatementFunction:
    """`hmean(x, y) = 2.0 * x * y / (x + y)` as an inline function."""

    def __init__(self, port, writer, name, node):
        scope = writer.scope
        dummies, body = definition(scope, name)
        listed = [str(each).lower() for each in names.listed(dummies)]
        types = [self.type_of(port, scope, each) for each in listed]
        self.returns = self.type_of(port, scope, name)
        alias = {each: E(each, PRIMARY, kind) for each, kind in zip(listed, types)}
        used, writer.frame.used = writer.frame.used, {}
        writer.frame.aliases.append(alias)
        text = writer.cast(self.returns, writer.e(body)).text
        writer.frame.aliases.pop()
        captured, writer.frame.used = list(writer.frame.used), used
        captured = [each for each in captured if each.kind != "constant"]
        for each in captured:
            if each.rank:
                raise Refused(scope.unit.place, f"the statement function {name} reads the array "
                                                f"{each.name}")
        self.captured = [each.key[1] for each in captured]
        for each in captured:
            text = text.replace(f"*{each.name}", each.name) if each.pointer else text
        self.name = name if name not in TAKEN else name + "_"
        parameters = [f"{in_c(kind)} {each}" for each, kind in zip(listed, types)]
        parameters += [f"{in_c(each.type)} {each.name}" for each in captured]
        self.text = (f"static inline {in_c(self.returns)} {self.name}({', '.join(parameters)}) "
                     f"{{ return {text}; }}")

    def type_of(self, port, scope, name):
        entity = scope.entities.get(name)
        text = entity.type_text if entity is not None and entity.type_text else (
            scope.implicit_type(name)[0])
        return port.kinds.of_text(text, scope, scope.unit.place)

    def rename(self, name):
        self.text = self.text.replace(f" {self.name}(", f" {name}(", 1)
        self.name = name


def definition(scope, name):
    """(dummies, expression); fparser takes some for assignments to elements."""
    for node in walk(scope.tree, (f.Stmt_Function_Stmt, f.Assignment_Stmt)):
        if isinstance(node, f.Stmt_Function_Stmt):
            head, dummies, body = node.items[:3]
        elif isinstance(node.items[0], f.Part_Ref):
            (head, dummies), body = node.items[0].items, node.items[2]
        else:
            continue
        if str(head).lower() == name:
            return dummies, body
    return None, None


def read_by(owner, name):
    """What a statement function reads of its procedure, itself or by another one."""
    dummies, body = definition(owner, name)
    used = set(names.names_in(body).used) - set(names.names_in(dummies).used)
    others = used & owner.statement_functions - {name}
    return (used - others).union(*(read_by(owner, each) for each in others))
