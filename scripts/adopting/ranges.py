"""A range of lines as a routine: in the copy it is an internal procedure of the program or
procedure that holds it. What only the range uses is declared there; all else is the host's. Its
lines are kept in ladder.toml, and found again where lines above them came or went."""

import pathlib
import re

from adopting import description, jumps, names, parsing, units
from adopting.failure import FILE, USAGE, Failure
from adopting.files import digest
from adopting.range_text import RangeText, of_blocks
from adopting.source import shown, text_of
from adopting.statements import statements

WORDS = re.compile(r"'[^']*'|\"[^\"]*\"|([a-z]\w*)", re.IGNORECASE)


class Range:
    """`lines` is the text of the file with the range as the procedure `name`; `owners[n]` is the
    line of the owner's file that line n + 1 of it is."""

    def __init__(self, program, file, first, last, name):
        self.program, self.file, self.first, self.last = program, file, first, last
        self.name = name.lower()
        self.source = program.source(file)
        self.unit = self._host()
        self.scope = program.scope(self.unit)
        self._refuse_form()
        where = self.where = [at for at in range(self.unit.first, self.unit.last)
                               if self.holds(at)]
        end = self.end = (self.unit.contains if self.unit.contains is not None
                           else self.unit.last)
        self.action = self.scope.first_action_in(end)
        every, found = units.blocks_of(self.source, self.unit.first + bool(self.unit.head),
                                        end - 1)
        self.inside = [line for line in every if self.holds(line.first)]
        self._refuse_parts(every, end)
        around = jumps.refuse_incomplete(found, where[0], where[-1], self.source)
        jumps.refuse(every, self.inside, self.source)
        jumps.refuse_cut(self.source, self.unit, where[0], where[-1], self.inside[0].first)
        self.tree = parsing.parse(
            ["subroutine ladder_range", *(self.source.lines[at] for at in where),
             "end subroutine ladder_range"],
            [self.source.places[at] for at in (where[0], *where, where[-1])],
            f"the range {self.shown()}")
        self.scope.learn_functions(self.tree)
        self.names = names.names_in(self.tree)
        self.functions = self.scope.functions_for(self.names.used)
        for _, body, _ in self.functions.values():
            self.names.calls += body.calls
            self.names.used = body.used | self.names.used
        self.of_blocks = of_blocks(self, around)
        self._refuse_names()
        self._refuse_cut_macros(text_of(file).splitlines()[first - 1:last])
        text = RangeText(self)
        self.lines, self.owners, self.notes = text.lines, text.owners, text.notes

    def shown(self):
        return f"{shown(self.file, self.program.root)}:{self.first}-{self.last}"

    def holds(self, at):
        place = self.source.places[at]
        return place.file == self.file and self.first <= place.line <= self.last

    # -- the host

    def _host(self):
        count = len(text_of(self.file).splitlines())
        if self.last > count:
            raise Failure(USAGE, f"{self.shown()}: the file has {count} lines")
        begins = next((each for each in statements(self.source.lines)
                       if self.holds(each.first)), None)
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
        self.in_internal = parent is not None and parent.kind != "module"
        if self.scope.whole and re.search(r"\b(pure|elemental)\b", self.scope.prefix,
                                          re.IGNORECASE):
            raise Failure(USAGE, f"{place}: {name} is pure, so a part of it may change nothing: "
                                 f"adopt {name}")

    def _refuse_parts(self, every, end):
        """Statements that are cut, that do nothing, or that are of another unit."""
        last = self.source.places[end]
        if last.file == self.file and self.last >= last.line:
            raise Failure(USAGE, f"{last}: the actions of {self.unit.name} end here, before the "
                                 f"range does: end it at line {last.line - 1} or earlier")
        head = self.unit.head
        if head and self.holds(head.first):
            raise Failure(USAGE, f"{self.unit.place}: the range holds the first line of "
                                 f"{self.unit.name}: adopt {self.unit.name}, or begin behind it")
        for line in self.inside:
            if line.first < self.action:
                raise Failure(USAGE, f"{self.source.places[line.first]}: this is a declaration: "
                                     f"begin the range at {self.source.places[self.action]} or "
                                     "later")
            if re.match(r"(entry|data|format)\b(?!\s*[=%])", line.text):
                jumps.no(self.source.places[line.first],
                         f"{line.text.split()[0].split('(')[0].upper()} is of the whole of "
                         f"{self.unit.name}", "leave it out of the range")
        for line in every:
            if self.holds(line.first) != self.holds(line.last):
                raise Failure(USAGE, f"{self.source.places[line.first]}: this statement goes on to "
                                     f"{self.source.places[line.last]}: take all of its lines")
        shared = [one for one in every if not self.holds(one.first)
                  and any(one.last == each.first or one.first == each.last for each in self.inside)]
        for one in shared:
            raise Failure(USAGE, f"{self.source.places[one.first]}: a statement of the range "
                                 "shares a line with another")

    def _refuse_names(self):
        if (self.name in self.words_of(self.unit.first, self.unit.last, True)
                or self.scope.declaring(self.name)
                or any(each.name == self.name
                       for each in units.every(self.program.units(self.file)))):
            raise Failure(USAGE, f"{self.unit.place}: the name '{self.name}' is in use in "
                                 f"{self.unit.name}: give the range another")

    def words_of(self, first, last, inside=False):
        found = set()
        for statement in statements(self.source.lines, first, last):
            if inside or not self.holds(statement.first):
                found |= {match[1].lower() for match in WORDS.finditer(statement.text) if match[1]}
        return found

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


