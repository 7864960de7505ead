"""Dummy arrays of FORTRAN 77 whose last extent is 1 and means any, as `*` does."""

import re

DECLARES = re.compile(r"\s*(dimension|real|double\s*(precision|complex)|integer|logical|complex|"
                      r"character|byte)\b(?!.*\bfunction\b)", re.IGNORECASE)
BEGINS = re.compile(r"(?!\s*end\b)[^!'\"]*\b(?:subroutine|function)\s+(\w+)", re.IGNORECASE)


def any_size(entity, scope):
    return bool(entity.shape) and entity.shape[-1] == ["1", "1"] and scope.source.fixed


def opened(text, scopes):
    """Free-form text of these procedures, in which such arrays are declared with `*`."""
    names = {scope.name: [name for name in scope.dummies if name in scope.entities
                          and any_size(scope.entities[name], scope)] for scope in scopes}
    lines, inside, declares = text.splitlines(), [], False
    for at, line in enumerate(lines):
        if begins := BEGINS.match(line):
            inside = names.get(begins[1].lower(), [])
        goes_on = at > 0 and lines[at - 1].rstrip().endswith("&")
        declares = declares if goes_on else bool(DECLARES.match(line))
        for name in inside if declares else ():
            lines[at] = re.sub(rf"(\b{name}\s*\((?:[^()]*,)?\s*)1(\s*\))", r"\1*\2", lines[at],
                               flags=re.IGNORECASE)
    return "\n".join(lines) + "\n"
