"""The text of a file with a range of its lines as an internal procedure: which variables are
declared there, and which are the host's."""

import re

from adopting import beyond, entities, jumps, layout, parsing, temporaries
from adopting.entities import DECLARES, KEPT
from adopting.failure import USAGE, Failure
from adopting.fortran import f, walk
from adopting.source import text_of
from adopting.statements import statements


class RangeText:
    """`lines`; owners[n] is the line of the owner's file that line n + 1 was."""

    def __init__(self, range_of_lines):
        self.range = range_of_lines
        self.unit, self.scope = range_of_lines.unit, range_of_lines.scope
        self.notes, self.lines, self.owners = [], [], []
        self._write()

    def _reserved(self):
        """Names of which the host's declarations and internal procedures make use."""
        found = set()
        for declaration in self.scope.declarations:
            if declaration.kind not in ("Type_Declaration_Stmt", "Dimension_Stmt"):
                found |= set(declaration.names.used)
        for entity in self.scope.entities.values():
            found |= set(re.findall(r"[a-z]\w*", f"{entity.shape} {entity.type_text}".lower()))
        for child in self.unit.children:
            found |= self._of_the_host(child)
        functions = self.scope.functions_for(self.scope.statement_functions)
        return found.union(*(body.used for _, body, _ in functions.values()))

    def _of_the_host(self, child):
        """Names that an internal procedure uses and does not declare."""
        words = self.range.words_of(child.first, child.last)
        try:
            own = self.range.program.scope(child)
        except Failure:
            return words
        return {name for name in words if not own.declares(name)}

    def _dead(self, candidates):
        """Those of which nothing else in the host reads what the range left there."""
        elsewhere = self.range.words_of(self.range.action, self.range.end)
        shared = candidates & elsewhere
        if not shared:
            return candidates
        lines = list(self.range.source.lines[self.unit.first:self.range.end])
        for at in self.range.where:
            lines[at - self.unit.first] = ""
        lines[self.range.where[0] - self.unit.first] = f"call {self.range.name}()"
        places = self.range.source.places[self.unit.first:self.range.end + 1]
        try:
            tree = parsing.parse_unit(self.unit, lines, places, f"end {self.unit.kind}",
                                      self.unit.name)
        except Failure:
            return candidates - shared
        return (candidates - shared) | temporaries.dead_behind(tree, self.range.name, shared)

    def _split(self):
        """Declarations of what the range has alone, and of what the host has without words."""
        reserved, mine, implicit, work = self._reserved(), [], [], []
        for name in self.range.names.used:
            if name in self.range.of_blocks:
                continue
            entity = self.scope.entities.get(name)
            if entity is None and not self.scope.declares(name):
                if not self.scope.lookup(name) and self._is_variable(name):
                    implicit.append(name)
            elif (entity is not None and name not in reserved and entity.category
                  and not entity.attributes & KEPT and not entity.initial and not entity.common
                  and not entity.procedure and name not in self.scope.dummies
                  and name != self.scope.result):
                mine.append(name)
        written = temporaries.of(self.range.tree, {*mine, *(each for each in implicit
                                                      if each not in reserved)})
        alone = self._dead(written)
        elsewhere = self.range.words_of(self.range.action, self.unit.last)
        local = [name for name in mine if name in alone and fixed(self.scope.entities[name])]
        work = [name for name in mine if name not in local and name not in elsewhere
                and name in self.range.names.written]
        return local, [(name, self.scope.implicit_type(name)[0]) for name in implicit], alone, work

    def _is_variable(self, name):
        """Of a name without a declaration."""
        called = {call.name for call in self.range.names.calls}
        return (name not in called and not beyond.is_intrinsic(name)
                and bool(self.scope.implicit_type(name)[0]))

    def _functions(self):
        """Statement functions of the host, again: step 0 has its variables alone."""
        names = {*self.range.functions}.union(*(
            dummies - {*self.range.names.used} for dummies, _, _ in self.range.functions.values()))
        known = self.scope.entities
        return [*declarations([(known[name].type_text if name in known
                                else self.scope.implicit_type(name)[0], name)
                               for name in sorted(names)]),
                *(text for _, _, text in self.range.functions.values())]

    def _typed_functions(self):
        """Statements for functions of the host, which without the range may have no call there."""
        said = {word for each in self.scope.declarations if each.kind == "Intrinsic_Stmt"
                for word in re.findall(r"\w+", str(each.node).lower())}
        known = {name for each in self.scope.functions.values() for name in each}
        return self.scope.function_statements(known - said)

    # -- the text

    def _write(self):
        mine, implicit, alone, work = self._split()
        own = [*(self.scope.entities[name] for name in mine), *self.range.of_blocks.values()]
        declared = declarations([(each.type_text, designator(each)) for each in own]
                                + [(kind, name) for name, kind in implicit if name in alone])
        declared += self._functions()
        hosts = declarations([(kind, name) for name, kind in implicit if name not in alone])
        hosts += self._typed_functions()
        if work:
            self.notes.append(f"{self.range.shown()}: nothing else in {self.unit.name} uses "
                              f"{', '.join(work)}; where no call needs what an earlier one left "
                              f"there, write into ladder.toml: scratch = \"{' '.join(work)}\"")
        form = layout.fixed if self.range.source.fixed else layout.free
        if self.range.in_internal:
            self._behind(form, [name for name in mine if name in alone]
                         + [name for name, _ in implicit if name in alone])
            return
        raw = text_of(self.range.file).splitlines()
        end = self._line(self.unit.last)
        contains = [] if self.unit.contains is not None else ["contains"]
        action = self._line(self.range.action)
        self._take(raw, 1, action - 1)
        self._add(form(hosts), action)
        self._take(raw, action, self.range.first - 1)
        self._add(form([f"call {self.range.name}()"]), self.range.first)
        self._take(raw, self.range.last + 1, end - 1)
        self._add(form([*contains, f"subroutine {self.range.name}()", *declared]), self.range.first)
        self._take(raw, self.range.first, self.range.last)
        self._add(form([f"end subroutine {self.range.name}"]), self.range.last)
        self._take(raw, end, len(raw))

    def _behind(self, form, local):
        """Of an internal procedure: the range's procedure follows it."""
        raw, one = text_of(self.range.file).splitlines(), self.range
        head = one.source.places[self.unit.head.last].line
        action, end = self._line(self.scope.first_action()), self._line(self.unit.last)
        given = ", ".join(arguments_of(one, local))
        self._take(raw, 1, one.first - 1)
        self._add(form([f"call {one.name}({given})"]), one.first)
        self._take(raw, one.last + 1, end)
        self._add(form([f"subroutine {one.name}({given})"]), one.first)
        self._take(raw, head + 1, action - 1)
        self._take(raw, one.first, one.last)
        self._add(form([f"end subroutine {one.name}"]), one.last)
        self._take(raw, end + 1, len(raw))

    def _take(self, raw, first, last):
        self.lines += raw[first - 1:last]
        self.owners += range(first, last + 1)

    def _add(self, lines, owner):
        self.lines += lines
        self.owners += [owner] * len(lines)

    def _line(self, at):
        place = self.range.source.places[at]
        if place.file != self.range.file:
            raise Failure(USAGE, f"{place}: a part of {self.unit.name} is in an included file, so "
                                 "no procedure can be put there: adopt another range")
        return place.line