# -- its lines


def split(source):
    """File, and {"lines": "210-260"} of main.f90:210-260."""
    match = re.match(r"(.+):(\d+-\d+)$", source)
    if not match and re.search(r":[\d,-]+$", source) and not pathlib.Path(source).exists():
        raise Failure(USAGE, f"'{source}': a range of lines is the first and the last one, as in "
                             "main.f90:210-260")
    return (match[1], {"lines": match[2]}) if match else (source, {})


def numbers_of(text):
    match = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if not match or not 0 < int(match[1]) <= int(match[2]):
        raise Failure(USAGE, f"'{text}' is no range of lines: the first and the last one, as in "
                             "main.f90:210-260")
    return int(match[1]), int(match[2])


def of(program, file, described):
    """The range, after the program has it as a procedure; None where a procedure is adopted."""
    if not described.get("lines"):
        return None
    name = described["routine"]
    if not re.fullmatch(r"[A-Za-z]\w{0,40}", name):
        raise Failure(USAGE, f"'{name}' is no name for a range of lines: letters, digits and _")
    if not file.is_file():
        raise Failure(FILE, f"{shown(file, program.root)} is not a file: give the source that "
                            "holds the range")
    found = Range(program, file, *numbers_of(described["lines"]), name)
    program.put(file, found)
    return found


def written(adopted):
    """What ladder.toml keeps, to know the range again."""
    if not adopted.range:
        return []
    lines = text_of(adopted.range.file).splitlines()
    lines = lines[adopted.range.first - 1:adopted.range.last]
    text = "\n".join(lines)
    return ["", "[range]", f"digest = {description.quoted(digest(text))}",
            f"begins = {description.quoted(lines[0].strip())}",
            f"ends = {description.quoted(lines[-1].strip())}"]


def refuse_other_kind(folder, described, given):
    if given.get("lines") and not described.get("lines"):
        raise Failure(FILE, f"{folder} is the ladder of {described['routine']}, a procedure of "
                            f"{described['source']}: give the range another name, or another "
                            "folder, --output=DIR")


def holds(lines, described):
    """Whether the range's lines begin and end as they did."""
    first, last = numbers_of(described["lines"])
    kept = described.get("range", {})
    there = [line.strip() for line in lines[first - 1:last]]
    return (not kept or len(there) == last - first + 1 and there[0] == kept.get("begins")
            and there[-1] == kept.get("ends"))


def moved_to(lines, described):
    """Where the same lines are now; "" where they are in no place, or in several."""
    first, last = numbers_of(described["lines"])
    count = last - first
    found = [at for at in range(1, len(lines) - count + 1)
             if lines[at - 1].strip() == described["range"].get("begins")
             and digest("\n".join(lines[at - 1:at + count])) == described["range"].get("digest")]
    return f"{found[0]}-{found[0] + count}" if len(found) == 1 else ""


def followed(file, described, given, say):
    """{"lines": ...} of the source as it is now; other lines that are given are the owner's
    word."""
    if not described.get("lines") or given.get("lines", described["lines"]) != described["lines"]:
        return {}
    lines = text_of(file).splitlines()
    if holds(lines, described):
        return {}
    now = moved_to(lines, described)
    if not now:
        raise Failure(USAGE, f"{described['source']}:{described['lines']} does not begin with "
                             f"'{described['range'].get('begins')}' and end with "
                             f"'{described['range'].get('ends')}' any more: give the lines of the "
                             f"range, as in ladder adopt {described['source']}:FIRST-LAST "
                             f"{described['routine']}")
    say(f"lines {described['lines']} of {described['source']} are now {now}")
    return {"lines": now}


def refuse_moved(file, described, folder):
    """For all commands but `ladder adopt`."""
    if described.get("lines") and file.is_file() and not holds(text_of(file).splitlines(),
                                                               described):
        raise Failure(FILE, f"{folder / 'ladder.toml'}: the lines {described['lines']} of "
                            f"{described['source']} are others now: "
                            f"{description.again(described)}, which finds the range, then `ladder "
                            "record`")
