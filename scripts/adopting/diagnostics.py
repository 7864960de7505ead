"""Errors of g++, nvcc and gfortran as places of the caller's files."""

import pathlib
import re

# g++: FILE:LINE:COLUMN: error: TEXT; nvcc: FILE(LINE): error: TEXT
ONE_LINE = re.compile(r"^(?P<file>[^\s:(][^:(]*)(?::(?P<line>\d+)(?::(?P<column>\d+))?|"
                      r"\((?P<nvcc>\d+)\)): (?:fatal )?error:? (?P<text>.*)$")
# gfortran: the place, an empty line, the source with a mark below it, and then the text
PLACE = re.compile(r"^(?P<file>[^\s:][^:]*):(?P<line>\d+):(?P<column>\d+):$")
FORTRAN = re.compile(r"^(?:Fatal )?Error: (?P<text>.*)$")


def errors(words, folder):
    """A dictionary for each error, with `file` relative to `folder` where it is below it."""
    found, place = [], None
    for line in words.splitlines():
        one = ONE_LINE.match(line)
        if PLACE.match(line):
            place = PLACE.match(line)
        elif one:
            found.append(entry(one, one["line"] or one["nvcc"], one["text"], folder))
        elif place and FORTRAN.match(line):
            found.append(entry(place, place["line"], FORTRAN.match(line)["text"], folder))
    return found


def entry(match, line, text, folder):
    column = match.groupdict().get("column")
    column = int(column) if column else None
    return {"file": shown(match["file"], folder), "line": int(line),
            "column": in_source(pathlib.Path(folder, match["file"]), int(line), column, text),
            "text": text.strip()}


def in_source(file, line, column, text):
    """The compiler may have read the line after the preprocessor: the column is that of the word
    that its text quotes; None where the line has none of them."""
    try:
        source = file.read_text(errors="replace").splitlines()[line - 1]
    except (OSError, IndexError):
        return column
    words = re.findall(r"[‘'\"]([^’'\"]+)[’'\"]", text)
    if column and (not words or any(source.startswith(word, column - 1) for word in words)):
        return column if column <= len(source) + 1 else None
    found = [source.index(word) + 1 for word in reversed(words) if word in source]
    return found[0] if found else None


def shown(file, folder):
    try:
        return str(pathlib.Path(folder, file).resolve().relative_to(pathlib.Path(folder).resolve()))
    except ValueError:
        return file
