"""A source as text and as a mask of the same length, in which only code is left: what is to be
changed is searched in the mask."""

import dataclasses
import re

# A line of C that is only there for the preprocessor; a macro of several lines is code.
DIRECTIVE = re.compile(r"^[ \t]*#[ \t]*(?!define[^\n]*\\\n)[^\n]*(?:(?<=\\)\n[^\n]*)*",
                       re.MULTILINE)
COMMENT_OR_TEXT = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'",
                             re.DOTALL)


@dataclasses.dataclass(frozen=True)
class Edit:
    start: int
    end: int
    new: str
    kind: str


@dataclasses.dataclass
class Code:
    text: str
    mask: str

    def line_of(self, at):
        return self.text.count("\n", 0, at) + 1

    def changed(self, *edits):
        text = self.text
        for edit in sorted(edits, key=lambda one: one.start, reverse=True):
            text = text[:edit.start] + edit.new + text[edit.end:]
        return text


def blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def read(path):
    text = path.read_text(encoding="utf-8")
    mask = DIRECTIVE.sub(blank, COMMENT_OR_TEXT.sub(blank, text))
    # The continuation of a macro's lines is blank space.
    return Code(text, inside_braces(mask.replace("\\\n", "  ")))


def inside_braces(mask):
    """The bodies of C, and macros that are code: all else is declarations, and the core would
    refuse the stage."""
    kept, depth, macro = [], 0, False
    for at, letter in enumerate(mask):
        if mask.startswith("#", at) and not mask[mask.rfind("\n", 0, at) + 1:at].strip():
            macro = True
        if letter == "\n":
            macro = False
        depth -= letter == "}"
        kept.append(letter if depth > 0 or macro or letter in "{}\n" else " ")
        depth += letter == "{"
    return re.sub(r"#[ \t]*define[ \t]+\w+(?:\([^)]*\))?", blank, "".join(kept))


def closing(mask, at):
    """Where the bracket that opens at `at` is closed."""
    depth = 0
    for end in range(at, len(mask)):
        depth += mask[end] in "([{"
        depth -= mask[end] in ")]}"
        if depth == 0:
            return end
    return len(mask) - 1


def split_at(mask, start, end, separators):
    """Spans of [start, end) between separators that lie in no bracket: (separator before, start,
    end)."""
    spans, depth, begin, before = [], 0, start, ""
    for at in range(start, end):
        depth += mask[at] in "([{"
        depth -= mask[at] in ")]}"
        if depth == 0 and mask[at] in separators:
            spans.append((before, begin, at))
            begin, before = at + 1, mask[at]
    spans.append((before, begin, end))
    return spans
