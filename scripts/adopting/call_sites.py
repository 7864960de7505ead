"""How many elements a(*) has, from the places where the routine is called."""

import dataclasses
import re

from adopting import actual_arguments, names, polynomials
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
    if not wanted:
        return {}
    found, calls = {}, Calls(program)
    reached = calls.reached(routine)
    for value in wanted:
        said = [calls.total(scope, call, routine, value.top.name) for scope, call in reached]
        places = [scope.place(call.node) for scope, call in reached]
        found[value.name] = joined(said, places, value.top)
    return found


def joined(said, places, entity):
    """`said`: of each call the bounds of the size, as polynomials, or None."""
    if not said or None in said:
        return Size("", [place for place, each in zip(places, said) if each is None])
    kinds = {least(each) for each in said}
    text = least([bound for each in said for bound in each])
    inner = [high if low == "1" else f"({high})-({low})+1" for low, high in entity.shape[:-1]]
    if inner:
        text = f"({text})/({'*'.join(f'({each})' for each in inner)})"
    return Size(text, places, len(kinds) > 1)


def least(bounds):
    """The least of some polynomials, as an expression."""
    kept = []
    for one in bounds:
        if not any(one == other or polynomials.is_positive(polynomials.minus(one, other))
                   for other in kept):
            kept = [each for each in kept
                    if not polynomials.is_positive(polynomials.minus(each, one))] + [one]
    texts = sorted(polynomials.text(one) for one in kept)
    return texts[0] if len(texts) == 1 else f"min({', '.join(texts)})"


class Calls:
    """Of the routine, in what a main program leads to."""

    def __init__(self, program):
        self.program, self.known, self.reaching = program, {}, {}

    def every(self, routine):
        """[(scope of the caller, call)] in all sources of the program."""
        if routine not in self.known:
            self.known[routine] = list(self._search(routine))
        return self.known[routine]

    def reached(self, routine):
        """Those that a main program leads to; all, where none does."""
        calls = self.every(routine)
        return [each for each in calls if self._is_reached(each[0])] or calls

    def _is_reached(self, scope):
        if scope not in self.reaching:
            self.reaching[scope] = False  # of one that calls itself
            self.reaching[scope] = not scope.whole or any(
                self._is_reached(caller) for caller, _ in self.every(scope)) or bool(
                    scope.parent and scope.parent.whole)
        return self.reaching[scope]

    def _search(self, routine):
        for file in self.program.files_with(routine.name):
            try:
                pending = list(self.program.units(file))
            except Failure:
                continue  # of a file that may be no part of the build
            while pending:
                unit = pending.pop(0)
                pending += unit.children
                text = "\n".join(unit.source.lines[unit.first:unit.last + 1])
                if (unit.kind not in ("program", "subroutine", "function")
                        or not re.search(rf"\b{routine.name}\b", text, re.IGNORECASE)):
                    continue
                try:
                    scope = (self.program.scope(unit) if unit.is_procedure
                             else self.program.whole(unit))
                except Failure:
                    continue
                for call in names.names_in(scope.execution).calls:
                    if call.name == routine.name and self._is_of(scope, routine):
                        yield scope, call

    def _is_of(self, scope, routine):
        found = scope.declaring(routine.name)
        if found and found[1] in found[0].children:
            return self.program.scope(found[0].children[found[1]]) is routine
        return routine.parent is None

    def total(self, scope, call, routine, name, depth=0):
        """Elements from the actual argument to the end of its array, and to the next arguments
        that are of the same array: the least of some polynomials; or None."""
        passed = [self._actual(scope, call, routine, each, depth) for each in routine.dummies]
        own = passed[routine.dummies.index(name)]
        if own is None:
            return None
        bounds = [polynomials.minus(own.elements, own.before)]
        for other in passed:
            if other is not None and other.base == own.base:
                distance = polynomials.minus(other.before, own.before)
                bounds += [distance] if polynomials.is_positive(distance) else []
        return actual_arguments.scaled(bounds, own.bytes, actual_arguments.bytes_of(
            routine.entities[name]))

    def _actual(self, scope, call, routine, name, depth):
        one = actual_arguments.of(scope, call, routine, name)
        if one is None or one.elements is not None:
            return one
        if depth > DEEPEST or one.base not in scope.dummies or not scope.whole:
            return None
        said = [self.total(caller, each, scope, one.base, depth + 1)
                for caller, each in self.reached(scope)]
        numbers = [bound.get((), 0) for each in said if each for bound in each
                   if polynomials.is_number(bound)]
        if not said or None in said or not numbers:
            return None
        return dataclasses.replace(one, elements=polynomials.number(min(numbers)))
