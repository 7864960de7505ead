"""The range of lines of a ladder: given, kept in ladder.toml, and found again where lines above it
came or went."""

import pathlib
import re

from adopting import description
from adopting.failure import FILE, USAGE, Failure
from adopting.files import digest
from adopting.source import shown, text_of


def split(source):
    """File, and {"lines": "210-260"} of main.f90:210-260."""
    match = re.match(r"(.+):(\d+-\d+)$", source)
    if not match and re.search(r":[\d,-]+$", source) and not pathlib.Path(source).exists():
        raise Failure(USAGE, f"'{source}': a range of lines is the first and the last one, as in "
                             "main.f90:210-260")
    return (match[1], {"lines": match[2]}) if match else (source, {})


def numbers_of(text):
    match = re.fullmatch(r"\s*(\d+)\s*-\s*(\d+)\s*", text)
    if not match or not 0 < int(match[1]) <= int(match[2]):
        raise Failure(USAGE, f"'{text}' is no range of lines: the first and the last one, as in "
                             "main.f90:210-260")
    return int(match[1]), int(match[2])


def of(program, file, described):
    """The range, after the program has it as a procedure; None where a procedure is adopted."""
    if not described.get("lines"):
        return None
    from adopting.ranges import Range

    name = described["routine"]
    if not re.fullmatch(r"[A-Za-z]\w{0,40}", name):
        raise Failure(USAGE, f"'{name}' is no name for a range of lines: letters, digits and _")
    if not file.is_file():
        raise Failure(FILE, f"{shown(file, program.root)} is not a file: give the source that "
                            "holds the range")
    found = Range(program, file, *numbers_of(described["lines"]), name)
    program.put(file, found)
    return found


def written(adopted):
    """What ladder.toml keeps, to know the range again."""
    if not adopted.range:
        return []
    lines = text_of(adopted.range.file).splitlines()
    lines = lines[adopted.range.first - 1:adopted.range.last]
    text = "\n".join(lines)
    return ["", "[range]", f"digest = {description.quoted(digest(text))}",
            f"begins = {description.quoted(lines[0].strip())}",
            f"ends = {description.quoted(lines[-1].strip())}"]


def refuse_other_kind(folder, described, given):
    if given.get("lines") and not described.get("lines"):
        raise Failure(FILE, f"{folder} is the ladder of {described['routine']}, a procedure of "
                            f"{described['source']}: give the range another name, or another "
                            "folder, --output=DIR")


def holds(lines, described):
    """Whether the range's lines begin and end as they did."""
    first, last = numbers_of(described["lines"])
    kept = described.get("range", {})
    there = [line.strip() for line in lines[first - 1:last]]
    return (not kept or len(there) == last - first + 1 and there[0] == kept.get("begins")
            and there[-1] == kept.get("ends"))


def moved_to(lines, described):
    """Where the same lines are now; "" where they are in no place, or in several."""
    first, last = numbers_of(described["lines"])
    count = last - first
    found = [at for at in range(1, len(lines) - count + 1)
             if lines[at - 1].strip() == described["range"].get("begins")
             and digest("\n".join(lines[at - 1:at + count])) == described["range"].get("digest")]
    return f"{found[0]}-{found[0] + count}" if len(found) == 1 else ""


def followed(file, described, given, say):
    """{"lines": ...} of the source as it is now; other lines that are given are the owner's
    word."""
    if not described.get("lines") or given.get("lines", described["lines"]) != described["lines"]:
        return {}
    lines = text_of(file).splitlines()
    if holds(lines, described):
        return {}
    now = moved_to(lines, described)
    if not now:
        raise Failure(USAGE, f"{described['source']}:{described['lines']} does not begin with "
                             f"'{described['range'].get('begins')}' and end with "
                             f"'{described['range'].get('ends')}' any more: give the lines of the "
                             f"range, as in ladder adopt {described['source']}:FIRST-LAST "
                             f"{described['routine']}")
    say(f"lines {described['lines']} of {described['source']} are now {now}")
    return {"lines": now}


def refuse_moved(file, described, folder):
    """For all commands but `ladder adopt`."""
    if described.get("lines") and file.is_file() and not holds(text_of(file).splitlines(),
                                                               described):
        raise Failure(FILE, f"{folder / 'ladder.toml'}: the lines {described['lines']} of "
                            f"{described['source']} are others now: "
                            f"{description.again(described)}, which finds the range, then `ladder "
                            "record`")
