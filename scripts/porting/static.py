"""What the source alone says of a loop: private variables, last values, reductions, obstacles."""

import dataclasses

from porting import behind, flow, reductions, tree, turns
from porting.callees import is_kept, is_local, is_temporary
from porting.state import State


@dataclasses.dataclass
class Obstacle:
    """`judged`: whether the recorded calls can say that it never happens."""

    name: str
    lines: tuple
    words: str
    judged: bool
    key: tuple = ()


@dataclasses.dataclass
class Facts:
    scope: object
    loop: object
    depth: int
    flow: object
    private: list
    last: list
    reductions: list   # (operation, designator)
    obstacles: list
    written: dict      # key -> (entity, local)
    may_be_private: dict  # key -> whether its value is used behind the loop
    behind: bool = True    # is the value of the loop's own variable?


class Static:
    def __init__(self, callees, text, scratch=(), aliased=()):
        self.callees, self.text = callees, text
        self.scratch, self.aliased = set(scratch), set(aliased)
        self.pointers, _ = text.pointing()

    def of(self, scope, loop, depth):
        walked = flow.Flow(self.callees, scope, loop, {})
        first, last, step = flow.Flow(self.callees, scope, None).prepared(
            self.callees.tree(scope)).ends(loop, State())
        self.turn = f"{loop.variable}@{loop.line}"
        self.ends = (first, last) if step is None or step > 0 else (last, first)
        self.step = step
        walked.bounds[self.turn] = self.ends if step else (None, None)
        walked.run(loop.body)
        facts = Facts(scope, loop, depth, walked, [], [], [], [], {}, {})
        for line, words in walked.effects:
            facts.obstacles.append(Obstacle("", (line,), words, False))
        for jump in walked.leaves:
            facts.obstacles.append(Obstacle("", (jump.line,), f"{jump.kind} may leave the loop "
                                            "before its last turn", False))
        references = {}
        for each in walked.references:
            references.setdefault(each.touch.key[:2], []).append(each)
        own = walked.key_of(loop.variable)[:2]
        for key, listed in references.items():
            writes = [each for each in listed if each.touch.write]
            if not writes:
                continue
            if key == own:
                facts.obstacles.append(Obstacle(key[1], (writes[0].line,), "the loop's variable is "
                                                "changed", False, key))
                continue
            self._variable(facts, key, listed, writes)
        entity = own[0].entities.get(own[1])
        facts.behind = self._behind(facts, own, entity, is_local(scope, own[0], entity))
        self._loop_variables(facts)
        self._pointers(facts, references)
        return facts

    def _variable(self, facts, key, listed, writes):
        entity = listed[0].touch.access.entity
        local = is_local(facts.scope, key[0], entity) and not (
            entity is not None and (entity.deferred or entity.has("target")
                                    or entity.has("equivalence")))
        facts.written[key] = entity, local
        name = key[1]
        scalar = entity is None or not entity.rank and entity.category not in ("type", "class")
        if entity is not None and entity.category == "character":
            facts.obstacles.append(Obstacle(name, (writes[0].line,), "characters are not followed",
                                            False, key))
            return
        if self._reduction(facts, key, listed):
            return
        exposed = next((each for full, each in facts.flow.exposed.items() if full[:2] == key), None)
        free = local or scalar or name in self.scratch
        behind_it = free and self._behind(facts, key, entity, local)
        if free:
            facts.may_be_private[key] = behind_it
        equivalent = entity is not None and entity.has("equivalence")
        meeting = None if scalar else self._meeting(listed, writes, equivalent)
        if not scalar and meeting is None:
            return
        if exposed is None and free and not equivalent and not facts.flow.wild:
            if not behind_it or scalar and facts.flow.surely((*key, name)):
                facts.private.append(name)
                facts.last += [name] if behind_it else []
                return
            if scalar:
                facts.obstacles.append(Obstacle(
                    name, (writes[0].line,), "its value behind the loop is that of the last turn "
                    "that writes it", False, key))
                return
        if scalar:
            place = exposed.access.line if exposed is not None else writes[0].line
            facts.obstacles.append(Obstacle(name, (writes[-1].line, place), "a turn may read what "
                                            "an earlier one wrote", True, key))
        else:
            facts.obstacles.append(Obstacle(name, meeting, "two turns may touch one element", True,
                                            key))

    def _meeting(self, listed, writes, equivalent):
        """Lines of a write and of another access that may be of one element; None."""
        for write in writes:
            for other in listed:
                if equivalent or not turns.apart(write, other, self.turn, self.ends, self.step):
                    return write.line, other.line
        return None

    def _loop_variables(self, facts):
        """Of the loops inside: set by them in each turn, so private; read before that, carried."""
        for loop in tree.walk(facts.loop.body):
            if not isinstance(loop, tree.Loop) or not loop.variable:
                continue
            key = facts.flow.key_of(loop.variable)
            entity = key[0].entities.get(key[1])
            if key in facts.flow.exposed:
                facts.obstacles.append(Obstacle(
                    key[1], (loop.line, facts.flow.exposed[key].access.line), "the variable of a "
                    "loop inside is read before it", False, key[:2]))
            elif key[1] not in facts.private and self._behind(
                    facts, key[:2], entity, key[0] is facts.scope or is_temporary(entity)):
                if facts.flow.surely(key):
                    facts.private.append(key[1])
                    facts.last.append(key[1])
                else:
                    facts.obstacles.append(Obstacle(
                        key[1], (loop.line,), "its value behind the loop is that of the last turn "
                        "that writes it", False, key[:2]))

    def _reduction(self, facts, key, listed):
        if any(each.touch.through is not None for each in listed):
            return False
        if len({each.touch.access.path for each in listed}) > 1:
            return False
        entity = listed[0].touch.access.entity
        if (entity is not None and entity.rank or listed[0].touch.access.subscripts is not None
                ) and not turns.same_element(listed):
            return False
        steps = list({id(each.step): each.step for each in listed}.values())
        found = reductions.found_in(facts.loop.body, key[1], steps)
        if any(type(each.node).__name__ == "Arithmetic_If_Stmt" for each in steps) and (
                entity.category if entity is not None
                else facts.scope.implicit_type(key[1])[1]) != "real":
            return False  # the difference to the first value of an integer may overflow
        facts.reductions += found
        return bool(found)

    def _behind(self, facts, key, entity, local):
        if key[1] in self.scratch:
            return False
        if not local or is_kept(key[0], entity):
            return True
        return behind.used(self.callees.tree(facts.scope), facts.loop, key,
                           lambda step: facts.flow.touches(step)[0])

    def _pointers(self, facts, references):
        """Two names of one memory: pointers and their targets; arguments that share memory."""
        def may_point(entity):
            return entity is not None and (entity.has("pointer") or entity.has("target"))

        def shared(listed):
            access = listed[0].touch.access
            return may_point(access.entity) or "%" in access.path or key_name(access) \
                in self.aliased

        def key_name(access):
            return access.owner[1]

        for key, listed in references.items():
            through = [each for each in listed
                       if self.pointers & set(each.touch.access.path.split("%")[1:])]
            if through and any(each.touch.write for each in listed):
                facts.obstacles.append(Obstacle(
                    key[1], (through[0].line,), "is reached through a pointer, which may lead to "
                    "one memory twice", True, key))
        sharing = [(key, listed) for key, listed in references.items() if shared(listed)]
        for key, listed in sharing:
            writes = [each for each in listed if each.touch.write]
            others = [each for other, each in sharing if other != key]
            plain = key_name(listed[0].touch.access)
            if writes and others and (may_point(listed[0].touch.access.entity)
                                      or plain in self.aliased):
                facts.obstacles.append(Obstacle(
                    key[1], (writes[0].line, others[0][0].line),
                    f"may be the same memory as {others[0][0].touch.access.owner[1]}", True, key))
