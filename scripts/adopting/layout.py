"""Statements as lines of free or of fixed form."""

import re

# Statements behind which lines are further in.
OPENS = (r"else\b|contains\b|subroutine|(abstract )?interface|(\w+:\s*)?block$|module |do ",
         r"if\s*\(.*\)\s*then$|type\s*(,.*)?(::)?\s*[a-z]\w*$",
         r"([\w()=* ]+ )?function \w+\s*\(", r"(pure |recursive )*subroutine ")


def free(statements, indent="  "):
    lines, depth = [], 0
    for text in statements:
        depth -= bool(re.match(r"(end\b|end[a-z]+\b|else\b|contains\b)", text, re.IGNORECASE))
        pieces = broken(text, 128 - len(indent) * (depth + 2))
        for number, piece in enumerate(pieces):
            lead = indent * (depth + (2 if number else 0))
            lines.append(lead + ("&" if number else "") + piece
                         + ("&" if number < len(pieces) - 1 else ""))
        depth += opens(text)
    return lines


def fixed(statements):
    lines = []
    for text in statements:
        if text.startswith("!"):
            lines.append(text[:72])
            continue
        text = re.sub(r"^(\d+)\s+", "", text)
        pieces = [text[at:at + 66] for at in range(0, len(text), 66)]
        for number, piece in enumerate(pieces):
            lines.append(("     &" if number else "      ") + piece)
    return lines


def broken(text, width):
    """Parts of at most `width` letters, split after a comma or blank where there is one."""
    if text.startswith("!"):
        return [text]
    parts = []
    while len(text) > width:
        at = max(text.rfind(mark, width // 2, width) for mark in (",", " ")) + 1 or width
        parts.append(text[:at])
        text = text[at:]
    return [*parts, text]


def opens(text):
    low = text.lower()
    return not low.startswith(("end", "!")) and any(re.match(each, low) for each in OPENS)
