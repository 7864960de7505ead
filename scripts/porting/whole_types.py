"""Variables of a name; derived types as a whole: by their components."""

import re

from adopting import parsing
from adopting.fortran import f, walk
from adopting.names import arguments_of
from porting.refused import Refused
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
    listed = components(writer.frame, base, "%".join(path))
    made = [parsing.read(f.Assignment_Stmt, f"{node.items[0]}%{each} = {value}")
            for each, value in zip(listed, values(writer, node, listed) if listed else ())]
    for each in made:
        each.item, each.parent = node.item, node.parent
    return made


def values(writer, node, listed):
    """Of the components of the right side: a variable, or a value of its type with all of them."""
    right = node.items[2]
    base = re.match(r"\w*", str(node.items[0]))[0].lower()
    owner, real = writer.frame.owner(re.match(r"\w*", str(right))[0].lower())
    known = () if isinstance(owner, str) else owner.types.keys() - owner.interfaces.keys()
    made = isinstance(right, (f.Structure_Constructor, f.Part_Ref)) and real in known
    if made and right.items[1]:
        given = [(keyword or name, each)
                 for name, (keyword, each) in zip(listed, arguments_of(right.items[1]))]
        if (sorted(name for name, _ in given) == sorted(listed)
                and base not in {str(name).lower() for name in walk(right, f.Name)}):
            return [dict(given)[name] for name in listed]
    elif not made and isinstance(right, (f.Name, f.Part_Ref, f.Data_Ref)):
        name, path, _ = writer.parts(right)
        if real not in owner.children and components(writer.frame, name, "%".join(path)):
            return [f"{right}%{each}" for each in listed]
    raise Refused(writer.place(node), f"the value '{' '.join(str(right).split())[:60]}' of a "
                                      "derived type")
