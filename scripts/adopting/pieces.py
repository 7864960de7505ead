"""Step 0's source in pieces: each procedure between two marks, so that those of a Fortran stage
take the place of the original's."""

import re

from adopting import units
from adopting.failure import Failure

DEFINES = re.compile(r"^(?!\s*(?:!|end\b))[^!'\"\n]*?\b(?:subroutine|function)\s+(\w+)",
                     re.IGNORECASE | re.MULTILINE)
BEGINS = re.compile(r"! ladder: (\w+) begins")


def begin(name):
    return f"! ladder: {name} begins"


def end(name):
    return f"! ladder: {name} ends"


def placed(places):
    """Where lines are from, as a comment: `! a.f:9; 2 b.inc:1; 8 a.f:11`, the second is line 1 of
    b.inc, those from the eighth on are again of a.f. Those without a place count on."""
    found, before = [], None
    for number, place in enumerate(places, 1):
        file, _, line = str(place).rpartition(":")
        if place and (file, int(line) - number) != before:
            before = file, int(line) - number
            found.append(str(place) if number == 1 else f"{number} {place}")
    return f"! {'; '.join(found)}"


def places(text):
    """[(line, from 1, file, its line there)], of what `placed` wrote; None of another line."""
    if not re.fullmatch(r"! \S.*:\d+(; \d+ \S.*:\d+)*", text):
        return None
    first, *others = text[2:].split("; ")
    found = []
    for number, place in [("1", first), *(each.split(" ", 1) for each in others)]:
        file, _, line = place.rpartition(":")
        found.append((int(number), file, int(line)))
    return found


def of(text, name):
    """Lines of a procedure of step 0, without the line about its place."""
    lines = text.splitlines()
    return lines[lines.index(begin(name)) + 2:lines.index(end(name))]


def names(text):
    return re.findall(rf"(?m)^{BEGINS.pattern}$", text)


def defined(stage, known):
    """Procedures of step 0 that the text of a stage defines."""
    found = {name.lower() for name in DEFINES.findall(stage)}
    return [name for name in known if name in found]


def composed(step0, routine, stage, file):
    """Step 0's source with the procedures of the stage's text in the place of the original's; what
    else the text holds is next to the routine. Lines of the stage keep their numbers."""
    known = names(step0)
    own, rest = apart(stage, known) or ({}, [])
    replaced = own or defined(stage, known)
    lines, skipping = [], None
    for number, line in enumerate(step0.splitlines(), 1):
        mark = re.fullmatch(r"! ladder: (\w+) (begins|ends)", line)
        if mark and mark[2] == "begins" and mark[1] in (*replaced, routine):
            skipping = mark[1]
        if not skipping:
            lines.append(line)
        elif mark and mark[2] == "ends":
            texts = ([own[skipping]] if skipping in own else [])
            texts += [*rest, *([] if own else [(1, stage)])] if skipping == routine else []
            for first, text in texts:
                lines += [f'# {first} "{file}"', text.rstrip("\n")]
            if texts:
                lines.append(f'# {number + 1} "step0.f90"')
            skipping = None
    return "\n".join(lines) + "\n"


class Text:
    """What units.py needs of a source."""

    def __init__(self, text):
        self.lines = text.splitlines()
        self.places = [f"line {number}" for number in range(1, len(self.lines) + 1)]
        self.fixed = False


def apart(stage, known):
    """({procedure of step 0: (first line, text)}, [the others]) of a stage's text; None where it
    cannot be taken apart: it has macros, or step 0 has two procedures of a name."""
    text = Text(stage)
    if any(line.startswith("#") for line in text.lines) or len(set(known)) < len(known):
        return None
    try:
        found = units.units_of(text)
    except Failure:
        return None
    own, rest, after = {}, [], 0
    for unit in found:
        if not unit.is_procedure:
            return None
        last = max([unit.last, *(each.last for each in unit.children)])
        piece = after + 1, "\n".join(text.lines[after:last + 1])
        after = last + 1
        if unit.name in known and unit.name not in own:
            own[unit.name] = piece
        else:
            rest.append(piece)
    return own, rest
