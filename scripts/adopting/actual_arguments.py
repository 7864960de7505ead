"""An array that a call passes: its elements, and how many are before the first one passed, as
polynomials of the callee's arguments."""

import dataclasses
import re

from adopting import entities, names, polynomials, statements
from adopting.fortran import f, walk
from adopting.value import constant

ONE = polynomials.number(1)
WORD = re.compile(r"[a-z]\w*", re.IGNORECASE)
BYTES = {"doubleprecision": 8, "doublecomplex": 16, "real": 4, "integer": 4, "logical": 4,
         "complex": 8}


@dataclasses.dataclass
class Actual:
    base: str
    elements: object  # None: the caller's own a(*)
    before: dict
    bytes: object     # of an element, or its type as it is written


def of(scope, call, routine, name):
    """An Actual, or None where it is no array that is known."""
    node = next((each for at, (keyword, _, each) in enumerate(call.arguments)
                 if routine.dummy_at(at, keyword) == name), None)
    base = names.base_of(node) if isinstance(node, (f.Name, f.Part_Ref)) else None
    owner, real = (scope.declaring(base) if base else None) or (None, None)
    entity = owner and owner.entities.get(real)
    if entity is None or entity.procedure or not entity.category:
        return None
    if not entity.rank:
        return Actual(base, ONE, {}, bytes_of(entity)) if isinstance(node, f.Name) else None
    renamed = Words(owner, scope, call, routine)
    shape = allocated(scope, entity.name) if entity.deferred else entity.shape
    if not shape:
        return None
    open_ended = shape[-1][1] == "*" or (shape[-1] == ["1", "1"] and owner.source.fixed
                                         and entity.name in owner.dummies)
    axes = [(renamed.of(low), None if open_ended and at == len(shape) else renamed.of(high))
            for at, (low, high) in enumerate(shape, 1)]
    before = {}
    if isinstance(node, f.Part_Ref):
        before = offset([renamed.of(each) for each in statements.split(str(node.items[1]))], axes)
    if before is None or any(low is None for low, _ in axes):
        return None
    if open_ended:
        return Actual(base, None, before, bytes_of(entity))
    if any(high is None for _, high in axes):
        return None
    whole = ONE
    for low, high in axes:
        whole = polynomials.times(whole, length(low, high))
    return Actual(base, whole, before, bytes_of(entity))


class Words:
    """Says expressions of a caller in the callee's arguments."""

    def __init__(self, owner, scope, call, routine):
        self.owner, self.scope = owner, scope
        self.changed = names.names_in(scope.execution)
        self.given = {}
        for at, (keyword, base, node) in enumerate(call.arguments):
            dummy = routine.dummy_at(at, keyword)
            entity = routine.entities.get(dummy)
            if (entity is not None and entity.category == "integer" and not entity.rank
                    and str(node).lower() == base):
                self.given.setdefault(base, dummy)

    def of(self, text, depth=0):
        """A polynomial; None where it has more than both sides know."""
        if depth > 4 or not re.fullmatch(r"[\w\s+*/()-]+", text.strip()):
            return None
        said = {}
        for word in {each.lower() for each in WORD.findall(text)}:
            said[word] = self._word(word, depth)
            if said[word] is None:
                return None
        return polynomials.parsed(WORD.sub(lambda match: said[match[0].lower()], text))

    def _word(self, word, depth):
        number = constant(self.owner, word)
        number = constant(self.scope, word) if number is None else number
        if number is not None:
            return f"({number})"
        if word in self.given and word not in self.changed.written:
            return self.given[word]
        value = self._assigned(word)
        inner = self.of(value, depth + 1) if value else None
        return None if inner is None else f"({polynomials.text(inner)})"

    def _assigned(self, word):
        """What the only statement that gives a variable its value gives it."""
        found = [node for node in walk(self.scope.execution, f.Assignment_Stmt)
                 if str(node.items[0]).lower() == word]
        if len(found) != 1 or word in self.scope.dummies or any(
                node is not found[0] and word in names.names_in(node).written
                for node in walk(self.scope.execution, (f.Loop_Control, f.Read_Stmt))):
            return None
        return str(found[0].items[2])


def allocated(scope, name):
    """Bounds that the one ALLOCATE statement of a caller gives to a variable; [] without one."""
    found = [each for each in walk(scope.execution, f.Allocation)
             if names.base_of(each.items[0]) == name and isinstance(each.items[0], f.Name)]
    return entities.bounds_of(str(found[0].items[1])) if len(found) == 1 else []


def length(low, high):
    return polynomials.plus(polynomials.minus(high, low), ONE)


def offset(indices, axes):
    """Elements before that one which is passed, or None where that is not known."""
    if len(indices) != len(axes) or None in indices:
        return None
    before, step = {}, ONE
    for index, (low, high) in zip(indices, axes):
        if low is None or step is None and index != low:
            return None
        if index != low:
            before = polynomials.plus(before,
                                      polynomials.times(polynomials.minus(index, low), step))
        step = (polynomials.times(step, length(low, high)) if step and high is not None else None)
    return before


def bytes_of(entity):
    """Of an element; its type as it is written, where a name says its kind."""
    text = re.sub(r"\s|kind=", "", entity.type_text.lower())
    if text in BYTES:
        return BYTES[text]
    match = re.fullmatch(r"([a-z]+)(?:\*(\d+)|\((\d+)\))", text)
    if not match or match[1] == "character":
        return text
    number = int(match[2] or match[3])
    return number * (2 if match[1] == "complex" and match[3] else 1)


def scaled(bounds, theirs, own):
    """Sizes in elements of the callee's type; None where that is not known."""
    if theirs == own:
        return bounds
    if not isinstance(theirs, int) or not isinstance(own, int) or any(
            factor * theirs % own for one in bounds for factor in one.values()):
        return None
    return [{words: factor * theirs // own for words, factor in one.items()} for one in bounds]
