"""How many elements a(*) has, from the places where the routine is called."""

import dataclasses
import re

from adopting import elements, entities, names, statements
from adopting.failure import Failure

DEEPEST = 4  # callers of callers, whose own a(*) is passed on


@dataclasses.dataclass
class Size:
    """`text`: an expression of the routine's arguments; empty where some call does not say it."""
    text: str
    places: list
    differ: bool = False  # calls pass arrays of several sizes, of which it is the least


def sizes(program, routine, wanted):
    """{name of a dummy argument: Size} of those whose last extent the routine leaves open."""
    found, calls = {}, list(calls_of(program, routine))
    for value in wanted:
        position = routine.dummies.index(value.top.name)
        said = [total(program, scope, call, position, routine, value.top.name)
                for scope, call in calls]
        places = [scope.place(call.node) for scope, call in calls]
        found[value.name] = joined(said, places, value.top)
    return found


def joined(said, places, entity):
    numbers = [int(each) for each in said if each and re.fullmatch(r"\d+", each)]
    words = {each for each in said if each and not re.fullmatch(r"\d+", each)}
    if not said or None in said or len(words) > 1 or words and numbers:
        return Size("", [place for place, each in zip(places, said) if each is None])
    text = words.pop() if words else str(min(numbers))
    inner = [extent(*pair) for pair in entity.shape[:-1]]
    if inner:
        text = f"({text})/({'*'.join(f'({each})' for each in inner)})"
    return Size(text, places, len(set(numbers)) > 1)


def extent(low, high):
    return high if low == "1" else f"({high})-({low})+1"


def calls_of(program, routine):
    """(scope of the caller, call) of all calls in the sources of the program."""
    for file in program.files_with(routine.name):
        try:
            pending = list(program.units(file))
        except Failure:
            continue  # of a file that may be no part of the build
        while pending:
            unit = pending.pop(0)
            pending += unit.children
            if unit.kind not in ("program", "subroutine", "function"):
                continue
            text = "\n".join(unit.source.lines[unit.first:unit.last + 1])
            if not re.search(rf"\b{routine.name}\b", text, re.IGNORECASE):
                continue
            try:
                scope = whole(program, unit)
            except Failure:
                continue
            for call in names.names_in(scope.execution).calls:
                if call.name == routine.name and is_of(program, scope, routine):
                    yield scope, call


def whole(program, unit):
    """The scope of a unit with its statements, of a main program too."""
    return program.scope(unit) if unit.is_procedure else program.whole(unit)


def is_of(program, scope, routine):
    found = scope.lookup(routine.name)
    if found and not isinstance(found[0], str) and found[1] in found[0].children:
        return program.scope(found[0].children[found[1]]) is routine
    return routine.parent is None


def total(program, scope, call, position, routine, name, depth=0):
    """Elements from the actual argument to the end of its array, or None."""
    from fparser.two import Fortran2003 as f

    node = next((each for keyword, _, each in call.arguments if keyword == name), None)
    if node is None and position < len(call.arguments) and not call.arguments[position][0]:
        node = call.arguments[position][2]
    if not isinstance(node, (f.Name, f.Part_Ref)):
        return None
    entity = scope.entities.get(names.base_of(node))
    owner = scope
    if entity is None:
        found = scope.lookup(names.base_of(node) or "")
        if not found or isinstance(found[0], str):
            return None
        owner, entity = found[0], found[0].entities.get(found[1])
    if entity is None or entity.procedure or not entity.category:
        return None
    if not entity.rank:
        return "1" if isinstance(node, f.Name) else None
    axes = [[elements.constant(owner, low), in_words(owner, high, call, routine)]
            for low, high in (allocated(scope, entity.name) if entity.deferred else entity.shape)]
    if not axes:
        return None
    if entity.assumed_size or axes[-1] == [1, "1"] and owner.source.fixed and entity.name in \
            owner.dummies:
        passed = passed_on(program, owner, entity, depth)
        if passed is None or entity.rank > 1:
            return None
        axes = [[1, passed]]
    if any(low is None or high is None for low, high in axes):
        return None
    if isinstance(node, f.Name):
        return product(axes)
    before = offset(owner, node, axes)
    whole_size = product(axes)
    if before is None:
        return None
    return (str(int(whole_size) - before) if whole_size.isdigit()
            else whole_size if before == 0 else f"{whole_size}-{before}")


def in_words(owner, text, call, routine):
    """An upper bound as a number, or as the argument of the routine that has its value."""
    number = elements.constant(owner, text)
    if number is not None:
        return str(number)
    for dummy, (keyword, base, node) in zip(routine.dummies, call.arguments):
        if keyword is None and str(node).lower() == text.strip().lower():
            entity = routine.entities[dummy]
            if entity.category == "integer" and not entity.rank:
                return dummy
    return None


def allocated(scope, name):
    """Bounds that the one ALLOCATE statement of a caller gives to a variable; [] without one."""
    from fparser.two import Fortran2003 as f
    from fparser.two.utils import walk

    found = [each for each in walk(scope.execution, f.Allocation)
             if names.base_of(each.items[0]) == name and isinstance(each.items[0], f.Name)]
    return entities.bounds_of(str(found[0].items[1])) if len(found) == 1 else []


def passed_on(program, scope, entity, depth):
    """The size of a caller's own a(*), where all its calls say one number."""
    if depth > DEEPEST or not scope.whole or entity.name not in scope.dummies:
        return None
    said = [total(program, caller, call, scope.dummies.index(entity.name), scope, entity.name,
                  depth + 1) for caller, call in calls_of(program, scope)]
    if not said or any(each is None or not each.isdigit() for each in said):
        return None
    return min(said, key=int)


def product(axes):
    sizes_ = [high if low == 1 else str(int(high) - low + 1) if high.isdigit()
              else f"({high}-({low})+1)" for low, high in axes]
    if all(each.isdigit() for each in sizes_):
        number = 1
        for each in sizes_:
            number *= int(each)
        return str(number)
    return "*".join(sizes_)


def offset(scope, node, axes):
    """Elements before that one which is passed, or None where its indices are no numbers."""
    indices = [elements.constant(scope, each) for each in statements.split(str(node.items[1]))]
    if any(each is None for each in indices) or len(indices) != len(axes):
        return None
    before, step = 0, 1
    for index, (low, high) in zip(indices, axes):
        if step is None and index != low:
            return None
        before += (index - low) * (step or 0)
        step = step * (int(high) - low + 1) if step and high.isdigit() else None
    return before
