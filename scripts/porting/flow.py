"""Walks a piece of a procedure in order: what is read before it is written, and which elements."""

import dataclasses

from porting import affine, regions, tree
from porting.callees import Touch  # noqa: F401


@dataclasses.dataclass
class Reference:
    """One access; `axes`: (first, last) a dimension, an end None where it is not known."""

    touch: object
    axes: tuple | None
    step: object
    sure: bool
    bounds: dict

    @property
    def line(self):
        return self.touch.access.line


class State:
    def __init__(self, defined=None, values=None, ended=False):
        self.defined = {key: list(each) for key, each in (defined or {}).items()}
        self.values = dict(values or {})
        self.ended = ended

    def copy(self):
        return State(self.defined, self.values)


class Flow:
    """`loop`: the loop of which one turn is walked, or None for a whole procedure."""

    def __init__(self, callees, scope, loop, bounds=None):
        self.callees, self.scope, self.loop = callees, scope, loop
        self.bounds = dict(bounds or {})
        self.references, self.touched, self.exposed, self.effects = [], [], {}, []
        self.leaves, self.changed, self.wild = [], set(), False
        self._constants = callees.constants
        self._cache, self._depth, self._open, self._silent = {}, 0, [], 0
        self.after, self._pending, self.labels = None, {}, set()

    # -- of the whole

    def prepared(self, body):
        """Knows what the body changes, and has walked nothing."""
        self.wild, self.labels = goes_back(body), labels_in(body)
        for item in tree.walk(body):
            if isinstance(item, tree.Loop) and item.variable:
                self.changed.add(self.key_of(item.variable))
            if isinstance(item, tree.Step):
                self.changed |= {each.key for each in self.touches(item)[0] if each.write}
        return self

    def run(self, body):
        self.prepared(body)
        state = State()
        if self.loop is not None:
            self.changed.add(self.key_of(self.loop.variable))
            name = self.turn
            state.values[self.key_of(self.loop.variable)] = affine.symbol(name)
            self.define(state, self.key_of(self.loop.variable), regions.WHOLE)
        self._returns = []
        self.block(body, state)
        ends = [each for each in (*self._returns, state) if not each.ended or each is not state]
        self.after = ends[0] if ends else state
        for each in ends[1:]:
            self.after = self.both(self.after, each)
        return self

    @property
    def turn(self):
        return f"{self.loop.variable}@{self.loop.line}"

    def key_of(self, name):
        found = self.scope.lookup(name)
        owner, real = (found[0], found[1]) if found and not isinstance(found[0], str) else (
            self.scope, name)
        return owner, real, real

    def surely(self, key):
        return regions.WHOLE in self.after.defined.get(key, ()) and not self.wild

    def touches(self, step):
        if id(step) not in self._cache:
            self._cache[id(step)] = (*self.callees.touches(self.scope, step), step)
        return self._cache[id(step)][:2]

    # -- in order

    def block(self, body, state):
        for item in body:
            if isinstance(item, tree.Label):
                self.label(item, state)
            elif state.ended:
                continue  # what follows is reached by a label alone
            elif isinstance(item, tree.Step):
                self.step(item, state)
            elif isinstance(item, tree.Branch):
                self.branch(item, state)
            elif isinstance(item, tree.Loop):
                self.inner(item, state)
            elif isinstance(item, tree.Jump):
                self.jump(item, state)

    def label(self, label, state):
        """Where jumps from before meet."""
        ways = [self.seen_here(each) for each in self._pending.pop(label.name, [])]
        ways += [] if state.ended else [state]
        if self.wild:
            ways = [State()]
        merged = ways[0] if ways else State(ended=True)
        for each in ways[1:]:
            merged = self.both(merged, each)
        state.defined, state.values, state.ended = merged.defined, merged.values, merged.ended

    def step(self, step, state):
        touches, effects = self.touches(step)
        if not self._silent:
            self.effects += [each for each in effects if each not in self.effects]
        for touch in touches:
            axes, box = self.where(touch.access, state)
            if not self._silent:
                self.references.append(Reference(touch, axes, step, touch.must,
                                                 dict(self.bounds)))
                self.touched.append(touch)
                if not touch.write and not self.covered(state, touch, box):
                    self.exposed.setdefault(touch.key, touch)
        for touch in touches:
            if touch.write:
                self.written(step, touch, state)

    def covered(self, state, touch, box):
        if self.wild:
            return False
        boxes = state.defined.get(touch.key, [])
        path = touch.access.path
        while "%" in path and not boxes:
            path = path.rpartition("%")[0]
            boxes = [each for each in state.defined.get((*touch.access.owner, path), [])
                     if each == regions.WHOLE]
        return regions.covers(boxes, box or self.all_of(touch.access, state), self.bounds)

    def written(self, step, touch, state):
        from fparser.two import Fortran2003 as f

        key, entity = touch.key, touch.access.entity
        state.values.pop(key, None)
        if not touch.must:
            return
        _, box = self.where(touch.access, state)
        scalar = touch.access.subscripts is None and "%" not in touch.access.path and (
            entity is None or not entity.rank)
        if touch.access.subscripts is None:
            self.define(state, key, regions.WHOLE)
        elif box is not None:
            full = self.all_of(touch.access, state)
            whole = full and regions.contains(box, full, self.bounds)
            self.define(state, key, regions.WHOLE if whole else box)
        if scalar and isinstance(step.node, f.Assignment_Stmt) and entity is not None \
                and entity.category == "integer":
            value = affine.read(step.node.items[2], lambda name: self.value(name, state))
            if value is not None:
                state.values[key] = value

    def define(self, state, key, box):
        boxes = state.defined.setdefault(key, [])
        if box not in boxes:
            boxes.append(box)

    # -- which elements

    def value(self, name, state):
        found = self.scope.lookup(name)
        if found is None or isinstance(found[0], str):
            return None
        owner, real, _ = found
        entity = owner.entities.get(real)
        if entity is None or entity.rank:
            return None
        if entity.has("parameter"):
            return self.constant(owner, real, entity)
        key = owner, real, real
        if key in state.values:
            return state.values[key]
        return None if key in self.changed else affine.symbol(f"{owner.name}:{real}")

    def constant(self, owner, name, entity):
        """Of a PARAMETER: its number, else the name."""
        if (owner, name) not in self._constants:
            self._constants[owner, name] = affine.symbol(name)

            def inner(other):
                found = owner.lookup(other)
                if found is None or isinstance(found[0], str):
                    return None
                one = found[0].entities.get(found[1])
                return self.constant(found[0], found[1], one) if one is not None and one.has(
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
        from fparser.two import Fortran2003 as f

        def read(part):
            return affine.read(part, lambda name: self.value(name, state))

        if node is None:
            return None, None
        if isinstance(node, f.Subscript_Triplet):
            first, last, stride = node.items
            ends = self.declared(access, at, state)
            low = read(first) if first is not None else ends[0]
            high = read(last) if last is not None else ends[1]
            if stride is not None:
                return None, None
            return low, high
        value = None if self.is_array(node) else read(node)
        return value, value

    def is_array(self, node):
        from fparser.two import Fortran2003 as f
        from fparser.two.utils import walk

        for each in walk(node, f.Name):
            found = self.scope.lookup(str(each).lower())
            if found and not isinstance(found[0], str):
                entity = found[0].entities.get(found[1])
                if entity is not None and entity.rank:
                    return True
        return False

    def declared(self, access, at, state):
        """Bounds of an axis as they are declared; (None, None) where that does not say."""
        entity = access.entity
        if entity is None or "%" in access.path or at >= entity.rank or entity.deferred \
                or access.owner[0] is not self.scope:
            return None, None
        ends = []
        for text in entity.shape[at]:
            node = None if text in (":", "*", "") else expression(text)
            ends.append(None if node is None else
                        affine.read(node, lambda name: self.value(name, State())))
        return tuple(ends)

    def all_of(self, access, state):
        entity = access.entity
        if entity is None or not entity.rank or "%" in access.path:
            return None
        axes = tuple(self.declared(access, at, state) for at in range(entity.rank))
        return axes if all(None not in each for each in axes) else None

    # -- branches and loops

    def branch(self, branch, state):
        ends = []
        for arm in branch.arms:
            one = state.copy()
            self.block(arm, one)
            ends.append(one)
        if not branch.complete:
            ends.append(state.copy())
        going = [each for each in ends if not each.ended]
        if not going:
            state.ended = True
            return
        merged = going[0]
        for each in going[1:]:
            merged = self.both(merged, each)
        state.defined, state.values = merged.defined, merged.values

    def both(self, one, two):
        """What holds on either way."""
        merged = State()
        for key in one.defined.keys() & two.defined.keys():
            boxes = [box for box in one.defined[key] if self.within(two.defined[key], box)]
            boxes += [box for box in two.defined[key] if box not in boxes
                      and self.within(one.defined[key], box)]
            if boxes:
                merged.defined[key] = boxes
        merged.values = {key: value for key, value in one.values.items()
                         if two.values.get(key) == value}
        return merged

    def within(self, boxes, box):
        return box in boxes or box != regions.WHOLE and regions.covers(boxes, box, self.bounds)

    def inner(self, loop, state):
        for item in tree.walk(loop.body):
            for key in ([each.key for each in self.touches(item)[0] if each.write]
                        if isinstance(item, tree.Step) else
                        [self.key_of(item.variable)] if isinstance(item, tree.Loop)
                        and item.variable else []):
                state.values.pop(key, None)
        if not loop.variable:
            self._open.append((loop, []))
            one = state.copy()
            self.block(loop.body, one)
            self._open.pop()
            return
        key, name = self.key_of(loop.variable), f"{loop.variable}@{loop.line}"
        first, last, step = self.ends(loop, state)
        ordered = (first, last) if step and step > 0 else (last, first) if step else (None, None)
        outside = self.bounds
        self.bounds = {**outside, name: ordered}
        turn = self.turn_of(loop, state, key, name, silent=True)
        surely = (step is not None and first is not None and last is not None
                  and affine.never_below((last - first) * (1 if step > 0 else -1), outside))
        earlier, all_turns = {}, {}
        now = affine.symbol(name)
        before = (first, now - affine.number(1)) if step == 1 else (now + affine.number(1), first)
        for each, boxes in turn.defined.items():
            for box in boxes:
                if box in state.defined.get(each, ()):
                    continue
                if step in (1, -1) and first is not None:
                    past = regions.over(box, name, *before, False)
                    if past:
                        earlier.setdefault(each, []).append(past)
                whole = regions.over(box, name, *(ordered if step in (1, -1) else (None, None)),
                                     surely)
                if whole:
                    all_turns.setdefault(each, []).append(whole)
        begin = state.copy()
        for each, boxes in earlier.items():
            for box in boxes:
                self.define(begin, each, box)
        self.turn_of(loop, begin, key, name, silent=False)
        self.bounds = outside
        state.values.pop(key, None)
        self.define(state, key, regions.WHOLE)
        if not may_leave(loop):
            for each, boxes in all_turns.items():
                for box in boxes:
                    self.define(state, each, box)

    def turn_of(self, loop, state, key, name, silent):
        one = state.copy()
        one.values[key] = affine.symbol(name)
        self.define(one, key, regions.WHOLE)
        self._open.append((loop, []))
        self._silent += silent
        self.block(loop.body, one)
        self._silent -= silent
        cycled = self._open[-1][1]
        ends = ([] if one.ended else [one]) + [self.seen_here(each) for each in cycled]
        merged = ends[0] if ends else State()
        for each in ends[1:]:
            merged = self.both(merged, each)
        self._open.pop()
        return merged

    def ends(self, loop, state):
        def read(node):
            return affine.read(node, lambda name: self.value(name, state))

        step = affine.number(1) if loop.step is None else read(loop.step)
        return (read(loop.first), read(loop.last),
                step.constant if step is not None and step.is_constant and step.constant else None)

    def jump(self, jump, state):
        target = next((at for at in range(len(self._open) - 1, -1, -1)
                       if not jump.name or self._open[at][0].name == jump.name), None)
        named = bool(jump.name)
        own = self.loop is not None and (target is None or named and target is None)
        if own and named and jump.kind in ("cycle", "exit") and jump.name != self.loop.name:
            self.leave(jump)  # of a loop further out
        elif jump.kind == "cycle":
            if target is None:
                self._returns.append(state.copy())
            else:
                self._open[target][1].append(state.copy())
        elif jump.kind == "exit":
            if target is None:
                self.leave(jump)
        elif jump.kind == "goto" and jump.name in self.labels:
            self._pending.setdefault(jump.name, []).append(state.copy())
        else:
            self.leave(jump)
            if self.loop is None and jump.kind == "return":
                self._returns.append(state.copy())
        state.ended = True

    def seen_here(self, state):
        """Without what is said in the variables of loops that were left."""
        names = {f"{each.variable}@{each.line}" for each in
                 [one for one, _ in self._open] + ([self.loop] if self.loop else [])}
        one = State()
        for key, boxes in state.defined.items():
            one.defined[key] = [box for box in boxes if box == regions.WHOLE or all(
                name in names or "@" not in name
                for axis in box for end in axis for name, _ in end.terms)]
        one.values = {key: value for key, value in state.values.items() if all(
            name in names or "@" not in name for name, _ in value.terms)}
        return one

    def leave(self, jump):
        if not self._silent and jump not in self.leaves:
            self.leaves.append(jump)


def expression(text):
    from fparser.two import Fortran2003 as f
    from fparser.two.utils import FparserException

    try:
        return f.Expr(text)
    except FparserException:
        return None


def labels_in(body):
    return {item.name for item in tree.walk(body) if isinstance(item, tree.Label)}


def goes_back(body):
    """Whether a GO TO leads to a label before it."""
    seen = set()
    for item in tree.walk(body):
        if isinstance(item, tree.Label):
            seen.add(item.name)
        elif isinstance(item, tree.Jump) and item.kind == "goto" and item.name in seen:
            return True
    return False


def may_leave(loop):
    inside = labels_in(loop.body)
    return any(isinstance(item, tree.Jump) and (
        item.kind in ("exit", "return", "stop") or item.kind == "goto" and item.name not in inside
        or item.kind == "cycle" and item.name and item.name != loop.name)
        for item in tree.walk(loop.body))
