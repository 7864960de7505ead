"""What the source alone says of a loop: private variables, last values, reductions, obstacles."""

import dataclasses

from porting import behind, elements, flow, reductions, tree
from porting.callees import is_kept, is_local, is_temporary
from porting.affine import State

OF_LAST = "its value behind the loop is that of the last turn that writes it"


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

    def doubt(self, lines, words, key=(), judged=False):
        """Notes an obstacle, of a variable by its key."""
        self.obstacles.append(Obstacle(key[1] if key else "", lines, words, judged, key[:2]))


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
            facts.doubt((line,), words)
        for jump in walked.leaves:
            facts.doubt((jump.line,), f"{jump.kind} may leave the loop before its last turn")
        references = {}
        for each in walked.references:
            references.setdefault(each.touch.key[:2], []).append(each)
        own = walked.key_of(loop.variable)[:2]
        for key, listed in references.items():
            writes = [each for each in listed if each.touch.write]
            if not writes:
                continue
            if key == own:
                facts.doubt((writes[0].line,), "the loop's variable is changed", key)
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
            return facts.doubt((writes[0].line,), "characters are not followed", key)
        if self._reduction(facts, key, listed):
            return None
        exposed = next((each for full, each in facts.flow.exposed.items() if full[:2] == key), None)
        free = local or scalar or name in self.scratch
        behind_it = free and self._behind(facts, key, entity, local)
        if free:
            facts.may_be_private[key] = behind_it
        equivalent = entity is not None and entity.has("equivalence")
        meeting = None if scalar else self._meeting(listed, writes, equivalent)
        if not scalar and meeting is None:
            return None
        if exposed is None and free and not equivalent and not facts.flow.wild:
            if not behind_it or scalar and facts.flow.surely((*key, name)):
                facts.private.append(name)
                facts.last += [name] if behind_it else []
                return None
            if scalar:
                return facts.doubt((writes[0].line,), OF_LAST, key)
        if scalar:
            place = exposed.access.line if exposed is not None else writes[0].line
            return facts.doubt((writes[-1].line, place), "a turn may read what an earlier one "
                               "wrote", key, True)
        return facts.doubt(meeting, "two turns may touch one element", key, True)

    def _meeting(self, listed, writes, equivalent):
        """Lines of a write and of another access that may be of one element; None."""
        return next(((write.line, other.line) for write in writes for other in listed
                     if equivalent or not elements.apart(write, other, self.turn, self.ends,
                                                         self.step)), None)

    def _loop_variables(self, facts):
        """Of the loops inside: set by them in each turn, so private; read before that, carried."""
        for loop in tree.walk(facts.loop.body):
            if not isinstance(loop, tree.Loop) or not loop.variable:
                continue
            key = facts.flow.key_of(loop.variable)
            entity = key[0].entities.get(key[1])
            if key in facts.flow.exposed:
                facts.doubt((loop.line, facts.flow.exposed[key].access.line),
                            "the variable of a loop inside is read before it", key)
            elif key[1] not in facts.private and self._behind(
                    facts, key[:2], entity, key[0] is facts.scope or is_temporary(entity)):
                if facts.flow.surely(key):
                    facts.private.append(key[1])
                    facts.last.append(key[1])
                else:
                    facts.doubt((loop.line,), OF_LAST, key)

    def _reduction(self, facts, key, listed):
        if any(each.touch.through is not None for each in listed):
            return False
        if len({each.touch.access.path for each in listed}) > 1:
            return False
        entity = listed[0].touch.access.entity
        if (entity is not None and entity.rank or listed[0].touch.access.subscripts is not None
                ) and not elements.same_element(listed):
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

        def shared(access):
            return (may_point(access.entity) or "%" in access.path
                    or access.owner[1] in self.aliased)

        for key, listed in references.items():
            through = [each for each in listed
                       if self.pointers & set(each.touch.access.path.split("%")[1:])]
            if through and any(each.touch.write for each in listed):
                facts.doubt((through[0].line,), "is reached through a pointer, which may lead to "
                            "one memory twice", key, True)
        sharing = [(key, listed) for key, listed in references.items()
                   if shared(listed[0].touch.access)]
        for key, listed in sharing:
            writes = [each for each in listed if each.touch.write]
            others = [each for other, each in sharing if other != key]
            access = listed[0].touch.access
            if writes and others and (may_point(access.entity)
                                      or access.owner[1] in self.aliased):
                facts.doubt((writes[0].line, others[0][0].line),
                            f"may be the same memory as {others[0][0].touch.access.owner[1]}", key,
                            True)
