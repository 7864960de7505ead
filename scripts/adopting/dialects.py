"""Ways to say in Fortran which loops are parallel, which leave the routine's own lines as they
are."""

import re

LOOP = re.compile(r"\s*(?:\w+\s*:\s*)?do\b(?!\s*(?:while|concurrent)\b)(?!\s*\d)", re.IGNORECASE)
LABELLED = re.compile(r"[\s\d]*do\s*\d", re.IGNORECASE)
OTHER = re.compile(r"\s*(?:\w+\s*:\s*)?do\s*(?:while|concurrent)\b", re.IGNORECASE)
END = re.compile(r"\s*end\s*do\b", re.IGNORECASE)
LEAVES = re.compile(r"\b(?:go\s*to|return|stop|exit|write|print|read)\b", re.IGNORECASE)
COUNTED = re.compile(r"(\s*)(?:\w+\s*:\s*)?do\s+(\w+)\s*=\s*(.*?)\s*(?:!.*)?$", re.IGNORECASE)
OPENMP = re.compile(r"\s*!\$omp\b", re.IGNORECASE)

# Why a routine with loops may have none that is marked.
UNMARKED = ("those that end at a label, count otherwise than one by one, are left early or are "
            "OpenMP's are yours to mark")


def outermost(lines):
    """[(first, last)] of the loops that are in no other and that nothing leaves but at their
    end."""
    found, depth, first = [], 0, 0
    for number, line in enumerate(lines):
        if LABELLED.match(line):
            return []  # loops of FORTRAN 77 may end anywhere
        if LOOP.match(line) or OTHER.match(line):
            if depth == 0:
                first = number
            depth += 1
        elif END.match(line):
            depth -= 1
            if depth == 0:
                found.append((first, number))
    plain = (loop for loop in found if LOOP.match(lines[loop[0]]))
    return [(one, last) for one, last in plain
            if not any(LEAVES.search(line.split("!")[0]) for line in lines[one:last + 1])]


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


def marked(text, dialect):
    """The text with its loops marked."""
    lines = text.splitlines()
    for first, last in reversed(outermost(lines)):
        lines[first:last + 1] = ALL[dialect][1](lines, first, last)
    return "\n".join(lines) + "\n"
