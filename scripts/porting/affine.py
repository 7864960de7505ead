"""Integer expressions as sums of symbols with whole coefficients; sets of elements as boxes, for
each axis the first and the last index."""

import dataclasses

from adopting.fortran import f, walk

WHOLE = "whole"
MOST = 24  # boxes of one variable


@dataclasses.dataclass(frozen=True)
class Affine:
    terms: tuple = ()  # ((symbol, coefficient), ...), sorted, none of them zero
    constant: int = 0

    def __add__(self, other):
        terms = dict(self.terms)
        for symbol, factor in other.terms:
            terms[symbol] = terms.get(symbol, 0) + factor
        return of(terms, self.constant + other.constant)

    def __mul__(self, factor):
        return of({symbol: each * factor for symbol, each in self.terms}, self.constant * factor)

    def __sub__(self, other):
        return self + other * -1

    def coefficient(self, symbol):
        return dict(self.terms).get(symbol, 0)

    def without(self, symbol):
        return of({each: factor for each, factor in self.terms if each != symbol}, self.constant)

    def with_value(self, symbol, value):
        return self.without(symbol) + value * self.coefficient(symbol)

    @property
    def is_constant(self):
        return not self.terms


def of(terms, constant=0):
    return Affine(tuple(sorted((each, factor) for each, factor in terms.items() if factor)),
                  constant)


def number(value):
    return Affine((), value)


def symbol(name):
    return Affine(((name, 1),))


def read(node, value):
    """Of an expression; `value(name)` is that of a variable or None. None where it is none."""
    if isinstance(node, f.Int_Literal_Constant):
        return number(int(str(node.items[0])))
    if isinstance(node, f.Name):
        return value(str(node).lower())
    if isinstance(node, f.Parenthesis):
        return read(node.items[1], value)
    if isinstance(node, f.Level_2_Unary_Expr):
        inner = read(node.items[1], value)
        return inner and (inner * -1 if node.items[0] == "-" else inner)
    if isinstance(node, (f.Level_2_Expr, f.Add_Operand)) and node.items[1] in ("+", "-", "*"):
        left, right = read(node.items[0], value), read(node.items[2], value)
        if None not in (left, right):
            if node.items[1] != "*":
                return left + right if node.items[1] == "+" else left - right
            for one, other in ((left, right), (right, left)):
                if one.is_constant:
                    return other * one.constant
    return opaque(node, value)


def opaque(node, value):
    """A product, a quotient or a function of what does not change: one symbol, by its text."""
    if not isinstance(node, (f.Add_Operand, f.Level_2_Expr, f.Mult_Operand,
                             f.Intrinsic_Function_Reference)):
        return None
    if walk(node, (f.Function_Reference, f.Part_Ref, f.Data_Ref, f.Structure_Constructor)):
        return None
    names = {str(each).lower() for each in walk(node, f.Name)}
    for name in names:
        found = value(name)
        if found is None or not (found.is_constant or found == symbol(name) or (
                len(found.terms) == 1 and found.terms[0][1] == 1 and not found.constant
                and found.terms[0][0].endswith(f":{name}"))):
            return None
    return symbol(str(node).lower())


def never_below(difference, bounds, depth=8):
    """Whether it is at least zero."""
    if difference is None:
        return False
    if difference.is_constant:
        return difference.constant >= 0
    if depth:
        for name, factor in difference.terms:
            if name in bounds:
                least = bounds[name][0 if factor > 0 else 1]
                if least is not None and never_below(difference.with_value(name, least), bounds,
                                                     depth - 1):
                    return True
    return False


def covers(boxes, box, bounds):
    """Whether each element of `box` (None: not known) is in one of `boxes`."""
    if WHOLE in boxes:
        return True
    if box is None or box == WHOLE:
        return False
    known = [each for each in boxes if len(each) == len(box)][:MOST]
    for _ in range(2 * MOST):
        if any(contains(each, box, bounds) for each in known):
            return True
        found = next(((one, two, new) for one in known for two in known if one is not two
                      and (new := join(one, two, bounds)) and new not in known), None)
        if found is None:
            return False
        known = [each for each in known if not contains(found[2], each, bounds)] + [found[2]]
    return False


def contains(outer, inner, bounds):
    return all(never_below(inside[0] - out[0], bounds)
               and never_below(out[1] - inside[1], bounds)
               for out, inside in zip(outer, inner))


def join(one, two, bounds):
    """One box that has the elements of two, where they differ along one axis and meet there."""
    apart = [at for at, (left, right) in enumerate(zip(one, two)) if left != right]
    if len(apart) != 1:
        return None
    (first, last), (begin, end) = one[apart[0]], two[apart[0]]
    if not never_below(last + number(1) - begin, bounds):
        return None
    return (*one[:apart[0]], (first, end), *one[apart[0] + 1:])


def over(box, name, first, last, surely):
    """What all turns of a loop cover together, from `first` to `last`; None where that is none."""
    if box == WHOLE:
        return box if surely else None
    having = [at for at, (low, high) in enumerate(box)
              if low.coefficient(name) or high.coefficient(name)]
    if not having:
        return box if surely else None
    if len(having) > 1 or first is None or last is None:
        return None
    low, high = box[having[0]]
    factor = low.coefficient(name)
    if factor != high.coefficient(name) or abs(factor) != 1:
        return None
    begin, end = (first, last) if factor > 0 else (last, first)
    axis = low.with_value(name, begin), high.with_value(name, end)
    return (*box[:having[0]], axis, *box[having[0] + 1:])


class State:
    """What is known at one place of a turn."""

    def __init__(self, defined=None, values=None, ended=False):
        self.defined = {key: list(each) for key, each in (defined or {}).items()}
        self.values = dict(values or {})
        self.ended = ended

    def copy(self):
        return State(self.defined, self.values)
