"""Fixed form to free form, line by line, so that all else reads one form. And dummy arrays of
FORTRAN 77 whose last extent is 1 and means any, as `*` does."""

import re

from adopting.statements import cut_comment

DECLARES = re.compile(r"\s*(dimension|real|double\s*(precision|complex)|integer|logical|complex|"
                      r"character|byte)\b(?!.*\bfunction\b)", re.IGNORECASE)
BEGINS = re.compile(r"(?!\s*end\b)[^!'\"]*\b(?:subroutine|function)\s+(\w+)", re.IGNORECASE)


def width(words):
    """Columns that count: 72, unless the owner's flags say otherwise."""
    for word in reversed(words):
        if match := re.fullmatch(r"-ffixed-line-length-(none|\d+)", word):
            return 10**6 if match[1] in ("none", "0") else int(match[1])
    return 72


def to_free(lines, columns=72):
    """Lines keep their numbers. A continued line ends with & and the next one starts with it, so
    that tokens may be split."""
    free, last, quote, directive = [], None, "", None
    for line in lines:
        line = expand_tab(line)
        if not line.strip():
            free.append("")
        elif match := re.match(r"[cC*!]\$(omp|acc)(.?)", line, re.IGNORECASE):
            continues = match[2] not in " 0" and directive is not None
            if continues:
                free[directive] += " &"
            free.append(f"!${match[1]}{'&' if continues else ''} {line[6:columns].rstrip()}")
            directive = len(free) - 1
        elif line[0] in "cC*dD!":
            free.append("!" + line[1:])
        elif line.lstrip().startswith("!") and (len(line) - len(line.lstrip()) != 5):
            free.append(line)
        else:
            continues = len(line) > 5 and line[5] not in " 0" and not line[:5].strip()
            body = line[6:columns] if len(line) > 5 else ""
            if continues and last is not None:
                before = free[last]
                if quote:
                    before = before.ljust(columns)
                free[last] = before + "&"
                text, quote = without_comment(body, quote)
                free.append("     &" + text)
            else:
                text, quote = without_comment(body, "")
                free.append(line[:5].ljust(5) + " " + text)
            last = len(free) - 1
    return free


def expand_tab(line):
    """A tab in the first columns: a digit after it continues the line."""
    match = re.match(r"([^\t]{0,5})\t(.?)", line)
    if not match or line[:1] in "cC*dD!":
        return line.replace("\t", " ")
    body = line[match.end(1) + 1:]
    if match[2].isdigit() and match[2] != "0":
        return (match[1].ljust(5) + match[2] + body[1:]).replace("\t", " ")
    return (match[1].ljust(6) + body).replace("\t", " ")


def without_comment(text, quote):
    """Text before a comment, and the quotation mark of a string that is still open at its end."""
    code, quote = cut_comment(text, quote)
    return (code if quote else code.rstrip()), quote


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
