"""Mistakes that a port can contain, each one change: a sign, an index, a constant off by 1e-3, a
border, a kind, a branch."""

import re

from mutating.code import C, Edit, closing

NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*|\.\d+|\d+(?=[eEdD][-+]?\d))(?:[eEdD][-+]?\d+)"
                    r"?(?P<kind>_\w+|[fFlL](?!\w))?")
KEYWORDS = r"(?i:for|if|elseif|while|switch|return|sizeof|dim3|do|select|case|where|forall)\b"


def of_code(code):
    """All wrong edits, in the order of the source."""
    makers = (signs, indices, constants, borders, kinds, branches)
    found = {edit for maker in makers for edit in maker(code)}
    return sorted(found, key=lambda one: (one.start, one.end, one.kind, one.new))


def signs(code):
    """A sum for a difference. The sign of an exponent, ++, --, -> and that of an index are others'
    or nobody's."""
    for found in re.finditer(r"(?<![-+<>=(\[,*/])(?<=[\w)\] ])([-+])(?![-+>])", code.mask):
        before = code.mask[:found.start()].rstrip()
        after = code.mask[found.end():].lstrip(" =\n")
        if (not before or not re.match(r"[\w)\]]", before[-1])
                or re.search(r"(?<!\w)(?:return|case)$", before)):
            continue
        if re.match(r"\d+\s*[,)\];]", after) or exponent(code.mask, found.start()):
            continue
        yield Edit(found.start(), found.end(), "-" if found[1] == "+" else "+", "sign")


def exponent(mask, at):
    return re.search(r"(?<![\w.])[\d.]+[eEdD]$", mask[max(0, at - 30):at]) is not None


def loop_variables(code):
    if code.language == C:
        named = re.findall(r"\bfor\s*\(\s*(?:\w+\s+)*?(\w+)\s*=", code.mask)
        return set(named) | set(re.findall(r"\b(\w+)\s*=[^=;]*?\bblockIdx\b", code.mask))
    return set(re.findall(r"(?im)^[ \t]*(?:\d+[ \t]+)?(?:\w+:[ \t]*)?do(?:[ \t]+\d+)?[ "
                          r"\t]+(\w+)[ \t]*=", code.mask))


def subscripts(code):
    """Spans between the brackets of an array, of a macro that indexes one, or of a call: an index
    is wrong there too."""
    opening = r"(?<=[\w)\]])\[|" if code.language == C else ""
    for found in re.finditer(rf"{opening}(?<!\w)(?!{KEYWORDS})[A-Za-z][\w.]*[ \t]*\(", code.mask):
        yield found.end(), closing(code.mask, found.end() - 1)


def indices(code):
    names = loop_variables(code)
    if not names:
        return
    variable = re.compile(r"(?<![\w.%])(?:" + "|".join(sorted(names)) + r")(?![\w(.])")
    for start, end in subscripts(code):
        for found in variable.finditer(code.mask, start, end):
            if (re.search(r"\b(?:if|while|do|for)\s*$", code.mask[:start - 1])
                    or "=" in code.mask[start:end]):
                continue
            for shift in ("+ 1", "- 1"):
                yield Edit(found.start(), found.end(), f"({found[0]} {shift})", "index")


def constants(code):
    for found in NUMBER.finditer(code.mask):
        digits = found[0][:found.start("kind") - found.start()] if found["kind"] else found[0]
        value = float(digits.lower().replace("d", "e"))
        new = f"{1.001 * value:.12g}" if value else "0.001"
        if not re.search(r"[.e]", new):
            new += ".0"
        if "d" in digits.lower():
            new = re.sub("e|$", "d", new, count=1) + ("0" if "e" not in new else "")
        yield Edit(found.start(), found.end(), new + (found["kind"] or ""), "constant")


def borders(code):
    """A loop that leaves out its first or last element, or takes one too many."""
    if code.language == C:
        for found in re.finditer(r"\bfor\s*\(", code.mask):
            end = closing(code.mask, found.end() - 1)
            parts = [one.start() for one in re.finditer(";", code.mask[found.end():end])]
            if len(parts) != 2:
                continue
            first, second = (found.end() + one for one in parts)
            if begins := re.compile(r"=\s*").search(code.mask, found.end(), first):
                value = code.text[begins.end():first]
                for shift in ("+ 1", "- 1"):
                    yield Edit(begins.end(), first, f"({value}) {shift}", "border")
            for compared in re.compile(r"[<>]=?").finditer(code.mask, first, second):
                new = compared[0][0] if compared[0].endswith("=") else compared[0] + "="
                yield Edit(compared.start(), compared.end(), new, "border")
        return
    loop = re.compile(r"(?im)^[ \t]*(?:\d+[ \t]+)?(?:\w+:[ \t]*)?do(?:[ \t]+\d+)?[ \t]+\w+[ \t]*=[ "
                      r"\t]*([^,\n]+),[ \t]*([^,\n]+?)[ \t]*(?=,|$)")
    for found in loop.finditer(code.mask):
        for group in (1, 2):
            value = code.text[found.start(group):found.end(group)].rstrip()
            for shift in ("+ 1", "- 1"):
                yield Edit(found.start(group), found.start(group) + len(value), f"{value} {shift}",
                           "border")


