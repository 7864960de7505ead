"""Ways to say in Fortran which loops are parallel, which leave the routine's own lines as they
are."""

import re

from adopting import pieces, units
from adopting.statements import split

LOOP = re.compile(r"\s*(?:\w+\s*:\s*)?do\b(?!\s*(?:while|concurrent)\b)(?!\s*\d)", re.IGNORECASE)
LABELLED = re.compile(r"[\s\d]*do\s*\d", re.IGNORECASE)
END = re.compile(r"\s*end\s*do\b", re.IGNORECASE)
LEAVES = re.compile(r"\b(?:go\s*to|return|stop|exit|write|print|read)\b", re.IGNORECASE)
COUNTED = re.compile(r"(\s*)(?:\w+\s*:\s*)?do\s+(\w+)\s*=\s*(.*?)\s*(?:!.*)?$", re.IGNORECASE)
OPENMP = re.compile(r"\s*!\$omp\b", re.IGNORECASE)

# Why a routine with loops may have none that is marked.
UNMARKED = ("{} are yours to mark: those that end at a label, count otherwise than one by one, are "
            "left early or are OpenMP's")
NONE = "there is no loop in what the routine does"
CALLS = re.compile(r"\bcall\s+(\w+)", re.IGNORECASE)


def outermost(lines):
    """[(first, last)] of the loops that are in no other and that nothing leaves but at their
    end."""
    plain = (loop for loop in loops(lines) if LOOP.match(lines[loop[0]]))
    return [(one, last) for one, last in plain
            if not any(LEAVES.search(line.split("!")[0]) for line in lines[one:last + 1])]


def loops(lines):
    """[(first, last)] of the loops that are in no other; [] where labels end them."""
    if any(LABELLED.match(line) for line in lines):
        return []  # loops of FORTRAN 77 may end anywhere
    _, found = units.blocks_of(pieces.Text("\n".join(lines)), 0, len(lines) - 1)
    return [(each.first, each.last) for each in found if each.kind == "do"
            and not any(around.kind == "do" for around in list(each.chain())[1:])]


def kernels(lines, first, last):
    """The compiler itself looks for what is independent, so the result stays right."""
    if any(OPENMP.match(line) for line in lines[max(0, first - 1):last + 1]):
        return lines[first:last + 1]  # neither may be in the other
    space = re.match(r"\s*", lines[first])[0]
    return [f"{space}!$acc kernels", *lines[first:last + 1], f"{space}!$acc end kernels"]


def concurrent(lines, first, last):
    """Only who knows the routine knows whether it may be so."""
    said = COUNTED.match(lines[first])
    if not said or said[3].count(",") != 1:
        return lines[first:last + 1]
    begin, end = said[3].split(",")
    return [f"{said[1]}! do concurrent ({said[2]} = {begin.strip()}:{end.strip()})  instead, if no "
            "turn needs another's",
            *lines[first:last + 1]]


# language -> (flags, how a loop is marked). With -foffload-options=nvptx-none=-misa=sm_75 instead
# of -foffload=disable a GPU computes; a procedure that a loop calls then needs `!$acc routine seq`:
# written once more in the stage's file, under a name of its own.
ALL = {"openacc": ("-fopenacc -foffload=disable", kernels), "do-concurrent": ("", concurrent)}


def marked(text, dialect, inside=()):
    """The text with its loops marked. `inside`: procedures whose own loops are marked, so that a
    loop around calls of them is not."""
    lines = [part for line in text.splitlines() for part in taken_apart(line)]
    for first, last in reversed(outermost(lines)):
        called = {name.lower() for line in lines[first:last + 1]
                  for name in CALLS.findall(line.split("!")[0])}
        if not called & set(inside):
            lines[first:last + 1] = ALL[dialect][1](lines, first, last)
    return "\n".join(lines) + "\n"


def taken_apart(line):
    """A loop that is written in one line, as several."""
    parts = split(line, ";")
    if len(parts) < 3 or not LOOP.match(parts[0]) or not END.match(parts[-1]):
        return [line]
    space = re.match(r"\s*", line)[0]
    inner = [f"{space}  {part.strip()}" for part in parts[1:-1]]
    return [parts[0].rstrip(), *inner, space + parts[-1].strip()]


def number_marked(text):
    return text.count("!$acc kernels") + text.count("! do concurrent (")


def program(texts, routine, dialect):
    """{procedure: its text with marked loops} of the routine, and of those that it calls: what is
    called by CALL statements is marked there, what is called as a function in a loop is not."""
    calls = {name: {each.lower() for line in text.splitlines()
                    for each in CALLS.findall(line.split("!")[0])} & set(texts)
             for name, text in texts.items()}
    order = []

    def visit(name):
        if name not in order:
            order.append(name)
            for each in sorted(calls[name]):
                visit(each)

    visit(routine)
    found = {}
    for name in reversed(order):
        text = marked(texts[name], dialect, reached(calls, found))
        if name == routine or number_marked(text):
            found[name] = text
    return {name: found[name] for name in order if name in found}


def reached(calls, found):
    """Procedures that lead to one whose loops are marked, and these."""
    known = {name for name, text in found.items() if number_marked(text)}
    while more := {name for name, listed in calls.items() if listed & known} - known:
        known |= more
    return known
