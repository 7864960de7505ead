"""A conflict of two turns in words: both places, the element, the turns, the call."""

from porting import affine, elements, flow
from porting.regions import State

KINDS = {"flow": ("reads", "wrote"), "anti": ("writes", "read"), "reuse": ("writes", "read"),
         "output": ("writes", "wrote")}


def element(variable, conflict, index, callees):
    """Fortran's designator of the element."""
    if variable is None:
        return {1: "a local variable of a procedure that is called",
                2: "a variable of a procedure that is called, which keeps its value"}.get(
                    conflict["where"], "memory that has no name here")
    entity, offset = variable.entity, conflict["offset"]
    axes = conflict["axes"]
    if not axes:
        return variable.shown
    order = sorted(range(len(axes)), key=lambda at: -abs(axes[at][0]))
    places = [0] * len(axes)
    for at in order:
        stride = abs(axes[at][0]) or 1
        places[at] = offset // stride
        offset -= places[at] * stride
    lows = lower_bounds(variable, entity, index, callees)
    return f"{variable.shown}({','.join(str(at + low) for at, low in zip(places, lows))})"


def lower_bounds(variable, entity, index, callees):
    recorded = [value["lower"] for one in index["calls"] for value in one["values"]
                if value["name"] == variable.key[1] and value.get("lower")]
    if entity.deferred and recorded:
        return recorded[0]
    known = flow.Flow(callees, variable.key[0], None)
    lows = []
    for low, _ in entity.shape:
        node = elements.expression(low)
        value = affine.read(node, lambda name: known.value(name, State())) \
            if node is not None else None
        lows.append(value.constant if value is not None and value.is_constant else 1)
    return lows


def of(text, loop, variable, conflict, index, callees):
    """As a dictionary: what `why` says in one line."""
    then, now = KINDS[conflict["kind"]][1], KINDS[conflict["kind"]][0]
    earlier, later = text.shown(conflict["then"]), text.shown(conflict["code"])
    what = element(variable, conflict, index, callees)
    turns = conflict["turns"]
    return {
        "kind": conflict["kind"], "element": what, "call": conflict["call"],
        "turns": turns, "variable": loop.variable,
        "earlier": {"place": earlier, "does": then}, "later": {"place": later, "does": now},
        "words": f"line {later} {now} what line {earlier} {then}: {what}, turns {loop.variable} = "
                 f"{turns[0]} and {loop.variable} = {turns[1]} of call {conflict['call']}"}


def reason(text, facts):
    """Of a verdict, in one line with both places."""
    if not facts.obstacles:
        return "proven from the source" + kept(facts)
    return doubt(text, sorted(facts.obstacles, key=lambda one: one.judged)[0])


def doubt(text, one):
    name = f"{one.name}: " if one.name else ""
    if len(one.lines) == 1:
        return f"{name}{one.words} (line {text.shown(one.lines[0])})"
    first, second = (text.shown(each) for each in one.lines)
    return (f"{name}{one.words}: lines {first} and {second}" if first != second
            else f"{name}{one.words}: line {first}")


def kept(facts):
    parts = []
    if facts.reductions:
        parts.append(", ".join(f"{name} by {sign}" for sign, name in facts.reductions))
    if facts.private:
        parts.append("private " + ", ".join(sorted(facts.private)))
    if facts.last:
        parts.append("last value of " + ", ".join(sorted(facts.last)))
    return ": " + "; ".join(parts) if parts else ""
