"""Modules, programs and procedures of a source, and their DO loops, IF blocks and the like, found
by their first and last statements, without a full parse."""

import dataclasses
import re

from adopting.failure import USAGE, Failure
from adopting.statements import behind_brackets, statements

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


# -- DO loops, IF blocks and the like

LABEL = re.compile(r"(\d+)\s+")
NAMED = re.compile(r"([a-z]\w*)\s*:\s*(?=(do|if|select|where|forall|associate|block|critical)\b)",
                   re.IGNORECASE)
OPENS = (("do", r"do\s*(\d+\b\s*,?\s*)?((?<!do)[a-z]\w*\s*=|while\s*\(|concurrent\s*\(|$)"),
         ("if", r"if\s*\(.*\)\s*then$"), ("select type", r"select\s*type\s*\("),
         ("select", r"select\s*(case|rank)\s*\("), ("associate", r"associate\s*\("),
         ("block", r"block$"), ("critical", r"critical\b(?!\s*=)"))
PARTS = re.compile(r"else\s*(if\s*\(.*\)\s*then\b.*|where\b.*|[a-z]\w*)?$|case\s*(\(|default)|"
                   r"(type|class)\s+(is|default)\b|class\s*default|rank\s*(\(|default)",
                   re.IGNORECASE)
CLOSES = re.compile(r"end\s*(do|if|select|where|forall|associate|block|critical)\b(?!\s*data)"
                    r"(?!\s*[=(%])", re.IGNORECASE)


@dataclasses.dataclass(eq=False)
class Block:
    kind: str
    name: str
    first: int             # index of its first line
    parent: object = None
    label: str = ""        # of the statement that ends a DO
    last: int = None       # index of its last line
    parts: list = dataclasses.field(default_factory=list)  # lines of ELSE, CASE

    def chain(self):
        one = self
        while one is not None:
            yield one
            one = one.parent


@dataclasses.dataclass
class Line:
    """A statement and the innermost block that holds it; its first and last are of that block."""
    text: str    # in small letters, without label and name of a construct
    label: str
    first: int
    last: int
    block: object

    @property
    def action(self):
        """Without the condition of a one-line IF."""
        if not re.match(r"if\s*\(", self.text):
            return self.text
        rest = behind_brackets(self.text)
        return rest if rest and rest != "then" else self.text


def opened(low):
    for kind, pattern in OPENS:
        if re.match(pattern, low):
            return kind
    for kind in ("where", "forall"):
        if re.match(kind + r"\s*\(", low) and not behind_brackets(low):
            return kind
    return ""


def blocks_of(source, first, last):
    """(statements, blocks) of lines; what ends no block is left alone."""
    lines, found, inside = [], [], None
    for statement in statements(source.lines, first, last):
        low = statement.text.lower()
        label = match[1] if (match := LABEL.match(low)) else ""
        low = low[match.end():] if match else low
        named = NAMED.match(low)
        low = low[named.end():] if named else low
        kind = opened(low)
        if kind:
            ends = re.match(r"do\s*(\d+)", low)
            inside = Block(kind, named[1] if named else "", statement.first, inside,
                           ends[1] if ends else "")
            found.append(inside)
        elif inside and PARTS.match(low):
            inside.parts.append(statement.first)
        lines.append(Line(low, label, statement.first, statement.last, inside))
        if not kind and inside and (inside.label and inside.label == label or CLOSES.match(low)
                                    and not inside.label):
            inside.last, inside = statement.last, inside.parent
            while label and inside and inside.label == label:
                inside.last, inside = statement.last, inside.parent
    return lines, [block for block in found if block.last is not None]


def innermost(blocks, at):
    """The last DO loop that begins before a line and ends after it."""
    holding = [block for block in blocks if block.kind == "do" and block.first <= at <= block.last]
    return max(holding, key=lambda block: block.first, default=None)
