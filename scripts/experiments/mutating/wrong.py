"""Mistakes that CUDA shares with C, each one change: a sign, an index, a constant off by 1e-3, a
border."""

import re

from mutating.code import Edit, closing

NUMBER = re.compile(r"(?<![\w.])(?:\d+\.\d*|\.\d+|\d+(?=[eE][-+]?\d))(?:[eE][-+]?\d+)?"
                    r"(?P<kind>[fFlL](?!\w))?")
KEYWORDS = r"(?:for|if|while|switch|return|sizeof|dim3|do)\b"


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
    named = re.findall(r"\bfor\s*\(\s*(?:\w+\s+)*?(\w+)\s*=", code.mask)
    return set(named) | set(re.findall(r"\b(\w+)\s*=[^=;]*?\bblockIdx\b", code.mask))


def subscripts(code):
    """Spans between the brackets of an array, of a macro that indexes one, or of a call: an index
    is wrong there too."""
    for found in re.finditer(rf"(?<=[\w)\]])\[|(?<!\w)(?!{KEYWORDS})[A-Za-z][\w.]*[ \t]*\(",
                             code.mask):
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
        new = f"{1.001 * float(digits):.12g}" if float(digits) else "0.001"
        if not re.search(r"[.e]", new):
            new += ".0"
        yield Edit(found.start(), found.end(), new + (found["kind"] or ""), "constant")


def borders(code):
    """A loop that leaves out its first or last element, or takes one too many."""
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
