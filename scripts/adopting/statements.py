"""Logical statements of free-form lines: continuations joined, comments gone, strings kept."""

import dataclasses
import re


@dataclasses.dataclass
class Statement:
    text: str
    first: int  # index of its first line
    last: int   # index of its last line


def cut_comment(line, quote=""):
    """Line without its comment, and the quotation mark that is open at its end."""
    for at, letter in enumerate(line):
        if quote:
            if letter == quote:
                quote = ""
        elif letter in "'\"":
            quote = letter
        elif letter == "!":
            return line[:at], ""
    return line, quote


def statements(lines, first=0, last=None):
    found, text, start, quote = [], None, 0, ""
    for at in range(first, len(lines) if last is None else last + 1):
        if text is None and re.match(r"\s*(!|$|#)", lines[at]):
            continue
        if text is not None and re.match(r"\s*(!|$)", lines[at]) and not quote:
            continue
        line, quote = cut_comment(lines[at], quote)
        if text is None:
            text, start = "", at
            piece = line
        else:
            piece = re.sub(r"^\s*&", "", line) if re.match(r"\s*&", line) else line
        stripped = piece.rstrip()
        if stripped.endswith("&"):
            text += stripped[:-1]
            continue
        text += piece
        quote = ""
        found += [Statement(part.strip(), start, at) for part in split(text, ";") if part.strip()]
        text = None
    if text and text.strip():
        found.append(Statement(text.strip(), start, len(lines) - 1))
    return found


def outside(text):
    """(index, letter, brackets that are open behind it) of the letters that are in no string."""
    depth, quote = 0, ""
    for at, letter in enumerate(text):
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        else:
            depth += (letter in "([") - (letter in ")]")
            yield at, letter, depth


def split(text, separator=","):
    """At separators that are in no brackets and no string."""
    cuts = [at for at, letter, depth in outside(text) if letter == separator and not depth]
    return [text[first + 1:last] for first, last in zip([-1, *cuts], [*cuts, len(text)])]


def behind_brackets(text):
    """What follows the first brackets."""
    return next((text[at + 1:].strip() for at, letter, depth in outside(text)
                 if letter == ")" and not depth), "")
