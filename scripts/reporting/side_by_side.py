"""A routine in Fortran and a stage in another language in two columns: statements that have the
same names are next to each other."""

import re
import shutil
import textwrap

from adopting import pieces, statements

LEFT_OUT = set("""subroutine function end call then do if else implicit none use only integer real
intent in out inout double precision logical int float const int64_t int32_t void static inline for
return dimension parameter common save enddo endif continue""".split())
GAP = -0.1  # of a statement that has no partner


def columns(folder, described, stage):
    """Lines for the screen."""
    step0 = (folder / "step0.f90").read_text(errors="surrogateescape")
    routine = described["routine"].split("/")[-1].lower()
    names = sorted((each for each in pieces.names(step0) if each != routine),
                   key=lambda name: defined(stage.text, name))
    left = [line for name in [*names, routine] for line in of_fortran(pieces.of(step0, name))]
    right = of_c(stage.text.splitlines())
    width = max(80, shutil.get_terminal_size((120, 24)).columns)
    half = (width - 3) // 2
    lines = []
    for one, other in aligned(left, right):
        rows = wrapped(one, half), wrapped(other, half)
        for at in range(max(map(len, rows))):
            a, b = [row[at] if at < len(row) else "" for row in rows]
            lines.append(f"{a:<{half}} | {b}".rstrip())
    return lines


def defined(text, name):
    """Where a stage defines a procedure; those that it has not are first."""
    found = re.search(rf"(?m)^\w[\w *]*\b{name}\(", text)
    return found.start() if found else -1


def wrapped(text, width):
    margin = len(text) - len(text.lstrip())
    return textwrap.wrap(text.strip(), max(20, width - margin), initial_indent=" " * margin,
                         subsequent_indent=" " * (margin + 4)) or [""]


def of_fortran(lines):
    found, at = [], 0
    for each in statements.statements(lines):
        found += [line.rstrip() for line in lines[at:each.first] if line.strip().startswith("!")]
        first = lines[each.first]
        found.append(" " * (len(first) - len(first.lstrip())) + " ".join(each.text.split()))
        at = each.last + 1
    return found


def of_c(lines):
    """Statements of C: lines up to a semicolon or a brace; the head and the includes are left
    out."""
    found, held = [], ""
    inside = False
    for line in lines:
        inside = inside or not re.match(r"\s*(//|#include|$)", line)
        if not inside or re.match(r"\s*#(include|undef|pragma (push|pop))", line):
            continue
        if not line.strip():
            continue
        held = f"{held} {line.strip()}" if held else line.rstrip()
        if re.match(r"\s*(//|#)", held) and not held.endswith("\\") or re.search(
                r"(;|\{|\}|:|\))(\s*//.*)?$", held) and held.count("(") <= held.count(")"):
            found += parted(held.replace("\\", ""))
            held = ""
    return found + ([held] if held else [])


def parted(text):
    """A loop whose body is on its own line: two statements."""
    depth = 0
    for at, letter in enumerate(text if re.match(r"\s*for \(", text) else ""):
        depth += (letter == "(") - (letter == ")")
        if letter == ")" and not depth and text[at + 1:].strip() not in ("", "{"):
            margin = " " * (len(text) - len(text.lstrip()) + 2)
            return [text[:at + 1], *parted(margin + text[at + 1:].strip())]
    return [text]


def words(text):
    return [each for each in re.findall(r"[a-z_]\w*|\d+", text.lower()) if each not in LEFT_OUT]


def alike(a, b):
    """From 0 to 1: the share of names and numbers that both have."""
    if not a or not b:
        return -0.2 if a or b else 0  # an end is next to an end
    same = sum(min(a.count(each), b.count(each)) for each in set(a))
    return 2 * same / (len(a) + len(b)) - 0.3


def aligned(left, right):
    """Pairs in order, '' where one side has nothing; the best sum of what is alike."""
    a, b = [words(each) for each in left], [words(each) for each in right]
    best = [[(GAP * j, "right") for j in range(len(b) + 1)]]
    for i in range(1, len(a) + 1):
        row = [(GAP * i, "left")]
        for j in range(1, len(b) + 1):
            row.append(max((best[i - 1][j - 1][0] + alike(a[i - 1], b[j - 1]), "both"),
                           (best[i - 1][j][0] + GAP, "left"), (row[j - 1][0] + GAP, "right")))
        best.append(row)
    found, i, j = [], len(a), len(b)
    while i or j:
        step = best[i][j][1] if i and j else "left" if i else "right"
        i, j = i - (step != "right"), j - (step != "left")
        found.append((left[i] if step != "right" else "", right[j] if step != "left" else ""))
    return found[::-1]
