"""Step 0 with calls that report the turns of its loops and the memory of its variables."""

import dataclasses
import re

from adopting.statements import cut_comment, split
from porting import tree

LOOP = "integer(c_int), value :: loop"
REPORTS = (("loop_begin(loop)", LOOP), ("loop_end(loop)", LOOP),
           ("loop_turn(loop, at)", f"{LOOP}; integer(c_int64_t), value :: at"),
           ("see(id, x)", "integer(c_int), value :: id; type(*), intent(in), target :: x(..)"))
MODULE = ["module ladder_turns", "  interface", *(line for call, arguments in REPORTS for line in (
    f"    pure subroutine ladder_{call} bind(c)",
    "      use, intrinsic :: iso_c_binding, only: c_int, c_int64_t", f"      {arguments}",
    "    end subroutine")), "  end interface", "end module ladder_turns"]


@dataclasses.dataclass
class Variable:
    """What the runtime calls 2 * its place in the list, and one more if it may be private."""

    scope: object  # of the procedure that names it
    key: tuple     # (scope, name) that declares it
    shown: str
    entity: object


class TracedCopy:
    """`lines`, and `origin`: line of the copy -> line of step 0, None of what was added."""

    def __init__(self, text, facts, callees):
        self.text, self.facts, self.callees = text, facts, callees
        self.before, self.after, self.changed, self.variables = {}, {}, {}, []
        self.traced, self.seen = set(), set()  # loops; (scope, variable)
        for scope in text.procedures:
            self._procedure(scope)
        for number, one in enumerate(facts):
            self._loop(number, one)
        self.lines, self.origin = list(MODULE), [None] * len(MODULE)
        for at, line in enumerate(text.lines, 1):
            for added in self.before.get(at, ()):
                self._add(added, None)
            self._add(self.changed.get(at, line), at)
            for added in self.after.get(at, ()):
                self._add(added, None)

    def _add(self, line, origin):
        self.lines.append(line)
        self.origin.append(origin)

    def origin_of(self, line):
        """Line of step 0; of an added one that of the next."""
        while line <= len(self.origin) and self.origin[line - 1] is None:
            line += 1
        return self.origin[line - 1] if line <= len(self.origin) else 0

    def step0_line(self, source, index):
        """Of a line that may be of an included file: that of the line that includes it."""
        while source.places[index].file != source.file:
            index -= 1
            if source.places[index].file == source.file:
                return source.places[index].line + 1
        return source.places[index].line

    def _procedure(self, scope):
        source, unit = scope.source, scope.unit
        self.after.setdefault(self.step0_line(source, unit.head.last), []).append(
            "use ladder_turns")
        for at, line in scope.nests.changed.items():
            if source.places[at].file == source.file:
                self.changed[source.places[at].line] = line
        first = self.step0_line(source, scope.first_action())
        for line in (*scope.nests.declared, *self._seen(scope)):
            self.before.setdefault(first, []).append(line)

    def _seen(self, scope):
        body = self.callees.tree(scope)
        obstacles, candidates = set(), set()
        for one in self.facts:
            if one.scope is scope:
                obstacles |= {each.key for each in one.obstacles if each.key}
                obstacles |= {key for key in one.written
                              if any(key[1] == name for _, name in one.reductions)}
                candidates |= set(one.may_be_private)
        done = set()
        steps = [item for item in tree.walk(body) if isinstance(item, tree.Step)]
        for access in (each for step in steps for each in (*step.reads, *step.writes)):
            yield from self._one(scope, access, obstacles, candidates, done)
        for touch in (each for step in steps for each in self.callees.touches(scope, step)[0]):
            passed = {touch.key[:2]} if touch.through is not None else set()
            yield from self._one(scope, touch.access, obstacles | passed, candidates, done)
        for name in scope.dummies:
            found = scope.entities.get(name)
            if found is not None and (scope, name) not in done:
                yield from self._see(scope, (scope, name), name, found, candidates, done)

    def _one(self, scope, access, obstacles, candidates, done):
        entity, key = access.entity, access.owner
        if entity is None or key in done:
            return
        found = scope.declaring(access.base)
        if not found or self.text.storage(*found) != key:
            return  # of a callee's, without a name here
        scalar = not entity.rank and entity.category not in ("type", "class")
        if scalar and key[0] is scope and key not in obstacles and access.base not in scope.dummies:
            return
        yield from self._see(scope, key, access.base, entity, candidates, done)

    def _see(self, scope, key, name, entity, candidates, done):
        done.add(key)
        if entity.category in ("character", "class") or entity.procedure or entity.has("value") \
                or entity.has("parameter") or not entity.category:
            return
        number = 2 * len(self.variables) + (key in candidates)
        self.variables.append(Variable(scope, key, name, entity))
        call = f"call ladder_see({number}, {name})"
        for attribute, test in (("allocatable", "allocated"), ("pointer", "associated")):
            if entity.has(attribute):
                call = f"if ({test}({name})) {call}"
        if entity.has("optional"):
            call = f"if (present({name})) then; {call}; end if"
        self.seen.add((scope, key))
        yield call
        if entity.has("allocatable"):
            for at in self.allocations(scope, name):
                self.after.setdefault(at, []).append(f"if (allocated({name})) call "
                                                     f"ladder_see({number}, {name})")

    def allocations(self, scope, name):
        for item in tree.walk(self.callees.tree(scope)):
            if isinstance(item, tree.Step) and item.effect and any(
                    each.base == name for each in item.writes):
                yield item.end

    def _loop(self, number, one):
        loop = one.loop
        if not loop.variable:
            return
        if loop.line in self.changed and loop.head < loop.end:
            self._nested(number, loop)
            return
        line = self.text.lines[loop.line - 1]
        if loop.head >= loop.end or not re.match(r"\s*(\d+\s+)?(\w+\s*:\s*)?do\b", line,
                                                 re.IGNORECASE):
            return
        label = re.match(r"\s*(\d+)\s", line)
        begin = f"call ladder_loop_begin({number})"
        if label:
            self.changed[loop.line] = line.replace(label[1], " " * len(label[1]), 1)
            begin = f"{label[1]} {begin}"
        self.before.setdefault(loop.line, []).append(begin)
        self.after.setdefault(loop.head, []).insert(
            0, f"call ladder_loop_turn({number}, int({loop.variable}, 8))")
        self.after.setdefault(loop.end, []).insert(0, f"call ladder_loop_end({number})")
        self.traced.add(number)

    def _nested(self, number, loop):
        """A loop of a DO CONCURRENT, whose DO statements share a line, as END DO statements do."""
        parts = self._parts(loop.line)
        at = next(at for at, part in enumerate(parts) if re.match(
            rf"\s*(\d+\s+)?(\w+\s*:\s*)?do\s+{loop.variable}\s*=", part, re.IGNORECASE))
        parts.insert(at + 1, f" call ladder_loop_turn({number}, int({loop.variable}, 8))")
        parts.insert(at, f" call ladder_loop_begin({number})")
        self.changed[loop.line] = ";".join(parts)
        parts = self._parts(loop.end)
        # Loops around come first, and have taken their END DO.
        at = next(at for at, part in reversed(list(enumerate(parts))) if re.match(
            r"\s*(\d+\s+)?end\s*do\b", part, re.IGNORECASE) and not any(
                "ladder_loop_end" in each for each in parts[at + 1:at + 2]))
        parts.insert(at + 1, f" call ladder_loop_end({number})")
        self.changed[loop.end] = ";".join(parts)
        self.traced.add(number)

    def _parts(self, line):
        return split(cut_comment(self.changed.get(line, self.text.lines[line - 1]))[0], ";")
