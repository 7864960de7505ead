"""Step 0's source in pieces: each procedure between two marks, so that those of a Fortran stage
take the place of the original's."""

import re

DEFINES = re.compile(r"^(?!\s*(?:!|end\b))[^!'\"\n]*?\b(?:subroutine|function)\s+(\w+)",
                     re.IGNORECASE | re.MULTILINE)


def begin(name):
    return f"! ladder: {name} begins"


def end(name):
    return f"! ladder: {name} ends"


def of(text, name):
    """Lines of a procedure of step 0, without the line about its place."""
    lines = text.splitlines()
    return lines[lines.index(begin(name)) + 2:lines.index(end(name))]


def names(text):
    return re.findall(r"(?m)^! ladder: (\w+) begins$", text)


def defined(stage, known):
    """Procedures of step 0 that the text of a stage defines."""
    found = {name.lower() for name in DEFINES.findall(stage)}
    return [name for name in known if name in found]


def composed(step0, routine, stage, file):
    """Step 0's source with the stage's text in the place of the procedures that it defines; lines
    of the stage keep their numbers."""
    replaced, lines, skipping = defined(stage, names(step0)), [], None
    for number, line in enumerate(step0.splitlines(), 1):
        mark = re.fullmatch(r"! ladder: (\w+) (begins|ends)", line)
        if mark and mark[2] == "begins" and mark[1] in (*replaced, routine):
            skipping = mark[1]
        if not skipping:
            lines.append(line)
        elif mark and mark[2] == "ends":
            if skipping == routine:
                lines += [f'# 1 "{file}"', stage.rstrip("\n"), f'# {number + 1} "step0.f90"']
            skipping = None
    return "\n".join(lines) + "\n"
