"""Modules, programs and procedures of a source, found by their first and last statements, without a
full parse."""

import re

from adopting.failure import USAGE, Failure
from adopting.statements import statements

PROCEDURE = re.compile(
    r"^(?P<prefix>(?:[a-z][\w "
    r"]*(?:\*\s*\d+)?(?:\s*\([^)]*(?:\([^)]*\)[^)]*)*\))?\s+)*?)(?P<kind>subroutine|function)"
    r"\s+(?P<name>[a-z]\w*)\s*(?P<rest>\(.*|bind.*|)$", re.IGNORECASE)
STARTS = (("module", r"module\s+(?!procedure$)([a-z]\w*)$"),
          ("submodule", r"submodule\s*\([^)]*\)\s*([a-z]\w*)$"),
          ("procedure", r"module\s+procedure\s+([a-z]\w*)$"), ("program", r"program\s+([a-z]\w*)$"),
          ("block data", r"block\s*data\b\s*([a-z]\w*)?$"))
END = re.compile(r"^end(\s*(module|submodule|program|subroutine|function|procedure|block\s*data)"
                 r"(\s+[a-z]\w*)?)?$")


class Unit:
    """Lines `first` to `last` of its source; the declarations are its statements before `contains`
    or the first action."""

    def __init__(self, kind, name, source, head, parent):
        self.kind, self.name, self.source, self.head, self.parent = (kind, name.lower(), source,
                                                                     head, parent)
        self.first, self.last, self.contains, self.children = ((head.first if head else 0), None,
                                                               None, [])

    @property
    def place(self):
        return self.source.places[self.first]

    @property
    def is_procedure(self):
        return self.kind in ("subroutine", "function")

    def path(self):
        return (self.parent.path() if self.parent else "") + "/" + self.name

    def __repr__(self):
        return f"{self.kind} {self.name}"


def units_of(source):
    """Top-level units; the others are their children."""
    top, open_units, skipped = [], [], 0
    for statement in statements(source.lines):
        text = re.sub(r"^\d+\s+", "", statement.text)
        low = text.lower()
        if skipped:
            skipped += (bool(re.match(r"(abstract\s+)?interface\b", low))
                        - bool(re.match(r"end\s*interface", low)))
            if re.match(r"end\s*type", low):
                skipped = 0
            continue
        if (re.match(r"(abstract\s+)?interface\b(?!\s*[=(%])(?!.*=\s)", low)
                and not re.match(r"interface\s*=", low)):
            skipped = 1
            continue
        if re.match(r"type\s*(,[^:]*)?(::)?\s*[a-z]\w*$", low) or re.match(r"type\s*,.*::", low):
            skipped = 1
            continue
        parent = open_units[-1] if open_units else None
        started = start_of(low, text, source, statement, parent)
        if started:
            (parent.children if parent else top).append(started)
            open_units.append(started)
        elif low == "contains" and parent:
            parent.contains = statement.first
        elif END.match(low):
            if not parent:
                raise Failure(USAGE,
                              f"{source.places[statement.first]}: '{statement.text}' ends nothing")
            parent.last = statement.last
            open_units.pop()
        elif not parent:
            main = Unit("program", "main", source, None, None)
            main.first = statement.first
            top.append(main)
            open_units.append(main)
    if open_units:
        raise Failure(USAGE, f"{open_units[-1].place}: {open_units[-1]} has no end; if a macro "
                             "leaves a part out, give your build's flags: --flags='-D...'")
    return top


def start_of(low, text, source, statement, parent):
    for kind, pattern in STARTS:
        if match := re.match(pattern, low):
            if kind == "procedure" and not (parent and parent.kind == "submodule"):
                return None
            return Unit(kind, match[1] or "", source, statement, parent)
    if (not low.startswith("end") and (match := PROCEDURE.match(text))
            and "=" not in low.split("(")[0]):
        return Unit(match["kind"].lower(), match["name"], source, statement, parent)
    return None


def every(units):
    for unit in units:
        yield unit
        yield from every(unit.children)
