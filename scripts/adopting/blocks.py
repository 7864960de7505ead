"""DO loops, IF blocks and the like of a source: where each begins and ends."""

import dataclasses
import re

from adopting.statements import behind_brackets, statements

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
