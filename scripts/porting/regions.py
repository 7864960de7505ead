"""Sets of elements as boxes: for each axis the first and the last index, as Affine."""

from porting import affine

WHOLE = "whole"
MOST = 24  # boxes of one variable


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
    return all(affine.never_below(inside[0] - out[0], bounds)
               and affine.never_below(out[1] - inside[1], bounds)
               for out, inside in zip(outer, inner))


def join(one, two, bounds):
    """One box that has the elements of two, where they differ along one axis and meet there."""
    apart = [at for at, (left, right) in enumerate(zip(one, two)) if left != right]
    if len(apart) != 1:
        return None
    (first, last), (begin, end) = one[apart[0]], two[apart[0]]
    if not affine.never_below(last + affine.number(1) - begin, bounds):
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