def declarations(named):
    """A statement for each type, in the order of their first variables."""
    of = {}
    for kind, name in named:
        of.setdefault(kind.lower(), []).append(name)
    return [f"{kind} :: {', '.join(names)}" for kind, names in of.items()]


def designator(entity):
    return entity.name + (f"({entities.written(entity.shape)})" if entity.shape else "")


def arguments_of(one, local):
    """Names of the variables that a range of an internal procedure uses and does not have alone:
    that procedure can hold no other, so the range's follows it and gets them as arguments.
    `local`: those that it has. Refuses what no argument can be."""
    scope, found = one.scope, list(one.scope.dummies)
    for name in one.names.used:
        entity = scope.entities.get(name)
        if entity is None or name in local or name in found or entity.procedure or (
                name in scope.statement_functions):
            continue
        if entity.has("parameter") or entity.common or not entity.category:
            continue
        if name == scope.result:
            jumps.no(one.unit.place, f"the range sets the result of {one.unit.name}, a function",
                     f"adopt {one.unit.name}")
        if entity.initial or entity.has("save") or entity.has("equivalence"):
            jumps.no(entity.place, f"'{name}' keeps its value or its memory in {one.unit.name}, "
                     "an internal procedure", f"adopt {one.unit.name}")
        found.append(name)
    return found


# -- variables of BLOCK constructs around a range, which its procedure declares again


def of_blocks(range_of_lines, around):
    """{name: entity} of the names that the range uses. Refuses where a value goes in or out."""
    found = {}
    for block in sorted(around, key=lambda each: each.first):
        if block.kind == "block":
            found.update(_of_block(range_of_lines, block))
        else:
            jumps.no(range_of_lines.source.places[block.first],
                     f"the range is inside of the {block.kind.upper()} that begins here, whose "
                     "names are its own", "take it whole")
    return found


def _of_block(one, block):
    place, texts, action = one.source.places[block.first], [], block.last
    for statement in statements(one.source.lines, block.first + 1, block.last - 1):
        if not DECLARES.match(statement.text) or re.match(r"[a-z]\w*\s*(\([^)]*\))?\s*=[^=>]",
                                                          statement.text, re.IGNORECASE):
            action = statement.first
            break
        texts.append(statement.text)
    tree = parsing.parse(["subroutine ladder_block", *texts, "end subroutine ladder_block"],
                         [place] * (len(texts) + 2), "a BLOCK")
    declared = {each.name: each for node in walk(tree, f.Type_Declaration_Stmt)
                for each in entities.declared(node, place)}
    used = {name: entity for name, entity in declared.items() if name in one.names.used}
    alone = temporaries.of(one.tree, set(used)) - one.words_of(action, block.last)
    for name, entity in used.items():
        if name not in alone or entity.attributes & KEPT or entity.initial or not fixed(entity):
            jumps.no(place, f"'{name}' is a variable of the BLOCK that begins here, and its value "
                            "goes into the range or out of it", "take the BLOCK whole")
    return used


def fixed(entity):
    """Whether the shape has numbers alone, so that no call makes another array."""
    return all(re.fullmatch(r"[-\d]+", side) for pair in entity.shape for side in pair)
