"""Scalars of a main program that its parts use as their own, as the variables of loops."""

from adopting import parsing, temporaries
from adopting.block_names import KEPT
from adopting.failure import Failure


def of(host):
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
        found = temporaries.of(tree, mine, calls) | found & own
    return found


def _body(unit):
    """The statements of a main program, parsed."""
    end = unit.contains if unit.contains is not None else unit.last
    lines, places = unit.source.lines[unit.first:end], unit.source.places[unit.first:end + 1]
    if unit.head is None:
        lines, places = ["program main", *lines], [places[0], *places]
    return parsing.parse([*lines, "end program"], places, unit.name)
