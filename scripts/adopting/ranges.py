"""A range of lines as a routine: in the copy it is an internal procedure of the program or procedure
that holds it. What only the range uses is declared there; all else is the host's."""

import re

from adopting import beyond, blocks, directives, jumps, layout, names, parsing, temporaries, units
from adopting.failure import USAGE, Failure
from adopting.source import shown, text_of
from adopting.statements import statements

WORDS = re.compile(r"'[^']*'|\"[^\"]*\"|([a-z]\w*)", re.IGNORECASE)
KEPT = {"save", "target", "pointer", "allocatable", "equivalence", "volatile", "asynchronous",
        "parameter", "data"}


class Range:
    """`lines` is the text of the file with the range as the procedure `name`; `owners[n]` is the
    line of the owner's file that line n + 1 of it is."""

    def __init__(self, program, file, first, last, name):
        self.program, self.file, self.first, self.last = program, file, first, last
        self.name, self.notes = name.lower(), []
        self.source = program.source(file)
        self.unit = self._host()
        self.scope = program.scope(self.unit)
        self._refuse_form()
        where = [at for at in range(self.unit.first, self.unit.last) if self._is_inside(at)]
        end = self.unit.contains if self.unit.contains is not None else self.unit.last
        every, found = blocks.blocks_of(self.source, self.unit.first + bool(self.unit.head),
                                        end - 1)
        self.inside = [line for line in every if self._is_inside(line.first)]
        self._refuse_parts(every, end)
        around = jumps.refuse_incomplete(found, where[0], where[-1], self.source)
        jumps.refuse(every, self.inside, self.source)
        directives.refuse_cut(self.source, self.unit, where[0], where[-1], self.inside[0].first)
        self.tree = parsing.parse(
            ["subroutine ladder_range", *(self.source.lines[at] for at in where),
             "end subroutine ladder_range"],
            [self.source.places[at] for at in (where[0], *where, where[-1])],
            f"the range {self.shown()}")
        self.names = names.names_in(self.tree)
        self._refuse_names(around)
        self._write()

    def shown(self):
        return f"{shown(self.file, self.program.root)}:{self.first}-{self.last}"

    def _is_inside(self, at):
        place = self.source.places[at]
        return place.file == self.file and self.first <= place.line <= self.last

    # -- the host

    def _host(self):
        count = len(text_of(self.file).splitlines())
        if self.last > count:
            raise Failure(USAGE, f"{self.shown()}: the file has {count} lines")
        begins = next((each for each in statements(self.source.lines)
                       if self._is_inside(each.first)), None)
        if begins is None:
            raise Failure(USAGE, f"{self.shown()} holds no statement")
        holding = [unit for unit in units.every(self.program.units(self.file))
                   if unit.first <= begins.first <= unit.last]
        if not holding or holding[-1].kind not in ("program", "subroutine", "function"):
            raise Failure(USAGE, f"{self.source.places[begins.first]}: this line is in no program, "
                                 "subroutine or function")
        return holding[-1]

    def _refuse_form(self):
        place, name = self.unit.place, self.unit.name
        parent = self.unit.parent
        if parent is not None and parent.kind != "module":
            raise Failure(USAGE, f"{place}: the range is in {name}, an internal procedure, which "
                                 f"can hold no other: adopt {name}, or move it out of "
                                 f"{parent.name}")
        if self.scope.whole and re.search(r"\b(pure|elemental)\b", self.scope.prefix,
                                          re.IGNORECASE):
            raise Failure(USAGE, f"{place}: {name} is pure, so a part of it may change nothing: "
                                 f"adopt {name}")

    def _refuse_parts(self, every, end):
        """Statements that are cut, that do nothing, or that are of another unit."""
        first_action = self.scope.first_action_in(end)
        last = self.source.places[end]
        if last.file == self.file and self.last >= last.line:
            raise Failure(USAGE, f"{last}: the actions of {self.unit.name} end here, before the "
                                 f"range does: end it at line {last.line - 1} or earlier")
        head = self.unit.head
        if head and self._is_inside(head.first):
            raise Failure(USAGE, f"{self.unit.place}: the range holds the first line of "
                                 f"{self.unit.name}: adopt {self.unit.name}, or begin behind it")
        for line in self.inside:
            if line.first < first_action:
                raise Failure(USAGE, f"{self.source.places[line.first]}: this is a declaration: "
                                     f"begin the range at {self.source.places[first_action]} or "
                                     "later")
            if re.match(r"(entry|data|format)\b(?!\s*[=%])", line.text):
                jumps.no(self.source.places[line.first],
                         f"{line.text.split()[0].split('(')[0].upper()} is of the whole of "
                         f"{self.unit.name}", "leave it out of the range")
        for line in every:
            if self._is_inside(line.first) != self._is_inside(line.last):
                raise Failure(USAGE, f"{self.source.places[line.first]}: this statement goes on to "
                                     f"{self.source.places[line.last]}: take all of its lines")
        shared = [one for one in every if not self._is_inside(one.first)
                  and any(one.last == each.first or one.first == each.last for each in self.inside)]
        for one in shared:
            raise Failure(USAGE, f"{self.source.places[one.first]}: a statement of the range shares "
                                 "a line with another")

    def _refuse_names(self, around):
        for block in around:
            place = self.source.places[block.first]
            jumps.no(place, f"the range is inside of the {block.kind.upper()} that begins here, "
                            "whose names are its own", "take it whole")
        if (self.name in self._words_of(self.unit.first, self.unit.last, True) or self.scope.lookup(self.name)
                or any(each.name == self.name
                       for each in units.every(self.program.units(self.file)))):
            raise Failure(USAGE, f"{self.unit.place}: the name '{self.name}' is in use in "
                                 f"{self.unit.name}: give the range another")

    # -- names

    def _words_of(self, first, last, inside=False):
        found = set()
        for statement in statements(self.source.lines, first, last):
            if inside or not self._is_inside(statement.first):
                found |= {match[1].lower() for match in WORDS.finditer(statement.text) if match[1]}
        return found

    def _elsewhere(self):
        """Names that the host uses outside of the range, but for their own declaration."""
        found, own = set(), 0
        for declaration in self.scope.declarations:
            if declaration.kind not in ("Type_Declaration_Stmt", "Dimension_Stmt"):
                found |= set(declaration.names.used)
        for entity in self.scope.entities.values():
            found |= set(re.findall(r"[a-z]\w*", f"{entity.shape} {entity.type_text}".lower()))
        own = self.scope.first_action_in(self.unit.last)
        return found | self._words_of(own, self.unit.last)

    def _split(self):
        """Declarations of what the range has alone, and of what the host has without words."""
        elsewhere, mine, implicit, work = self._elsewhere(), [], [], []
        for name in self.names.used:
            entity = self.scope.entities.get(name)
            if entity is None and not self.scope.declares(name):
                if not self.scope.lookup(name) and self._is_variable(name):
                    implicit.append(name)
            elif (entity is not None and name not in elsewhere and entity.category
                  and not entity.attributes & KEPT and not entity.initial and not entity.common
                  and not entity.procedure and name not in self.scope.dummies
                  and name != self.scope.result):
                mine.append(name)
        alone = temporaries.of(self.tree, {*mine, *(each for each in implicit
                                                    if each not in elsewhere)})
        work = [name for name in mine if name not in alone and name in self.names.written]
        return [name for name in mine if name in alone and self._is_fixed(name)], [
            (name, self.scope.implicit_type(name)[0]) for name in implicit], alone, work

    def _is_variable(self, name):
        """Of a name without a declaration."""
        called = {call.name for call in self.names.calls}
        return (name not in called and not beyond.is_intrinsic(name)
                and bool(self.scope.implicit_type(name)[0]))

    def _is_fixed(self, name):
        """Whether the shape has numbers alone, so that no call makes another array."""
        return all(re.fullmatch(r"[-\d]+", side) for pair in self.scope.entities[name].shape
                   for side in pair)

    # -- the text

    def _write(self):
        mine, implicit, alone, work = self._split()
        declared = [self._declared(name) for name in mine]
        declared += [f"{kind} :: {name}" for name, kind in implicit if name in alone]
        hosts = [f"{kind} :: {name}" for name, kind in implicit if name not in alone]
        if work:
            self.notes.append(f"{self.shown()}: nothing else in {self.unit.name} uses "
                              f"{', '.join(work)}; where no call needs what an earlier one left "
                              f"there, write into ladder.toml: scratch = \"{' '.join(work)}\"")
        form = layout.fixed if self.source.fixed else layout.free
        raw = text_of(self.file).splitlines()
        end = self._line(self.unit.last)
        contains = [] if self.unit.contains is not None else ["contains"]
        action = self._line(self.scope.first_action_in(self.unit.last))
        self._refuse_cut_macros(raw[self.first - 1:self.last])
        self.lines, self.owners = [], []
        self._take(raw, 1, action - 1)
        self._add(form(hosts), action)
        self._take(raw, action, self.first - 1)
        self._add(form([f"call {self.name}()"]), self.first)
        self._take(raw, self.last + 1, end - 1)
        self._add(form([*contains, f"subroutine {self.name}()", *declared]), self.first)
        self._take(raw, self.first, self.last)
        self._add(form([f"end subroutine {self.name}"]), self.last)
        self._take(raw, end, len(raw))

    def _take(self, raw, first, last):
        self.lines += raw[first - 1:last]
        self.owners += range(first, last + 1)

    def _add(self, lines, owner):
        self.lines += lines
        self.owners += [owner] * len(lines)

    def _declared(self, name):
        entity = self.scope.entities[name]
        shape = ", ".join(f"{low}:{high}" for low, high in entity.shape)
        return f"{entity.type_text} :: {name}" + (f"({shape})" if shape else "")

    def _line(self, at):
        place = self.source.places[at]
        if place.file != self.file:
            raise Failure(USAGE, f"{place}: a part of {self.unit.name} is in an included file, so "
                                 "no procedure can be put there: adopt another range")
        return place.line

    def _refuse_cut_macros(self, kept):
        depth = 0
        for number, line in enumerate(kept, self.first):
            word = re.match(r"#\s*(if|el|endif)", line)
            depth += {"if": 1, "endif": -1}.get(word[1], 0) if word else 0
            if depth < 0 or word and depth == 0 and word[1] == "el":
                raise Failure(USAGE, f"{shown(self.file, self.program.root)}:{number}: "
                                     f"'{line.strip()}' is of an #if outside of the range")
        if depth:
            raise Failure(USAGE, f"{self.shown()}: an #if of the range does not end in it")
