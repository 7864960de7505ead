"""Loops and jumps inside of the piece that a Flow walks."""

from porting import affine, tree


class InnerLoops:
    """Of a Flow, which has `block`, `meeting` and `define`."""

    def inner(self, loop, state):
        for key in self.changes(loop.body):
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
                    past = affine.over(box, name, *before, False)
                    if past:
                        earlier.setdefault(each, []).append(past)
                whole = affine.over(box, name, *(ordered if step in (1, -1) else (None, None)),
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
        self.define(state, key, affine.WHOLE)
        if not may_leave(loop):
            for each, boxes in all_turns.items():
                for box in boxes:
                    self.define(state, each, box)

    def turn_of(self, loop, state, key, name, silent):
        one = state.copy()
        one.values[key] = affine.symbol(name)
        self.define(one, key, affine.WHOLE)
        self._open.append((loop, []))
        self._silent += silent
        self.block(loop.body, one)
        self._silent -= silent
        cycled = self._open[-1][1]
        ends = ([] if one.ended else [one]) + [self.seen_here(each) for each in cycled]
        merged = self.meeting(ends, affine.State())
        self._open.pop()
        return merged

    def ends(self, loop, state):
        def read(node):
            return affine.read(node, lambda name: self.value(name, state))

        step = affine.number(1) if loop.step is None else read(loop.step)
        return (read(loop.first), read(loop.last),
                step.constant if step is not None and step.is_constant and step.constant else None)

    def jump(self, jump, state):
        cycled = next((cycled for loop, cycled in reversed(self._open)
                       if not jump.name or loop.name == jump.name), None)
        further_out = cycled is None and self.loop is not None and jump.name not in (
            "", self.loop.name)
        if jump.kind == "exit" and cycled is None or jump.kind == "cycle" and further_out:
            self.leave(jump)
        elif jump.kind == "cycle":
            (self._returns if cycled is None else cycled).append(state.copy())
        elif jump.kind == "exit":
            pass  # of a loop inside
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
        one = affine.State()
        for key, boxes in state.defined.items():
            one.defined[key] = [box for box in boxes if box == affine.WHOLE or all(
                name in names or "@" not in name
                for axis in box for end in axis for name, _ in end.terms)]
        one.values = {key: value for key, value in state.values.items() if all(
            name in names or "@" not in name for name, _ in value.terms)}
        return one

    def leave(self, jump):
        if not self._silent and jump not in self.leaves:
            self.leaves.append(jump)


def labels_in(body):
    return {item.name for item in tree.walk(body) if isinstance(item, tree.Label)}


def repeated(body):
    """Labels before a GO TO that leads to them; whether another GO TO leads over one of them. If
    none does, a jump back is made where all is defined that was when the label was reached."""
    at, back, over = {}, set(), []
    for number, item in enumerate(tree.walk(body)):
        if isinstance(item, tree.Label):
            at[item.name] = number
        elif isinstance(item, tree.Jump) and item.kind == "goto":
            if item.name in at:
                back.add(item.name)
            else:
                over.append((number, item.name))
    wild = any(number < at[label] < at.get(name, 0) for number, name in over for label in back)
    return back, wild


def may_leave(loop):
    inside = labels_in(loop.body)
    return any(isinstance(item, tree.Jump) and (
        item.kind in ("exit", "return", "stop") or item.kind == "goto" and item.name not in inside
        or item.kind == "cycle" and item.name and item.name != loop.name)
        for item in tree.walk(loop.body))
