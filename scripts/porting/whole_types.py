"""Variables of a name; derived types as a whole: by their components."""

from adopting import parsing
from adopting.fortran import f
from porting.variables import flat


def components(frame, name, path=""):
    """All that are behind a name and the components after it: [] of what is one value."""
    entity = frame.entity(name)
    if entity is None or entity.category != "type":
        return []
    owner, real = frame.owner(name)
    before = f"{real}%{path}%" if path else f"{real}%"
    return [value.access[len(before):]
            for value in flat(frame.port.closure, entity, owner, "local", "inout", entity.place)
            if value.access.startswith(before)]


def variables(frame, name, node):
    """Those of a name: one, or those of its components."""
    return [frame.find(name, each.split("%") if each else [], node)
            for each in components(frame, name) or [""]]


def sized_by_host(writer, verdict, node):
    """Has each thread an array of its own whose size is no constant?"""
    return any(variable.rank and writer.port.number(variable.elements) is None
               for name in verdict.private for variable in variables(writer.frame, name, node))


def assignments(writer, node):
    """Of an assignment of a derived type one for each component."""
    base, path, _ = writer.parts(node.items[0])
    made = [parsing.read(f.Assignment_Stmt, f"{node.items[0]}%{each} = {node.items[2]}%{each}")
            for each in components(writer.frame, base, "%".join(path))]
    for each in made:
        each.item, each.parent = node.item, node.parent
    return made
