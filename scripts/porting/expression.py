"""A piece of C with its precedence and its type."""

from typing import NamedTuple

from porting.kinds_in_c import Type

PRIMARY, UNARY, TIMES, PLUS, LESS, EQUAL, AND, OR, CHOICE = 16, 14, 13, 12, 10, 9, 5, 4, 3
ORDER = {"logical": 0, "integer": 1, "real": 2, "complex": 3}


class E(NamedTuple):
    text: str
    prec: int
    type: Type

    def at(self, least):
        """Its text where operators bind at least this strongly."""
        return self.text if self.prec >= least else f"({self.text})"

    @property
    def category(self):
        return self.type.category

    @property
    def bytes(self):
        return self.type.bytes


def stronger(a, b):
    """The type of a result of operands of two types."""
    if a.category == b.category:
        return Type(a.category, max(a.bytes, b.bytes))
    first, second = (a, b) if ORDER[a.category] > ORDER[b.category] else (b, a)
    if second.category in ("integer", "logical"):
        return first
    return Type(first.category, max(first.bytes, second.bytes))
