"""Parts of specification parts: the declarations that some names need, in their order."""

import re

from adopting import statements

# Statements that name one variable after another.
LISTS = {f"{each}_Stmt" for each in ("Type_Declaration", "Dimension", "Intent", "Optional",
                                     "Target", "Allocatable", "Pointer", "Value",
                                     "Volatile", "Contiguous", "Asynchronous", "External",
                                     "Intrinsic")}
# What is before their first variable, where no :: is.
HEAD = re.compile(r"\s*(double\s+(precision|complex)|[a-z]+\s*\*\s*(\d+|\([^()]*\))|"
                  r"[a-z]+\s*\(([^()]|\([^()]*\))*\)|[a-z]+)\s*,?",
                  re.IGNORECASE)


def local_slice(scope, wanted):
    """Declarations of `scope` that the names need, without those of outer scopes; all its use
    statements."""
    chosen, todo, seen = set(), list(wanted), left_out(scope, wanted)
    while todo:
        name = todo.pop()
        if name in seen:
            continue
        seen.add(name)
        entity = scope.entities.get(name)
        if entity is not None and entity.type_name:
            todo.append(entity.type_name)
        for index, declaration in enumerate(scope.declarations):
            if name in declaration.defines:
                chosen.add(index)
                todo += declaration.names.used
                todo += declaration.defines
                todo += [scope.entities[each].type_name for each in declaration.defines
                         if each in scope.entities and scope.entities[each].type_name]
    for index, declaration in enumerate(scope.declarations):
        if declaration.kind in ("Use_Stmt", "Implicit_Stmt", "Import_Stmt"):
            chosen.add(index)
    return [scope.declarations[index] for index in sorted(chosen)]


def text_of(declaration):
    """Its logical statements."""
    return [each.text for each in statements.statements(declaration.scope.source.lines,
                                                        declaration.first, declaration.last)]


def declaring(declaration, wanted):
    """The same without what only the routine itself can declare, and without other variables that
    have a first value: an interface may not hold them, and no second one is wanted."""
    if declaration.kind not in LISTS:
        return text_of(declaration)
    known = [declaration.scope.entities[name]
             for name in declaration.defines if name in declaration.scope.entities]
    out = left_out(declaration.scope, wanted) | {
        each.name
        for each in known if each.initial and each.name not in wanted and not each.has("parameter")}
    return ([text for each in text_of(declaration) for text in without(each, out)]
            if out & declaration.defines else text_of(declaration))


def left_out(scope, wanted):
    """Dummy arguments that are not wanted, and what has a size by them."""
    out = {*scope.dummies, scope.result} - {*wanted, None}
    if not out:
        return out
    sizes = {each.name: set(re.findall(r"[a-z]\w*", f"{each.shape} {each.length}".lower()))
             for each in scope.entities.values()}
    return out | {name for name, words in sizes.items() if name not in wanted and words & out}


def without(statement, names):
    """A statement that names variables, without some of them; [] where none is left."""
    at = statement.find("::") + 2 if "::" in statement else HEAD.match(statement).end()
    kept = [each.strip() for each in statements.split(statement[at:])
            if re.match(r"\s*(\w*)", each)[1].lower() not in names]
    return [f"{statement[:at].rstrip(', ')} {', '.join(kept)}"] if kept else []
