"""Which elements an access touches, in terms of what does not change and of loops' variables; by
these, whether two turns of a loop may touch one."""

from adopting import parsing
from adopting.fortran import f, FparserException, walk
from porting import affine


class Elements:
    """Of a Flow: `scope`, `callees`, `changed` and the state are its own."""

    def value(self, name, state):
        owner, real = self.scope.declaring(name) or (None, None)
        entity = owner and owner.entities.get(real)
        if entity is None or entity.rank or entity.category != "integer":
            return None
        if entity.has("parameter"):
            return self.constant(owner, real, entity)
        key = self.key_of(name)
        if key in state.values:
            return state.values[key]
        return None if key in self.changed else affine.symbol(f"{owner.name}:{real}")

    def constant(self, owner, name, entity):
        """Of a PARAMETER: its number, else the name."""
        if (owner, name) not in self._constants:
            self._constants[owner, name] = affine.symbol(name)

            def inner(other):
                found, one = owner.declaring(other), owner.entity_of(other)
                return self.constant(*found, one) if one is not None and one.has(
                    "parameter") else None

            node = expression(entity.initial.lstrip("= "))
            value = affine.read(node, inner) if node is not None else None
            if value is not None:
                self._constants[owner, name] = value
        return self._constants[owner, name]

    def where(self, access, state):
        """Axes for the test of two turns, and the same as a box where all ends are known."""
        if access.subscripts is None:
            return None, None
        axes = tuple(self.axis(each, access, at, state)
                     for at, each in enumerate(access.subscripts))
        return axes, axes if all(None not in each for each in axes) else None

    def axis(self, node, access, at, state):
        def read(part):
            return affine.read(part, lambda name: self.value(name, state))

        if node is None:
            return None, None
        if isinstance(node, f.Subscript_Triplet):
            first, last, stride = node.items
            ends = self.declared(access, at)
            low = read(first) if first is not None else ends[0]
            high = read(last) if last is not None else ends[1]
            if stride is not None:
                return None, None
            return low, high
        value = None if self.is_array(node) else read(node)
        return value, value

    def is_array(self, node):
        found = [self.scope.entity_of(str(each).lower()) for each in walk(node, f.Name)]
        return any(entity is not None and entity.rank for entity in found)

    def declared(self, access, at):
        """Bounds of an axis as they are declared; (None, None) where that does not say."""
        entity = access.entity
        if entity is None or "%" in access.path or at >= entity.rank or entity.deferred \
                or access.owner[0] is not self.scope:
            return None, None
        return tuple(map(self.bound, entity.shape[at]))

    def bound(self, text):
        """What a declaration says; None where that is not followed."""
        node = None if text in (":", "*", "") else expression(text)
        return None if node is None else affine.read(
            node, lambda name: self.value(name, affine.State()))

    def all_of(self, access):
        entity = access.entity
        if entity is None or not entity.rank or "%" in access.path:
            return None
        axes = tuple(self.declared(access, at) for at in range(entity.rank))
        return axes if all(None not in each for each in axes) else None


def expression(text):
    try:
        return parsing.read(f.Expr, text)
    except FparserException:
        return None


# -- two turns


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
