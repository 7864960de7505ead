"""`ladder explain ROUTINE --loops`: each loop with its verdict and the reason."""

import dataclasses
import json
import pathlib
import textwrap

from adopting import description
from adopting.failure import USAGE, Failure
from porting import loops

FILE = "ladder.toml"


def folder_of(name, ladder):
    """The ladder's folder: the one that is given, the current one, or ladders/NAME."""
    if ladder is not None:
        return ladder
    here = pathlib.Path(".")
    if (here / FILE).is_file():
        return here
    if name and (here / "ladders" / name.lower() / FILE).is_file():
        return here / "ladders" / name.lower()
    raise Failure(USAGE, "--loops is of an adopted routine: run it in that ladder's folder, or "
                         "name it with --ladder=DIR; `ladder adopt SOURCE ROUTINE` makes one")


def of(name, ladder, as_json):
    """Text of all loops of the routine, or of one of the procedures that it calls."""
    folder = folder_of(name, ladder).resolve()
    routine = description.load(folder)["routine"].split("/")[-1].lower()
    found = loops.loops_of(folder)
    if name and name.lower() not in (routine, folder.name):
        known = list(dict.fromkeys(each.procedure for each in found))
        found = [each for each in found if each.procedure == name.lower()]
        if not found:
            raise Failure(USAGE, f"step 0 of {routine} has no loop in '{name}'; there are loops in "
                                 f"{', '.join(known) or 'no procedure'}")
    if as_json:
        return "\n".join(json.dumps({"schema": 1, "command": "explain", **dataclasses.asdict(each)})
                         for each in found)
    return text(routine, found)


def text(routine, found):
    lines = [f"loops of {routine}, by its source and its recorded calls", ""]
    if not found:
        return f"{routine} has no loop"
    rows = [(f"{each.file}:{each.line}-{each.end}",
             f"{'  ' * each.depth}do {each.variable or 'while'}",
             "" if each.turns is None else f"{each.turns} turn{'s' * (each.turns != 1)}",
             "independent in all recorded calls" if each.verdict == loops.OBSERVED
             else each.verdict, each) for each in found]
    widths = [max(len(row[at]) for row in rows) for at in range(3)]
    procedure = None
    for place, loop, turns, verdict, each in rows:
        if each.procedure != procedure:
            procedure = each.procedure
            lines.append(f"{procedure}:")
        lines.append(f"  {place:<{widths[0]}}  {loop:<{widths[1]}}  {turns:>{widths[2]}}  "
                     f"{verdict}")
        lines += textwrap.wrap(each.why, 94, initial_indent="      ", subsequent_indent="      ")
    counted = {each: sum(one.verdict == each for one in found)
               for each in (loops.INDEPENDENT, loops.OBSERVED, loops.CARRIED)}
    return "\n".join([*lines, "", f"{len(found)} loops: {counted[loops.INDEPENDENT]} independent, "
                                  f"{counted[loops.OBSERVED]} independent in all recorded calls, "
                                  f"{counted[loops.CARRIED]} carried"])
