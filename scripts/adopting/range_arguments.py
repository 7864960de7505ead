"""A range of an internal procedure, which can hold no other: its procedure follows it, and
gets the variables as arguments. It declares them as the internal procedure does."""

from adopting import jumps


def of(one, local):
    """Names of the variables that the range uses and does not have alone; `local`: those that it
    has. Refuses what no argument can be."""
    scope, found = one.scope, list(one.scope.dummies)
    for name in one.names.used:
        entity = scope.entities.get(name)
        if entity is None or name in local or name in found or entity.procedure or (
                name in scope.statement_functions):
            continue
        if entity.has("parameter") or entity.common or not entity.category:
            continue
        if name == scope.result:
            jumps.no(one.unit.place, f"the range sets the result of {one.unit.name}, a function",
                     f"adopt {one.unit.name}")
        if entity.initial or entity.has("save") or entity.has("equivalence"):
            jumps.no(entity.place, f"'{name}' keeps its value or its memory in {one.unit.name}, "
                     "an internal procedure", f"adopt {one.unit.name}")
        found.append(name)
    return found
