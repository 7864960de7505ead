"""The verdict on a loop: what the source says, then what its recorded calls show; a conflict of two
turns in words: both places, the element, the turns, the call."""

from porting import behind, flow, tree
from porting.callees import is_local, is_temporary

KINDS = {"flow": ("reads", "wrote"), "anti": ("writes", "read"), "reuse": ("writes", "read"),
         "output": ("writes", "wrote")}
WORST = ("flow", "anti", "output", "reuse")


class Judge:
    def __init__(self, text, callees, index, seen):
        self.text, self.callees, self.index, self.seen = text, callees, index, seen
        self.by_loop = {}
        for each in seen.conflicts if seen else ():
            self.by_loop.setdefault(each["loop"], []).append(each)

    def of(self, number, facts):
        """(verdict, why, witness, turns); adds to the private variables of `facts`."""
        if self.seen is None:
            return ("carried" if facts.obstacles else "independent",
                    reason(self.text, facts), None, None)
        runs, most, lost = self.seen.loops.get(number, (0, 0, 0))
        traced = number in self.seen.copy.traced
        turns = most if traced else None
        found = self._carried(number, facts)
        if found:
            return "carried", found["words"], found, turns
        if not facts.obstacles:
            return "independent", reason(self.text, facts), None, turns
        unjudged = [each for each in facts.obstacles
                    if not each.judged or self._unseen(facts, each)]
        if unjudged:
            return "carried", doubt_of(self.text, unjudged[0]), None, turns
        doubt = doubt_of(self.text, facts.obstacles[0])
        if not traced or most < 2 or lost:
            why = "its turns are not traced" if not traced else (
                "no recorded call runs two turns of it" if most < 2 else
                "more was read than is kept of each element")
            return "carried", f"not proven, and {why}: {doubt}", None, turns
        part = "" if self.seen.complete else (
            f"; the first {self.seen.accesses // 1_000_000} million accesses were traced")
        kept = kept_apart(facts).replace(": ", "; ", 1)
        return "observed", f"not proven: {doubt}{kept}{part}", None, turns

    def _unseen(self, facts, obstacle):
        """Whether accesses to the variable are not traced."""
        if self.callees.uses_library(facts.scope, facts.loop.body, self.seen.libraries):
            return True
        entity = facts.written.get(obstacle.key, (None,))[0]
        memory = entity is not None and (entity.deferred or entity.common)
        return not memory and (facts.scope, obstacle.key) not in self.seen.copy.seen

    def _carried(self, number, facts):
        """The first conflict that nothing explains, as a witness; None."""
        # A loop around that ends at the same label counts before this one is seen to end.
        around = [each for _, _, each in behind.path_to(self.callees.tree(facts.scope), facts.loop)]
        own = {facts.flow.key_of(each.variable)[:2] for each in (*around, *tree.walk([facts.loop]))
               if isinstance(each, tree.Loop) and each.variable}
        groups = {}
        for each in self.by_loop.get(number, ()):
            variable = self.seen.copy.variables[each["id"] // 2] if each["id"] >= 0 else None
            key = variable.key if variable else (None, each["where"])
            groups.setdefault(key, (variable, []))[1].append(each)
        left = []
        for key, (variable, conflicts) in groups.items():
            kinds = {each["kind"] for each in conflicts}
            if key in own:
                continue
            if not self._explained(facts, key, variable, kinds):
                left += [(WORST.index(each["kind"]), variable, each) for each in conflicts
                         if each["kind"] in WORST]
        if not left:
            return None
        _, variable, conflict = min(left, key=lambda one: one[0])
        conflict = {**conflict, "code": self._line(facts, variable, conflict, "code"),
                    "then": self._line(facts, variable, conflict, "then")}
        found = witness_of(self.text, facts.loop, variable, conflict, self.index, self.callees)
        kinds = {each["kind"] for _, one, each in left if one is variable}
        if variable is not None and kinds <= {"output", "reuse"} \
                and not facts.written.get(variable.key, (None, True))[1]:
            found["words"] += ("; no turn reads what another wrote: if no one needs "
                               f"{variable.shown} after a call, name it in `scratch` of "
                               "ladder.toml")
        return found

    def _line(self, facts, variable, conflict, which):
        """Where the compiler gives an access no line, that of the first access of its kind."""
        line = conflict[which]
        heads = {range_of(each) for each in self.text.procedures}
        if line and not any(line in each for each in heads) or variable is None:
            return line
        does = KINDS[conflict["kind"]][which == "then"]
        return next((each.line for each in facts.flow.references
                     if each.touch.key[:2] == variable.key
                     and each.touch.write == (does in ("writes", "wrote"))), line)

    def _explained(self, facts, key, variable, kinds):
        """By a private variable, a last value or a reduction."""
        before = kinds & {"flow", "anti", "before"}
        if not kinds - {"before"}:
            return True
        if variable is None:  # temporaries of the compiler, and what a callee leaves behind
            return key[1] == 1 and not before
        name = key[1]
        if any(target.split("(")[0].split("%")[0] == name for _, target in facts.reductions):
            return True
        if name in facts.private:
            return not before
        if before:
            return False
        entity = variable.entity
        if is_temporary(entity) and key not in facts.written:
            return True
        if key[0] is not facts.scope and is_local(key[0], key[0], entity) \
                and variable.scope is key[0] and key not in facts.written:
            return True
        if key not in facts.may_be_private:
            return False
        if facts.may_be_private[key]:
            if entity.rank or not facts.flow.surely((*key, name)):
                return False
            facts.last.append(name)
        facts.private.append(name)
        facts.obstacles = [each for each in facts.obstacles if each.key != key] + [
            each for each in facts.obstacles if each.key == key]
        return True


def range_of(scope):
    """Lines of step 0 of a procedure's first statement."""
    source, head = scope.source, scope.unit.head
    return range(source.places[head.first].line, source.places[head.last].line + 1)


# -- words


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
    lows = [known.bound(low) for low, _ in entity.shape]
    return [low.constant if low is not None and low.is_constant else 1 for low in lows]


def witness_of(text, loop, variable, conflict, index, callees):
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
        return "proven from the source" + kept_apart(facts)
    return doubt_of(text, sorted(facts.obstacles, key=lambda one: one.judged)[0])


def doubt_of(text, one):
    name = f"{one.name}: " if one.name else ""
    if len(one.lines) == 1:
        return f"{name}{one.words} (line {text.shown(one.lines[0])})"
    first, second = (text.shown(each) for each in one.lines)
    return (f"{name}{one.words}: lines {first} and {second}" if first != second
            else f"{name}{one.words}: line {first}")


def kept_apart(facts):
    parts = []
    if facts.reductions:
        parts.append(", ".join(f"{name} by {sign}" for sign, name in facts.reductions))
    if facts.private:
        parts.append("private " + ", ".join(sorted(facts.private)))
    if facts.last:
        parts.append("last value of " + ", ".join(sorted(facts.last)))
    return ": " + "; ".join(parts) if parts else ""
