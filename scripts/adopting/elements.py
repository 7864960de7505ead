"""Arrays of derived types whose elements have storage of their own: each element is passed by
itself."""

import dataclasses
import re

from adopting.failure import USAGE, Failure
from adopting.value import designators, without_index

MOST = 64


def stated(scope, entity):
    """How many elements the declaration of an array of types says; 0 where it does not."""
    if entity.rank != 1:
        return 0
    low, high = (constant(scope, side) for side in entity.shape[0])
    return high - low + 1 if low is not None and high is not None else 0


def constant(scope, text):
    """An integer that is written out or is a parameter; else None."""
    if re.fullmatch(r"[-+]?\d+", text.strip()):
        return int(text)
    owner, real = scope.declaring(text.strip().lower()) or (None, None)
    entity = owner and owner.entities.get(real)
    return (constant(owner, entity.initial.lstrip("= ")) if entity and entity.has("parameter")
            else None)


def of(closure, path, array):
    """A path for each element of `array`, which is on the path."""
    at = path.index(array)
    key = re.sub(r"\([^)]*\)", "", designators(path[:at + 1])[-1])
    if array.rank > 1:
        raise Failure(USAGE, f"{array.place}: '{key}' is an array of derived types with "
                             f"{array.rank} axes whose elements hold arrays, which is not read: "
                             f"adopt the routine that is called for one element{closure.instead()}")
    count = array.count or closure.elements.get(key, 1)
    if count > MOST:
        raise Failure(USAGE, f"{array.place}: each of the {count} elements of '{key}' has storage "
                             f"of its own; at most {MOST} are passed one by one: adopt the "
                             f"routine that is called for one element{closure.instead()}")
    closure.counted[key] = count if not array.count else 0
    low = array.shape[0][0]
    low = int(low) if re.fullmatch(r"-?\d+", low) else 1
    return [[*path[:at], dataclasses.replace(array, shape=[], element=(low + index, low, count)),
             *path[at + 1:]] for index in range(count)]


def checks(values):
    """{array: (conditions under which it is there, lower bound, elements)} of what these values
    are elements of."""
    found = {}
    for value in values:
        names = designators(value.path)
        for at, (each, name) in enumerate(zip(value.path, names)):
            if each.element:
                guards = dataclasses.replace(value, path=value.path[:at + 1]).guards()[:-1]
                found[without_index(name, each)] = (guards, *each.element[1:])
    return found