def dummies(code):
    """Names of the arguments of all procedures of a Fortran source: their kinds are the
    caller's."""
    lists = re.findall(r"(?i)\b(?:subroutine|function)[ \t]+\w+[ \t]*\(([^)]*)\)", code.mask)
    return {name.strip().lower() for one in lists for name in one.split(",")}


def kinds(code):
    """A value kept or a literal written in a smaller kind; where all is float, as a whole
    number."""
    if code.language == C:
        double = re.search(r"\bdouble\b", code.mask) is not None
        small = "float" if double else "int"
        for found in re.finditer(r"\b(?:double|float)(?=\s+\w+\s*(?:=|\[|,|;))", code.mask):
            if (found[0] == ("double" if double else "float")
                    and bracket_depth(code.mask, found.start()) == 0):
                yield Edit(found.start(), found.end(), small, "kind")
        for found in NUMBER.finditer(code.mask):
            if double and not found["kind"]:
                yield Edit(found.end(), found.end(), "f", "kind")
        if double:
            for found in re.finditer(r"\b(sqrt|exp|log|pow|fabs|fmax|fmin|sin|cos)(?=\()",
                                     code.mask):
                yield Edit(found.end(), found.end(), "f", "kind")
        return
    passed = dummies(code)
    for found in re.finditer(r"(?im)^[ \t]*(real(?:[ \t]*\([^)]*\)|\*8)|double[ "
                             r"\t]+precision)([^:\n]*)::([^\n]*)$", code.mask):
        names = {name.lower()
                 for name in re.findall(r"[A-Za-z]\w*", re.sub(r"\([^()]*\)", "", found[3]))}
        if ("intent" not in found[2].lower() and "parameter" not in found[2].lower()
                and not names & passed):
            yield Edit(found.start(1), found.end(1), "real(4)", "kind")
    for found in NUMBER.finditer(code.mask):
        if found["kind"]:
            yield Edit(found.start("kind"), found.end("kind"), "", "kind")
        elif "d" in found[0].lower():
            at = found.start() + found[0].lower().index("d")
            yield Edit(at, at + 1, "e", "kind")


def bracket_depth(mask, at):
    """Of round brackets, within a statement."""
    begin = max(mask.rfind(one, 0, at) for one in ";{}")
    return mask.count("(", begin + 1, at) - mask.count(")", begin + 1, at)


def branches(code):
    """A condition that always holds or never; a least for a most; a jump or an alternative left
    out."""
    yes, no = ("true", "false") if code.language == C else (".true.", ".false.")
    if code.language == C:
        yes, no = "1", "0"
    for found in re.finditer(r"(?i)\b(?:else\s+)?if\s*\(", code.mask):
        end = closing(code.mask, found.end() - 1)
        if code.language != C and re.match(r"\s*\d+\s*,", code.mask[end + 1:]):
            continue  # arithmetic if
        for value in (yes, no):
            yield Edit(found.end(), end, value, "branch")
    swaps = {"fmax": "fmin", "fmin": "fmax", "max": "min", "min": "max", "fmaxf": "fminf",
             "fminf": "fmaxf", "merge": None}
    for found in re.finditer(r"(?i)(?<![\w%.])(fmaxf?|fminf?|max|min)(?=\s*\()", code.mask):
        yield Edit(found.start(), found.end(), swaps[found[0].lower()], "branch")
    if code.language == C:
        for found in re.finditer(r"\b(?:break|continue)(?=\s*;)", code.mask):
            yield Edit(found.start(), found.end(), "", "branch")
        for found in re.finditer(r"([^=?:;,(){}]+?)\?(?=[^;]*:)", code.mask):
            start = found.start() + len(found[1]) - len(found[1].lstrip())
            expression = re.sub(r"^\s*return\b", lambda one: " " * len(one[0]), found[1])
            start = found.start() + len(expression) - len(expression.lstrip())
            for value in (yes, no):
                yield Edit(start, found.end() - 1, value + " ", "branch")
    else:
        for found in re.finditer(r"(?i)(?<![\w%])(?:cycle|exit)(?![\w(])", code.mask):
            yield Edit(found.start(), found.end(), "continue", "branch")
