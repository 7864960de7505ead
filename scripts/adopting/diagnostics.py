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
    return {"file": shown(match["file"], folder), "line": int(line),
            "column": int(column) if column else None, "text": text.strip()}


def shown(file, folder):
    try:
        return str(pathlib.Path(folder, file).resolve().relative_to(pathlib.Path(folder).resolve()))
    except ValueError:
        return file
