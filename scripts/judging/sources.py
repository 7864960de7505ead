"""The lines of the original that write an array."""

import re

from adopting import built, coverage


def writers(folder, array):
    """file, line and text of each statement of step 0 that assigns the array; where there is one
    alone, it wrote the element."""
    lines = built.read(folder / "step0.f90").splitlines()
    places = coverage.owner_places(lines)
    # a label or a condition may stand before it
    assigns = re.compile(rf"^\s*(\d+\s+)?(if\s*\(.*\)\s*)?{re.escape(array)}\s*"
                         r"(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*)?=(?!=)", re.IGNORECASE)
    found = []
    for number, line in enumerate(lines, 1):
        if assigns.match(line):
            file, _, at = places.get(number, f"step0.f90:{number}").rpartition(":")
            found.append({"file": file, "line": int(at), "text": whole(lines, number - 1)})
    return found


def whole(lines, at):
    """The statement with its continuation lines."""
    text = lines[at].split("!")[0].strip()
    while text.endswith("&") and at + 1 < len(lines):
        at += 1
        text = text[:-1].rstrip() + " " + lines[at].split("!")[0].strip().lstrip("&").lstrip()
    return text


def add(folder, verdict):
    """To the elements of a verdict: what wrote them in the original."""
    for which in ("first", "worst"):
        element = verdict.get(which)
        if element and not (lines := writers(folder, element["array"])):
            continue
        if element:
            element["source"] = lines
    return verdict
