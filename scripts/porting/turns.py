"""Whether two turns of a loop may touch one element, by their subscripts."""


def apart(one, two, turn, ends, step):
    """Whether two references of different turns never touch the same element."""
    mine, theirs = one.touch.access.path.split("%"), two.touch.access.path.split("%")
    if mine[0] != theirs[0]:
        return False  # two names of one memory
    if any(left != right for left, right in zip(mine, theirs)):
        return True  # two components
    if one.axes is None or two.axes is None or len(one.axes) != len(two.axes):
        return False
    if one.touch.access.form != two.touch.access.form:
        return False
    return any(axis_apart(left, right, one, two, turn, ends, step)
               for left, right in zip(one.axes, two.axes))


def axis_apart(left, right, one, two, turn, ends, step):
    (low, high), (begin, end) = widened(left, one, turn), widened(right, two, turn)
    factor = next((each.coefficient(turn) for each in (low, high, begin, end)
                   if each is not None), 0)
    known = [each for each in (low, high, begin, end) if each is not None]
    if any(each.coefficient(turn) != factor for each in known):
        return False
    if factor == 0:
        return (high is not None and begin is not None and positive(begin - high)
                or end is not None and low is not None and positive(low - end))
    if len(known) < 4:
        return False
    # Elements of two turns are at least `gap` apart, the boxes at most `reach` long.
    gap = abs(factor * (step or 1))
    ahead, behind = high - begin, end - low
    if ahead.is_constant and behind.is_constant:
        if ahead.constant < gap and behind.constant < gap:
            return True
        if low == high and begin == end:
            distance = abs((low - begin).constant)
            if distance % gap:
                return True
            if None not in ends:
                length = (ends[1] - ends[0]) * abs(factor)
                return length.is_constant and distance > length.constant
    return False


def positive(difference):
    return difference.is_constant and difference.constant > 0


def widened(axis, reference, turn):
    """First and last index over the turns of the loops inside."""
    return tuple(extreme(end, reference.bounds, turn, at) for at, end in enumerate(axis))


def extreme(value, bounds, turn, at):
    for _ in range(8):
        if value is None:
            return None
        inner = [(name, factor) for name, factor in value.terms if "@" in name and name != turn]
        if not inner:
            return value
        name, factor = inner[0]
        if name not in bounds:
            return None
        value = (None if bounds[name][at if factor > 0 else 1 - at] is None
                 else value.with_value(name, bounds[name][at if factor > 0 else 1 - at]))
    return None


def same_element(references):
    """Whether all touch one element, the same in each turn."""
    first = references[0].axes
    return first is not None and all(
        each.axes == first for each in references) and all(
        end is not None and not any("@" in name for name, _ in end.terms)
        for axis in first for end in axis)
