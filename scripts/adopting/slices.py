"""Parts of specification parts: the declarations that some names need, in their order."""

from adopting import statements


def local_slice(scope, wanted):
    """Declarations of `scope` that the names need, without those of outer scopes; all its use statements."""
    chosen, todo, seen = set(), list(wanted), set()
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
    return [each.text for each in statements.statements(declaration.scope.source.lines, declaration.first, declaration.last)]


def declaring(declaration, wanted):
    """The same without other variables that have a first value: an interface may not hold them, and no second one is wanted."""
    scope = declaration.scope
    entities = [scope.entities[name] for name in declaration.defines if name in scope.entities]
    if declaration.kind != "Type_Declaration_Stmt" or not any(
            each.initial and each.name not in wanted and not each.has("parameter") for each in entities):
        return text_of(declaration)
    lines = []
    for each in entities:
        if each.name in wanted or each.has("parameter"):
            attributes = sorted(each.attributes - {"save"}) + ([f"intent({each.intent})"] if each.intent else [])
            shape = ", ".join(upper if lower == "1" else f"{lower}:{upper}".replace("::", ":") for lower, upper in each.shape)
            lines.append(f"{', '.join([each.type_text, *attributes])} :: {each.name}" + (f"({shape})" if shape else "")
                         + (f" = {each.initial.lstrip('= ')}" if each.initial and each.has("parameter") else ""))
    return lines


def lines_of(declaration):
    return declaration.scope.source.lines[declaration.first:declaration.last + 1]


def head_text(unit):
    return unit.head.text
