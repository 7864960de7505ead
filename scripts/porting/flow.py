"""Walks a piece of a procedure in order: what is read before it is written, and which elements."""

import dataclasses
import functools

from adopting.fortran import f
from porting import affine, tree
from porting.elements import Elements
from porting.inner_loops import InnerLoops, labels_in, repeated


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


class Flow(Elements, InnerLoops):
    """`loop`: the loop of which one turn is walked, or None for a whole procedure."""

    def __init__(self, callees, scope, loop, bounds=None):
        self.callees, self.scope, self.loop = callees, scope, loop
        self.bounds = dict(bounds or {})
        self.references, self.touched, self.exposed, self.effects = [], [], {}, []
        self.leaves, self.changed, self.repeated, self.wild = [], set(), set(), False
        self._constants = callees.constants
        self._cache, self._open, self._silent = {}, [], 0
        self.after, self._pending, self.labels = None, {}, set()

    # -- of the whole

    def prepared(self, body):
        """Knows what the body changes, and has walked nothing."""
        (self.repeated, self.wild), self.labels = repeated(body), labels_in(body)
        self.changed |= self.changes(body)
        return self

    def changes(self, body):
        """Keys of what it writes."""
        found = set()
        for item in tree.walk(body):
            if isinstance(item, tree.Loop) and item.variable:
                found.add(self.key_of(item.variable))
            if isinstance(item, tree.Step):
                found |= {each.key for each in self.touches(item)[0] if each.write}
        return found

    def run(self, body):
        self.prepared(body)
        state = affine.State()
        if self.loop is not None:
            self.changed.add(self.key_of(self.loop.variable))
            name = self.turn
            state.values[self.key_of(self.loop.variable)] = affine.symbol(name)
            self.define(state, self.key_of(self.loop.variable), affine.WHOLE)
        self._returns = []
        self.block(body, state)
        ends = [each for each in (*self._returns, state) if not each.ended or each is not state]
        self.after = self.meeting(ends, state)
        return self

    @property
    def turn(self):
        return f"{self.loop.variable}@{self.loop.line}"

    def key_of(self, name):
        found = self.scope.declaring(name) or (self.scope, name)
        return (*self.scope.program.storage(*found), name)

    def surely(self, key):
        return affine.WHOLE in self.after.defined.get(key, ()) and not self.wild

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
            ways = [affine.State()]
        merged = self.meeting(ways, affine.State(ended=True))
        state.defined, state.values, state.ended = merged.defined, merged.values, merged.ended
        if label.name in self.repeated:  # what is behind it may have changed them
            own = self.loop and self.key_of(self.loop.variable)
            state.values = {key: value for key, value in state.values.items()
                            if key == own or key not in self.changed}

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
                     if each == affine.WHOLE]
        return affine.covers(boxes, box or self.all_of(touch.access), self.bounds)

    def written(self, step, touch, state):
        key, entity = touch.key, touch.access.entity
        state.values.pop(key, None)
        if not touch.must:
            return
        _, box = self.where(touch.access, state)
        scalar = touch.access.subscripts is None and "%" not in touch.access.path and (
            entity is None or not entity.rank)
        if touch.access.subscripts is None:
            self.define(state, key, affine.WHOLE)
        elif box is not None:
            full = self.all_of(touch.access)
            whole = full and affine.contains(box, full, self.bounds)
            self.define(state, key, affine.WHOLE if whole else box)
        if scalar and isinstance(step.node, f.Assignment_Stmt) and entity is not None \
                and entity.category == "integer":
            value = affine.read(step.node.items[2], lambda name: self.value(name, state))
            if value is not None:
                state.values[key] = value

    def define(self, state, key, box):
        boxes = state.defined.setdefault(key, [])
        if box not in boxes:
            boxes.append(box)

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
        merged = self.meeting(going)
        state.defined, state.values = merged.defined, merged.values

    def meeting(self, ways, none=None):
        """What holds on each way; `none`: where there is none."""
        return functools.reduce(self.both, ways) if ways else none

    def both(self, one, two):
        """What holds on either way."""
        merged = affine.State()
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
        return box in boxes or box != affine.WHOLE and affine.covers(boxes, box, self.bounds)
