#!/usr/bin/env python3
"""What `ladder predict` needs of a CUDA stage next to its counts. Of an adopted routine:
stage_code.py DIR STAGE ARCHITECTURE COUNTED. Of this tree: stage_code.py --build LADDER STAGE
compiles what counts; with CUBIN and COUNTED behind them, it reads the counts. COUNTED: the file of
counts, whose places in the code become lines. The answer is JSON."""

import json
import pathlib
import sys

from adopting import built, commands, description
from adopting.files import cache_of

NEVER = [0, 0, 0]  # of all warps, of the slowest of each block, of the longest of all
CALL = 4  # [B] from the begin of a call to its last one


def times_of_lines(rows, executed, parts):
    """Of each line, by those of the parts of the code: 0 where none of them was executed. A part
    ends where the call at the begin of the next one does."""
    places = sorted({*executed, *(at for at in parts if min(executed) < at < max(executed))})
    times = {}
    for at, end in zip(places, [*places[1:], places[-1] + 4096]):
        for line in rows.within(at, min(end - CALL, at + 4096)):
            known = zip(times.get(line, NEVER), executed.get(at, NEVER))
            times[line] = [max(pair) for pair in known]
    return times


def events_of(library, counted):
    from predicting.cubin import Lines, counted_parts, functions, sequences

    rows = Lines([row for part in sequences(library) for row in part])
    events = [json.loads(line) for line in counted.read_text().splitlines()]
    launches = [one for one in events if one["event"] == "launch"]
    parts = counted_parts(library) if any(one.get("parts") for one in launches) else []
    # A launch may have its kernel from a variable, as those of a graph.
    names = functions(library, {one["at"] for one in launches})
    for one in launches:
        one["name"] = names.get(one["at"], one["name"])
        if one.get("parts"):
            one["times"] = times_of_lines(rows, {at: counts for at, *counts in one.pop("parts")},
                                          parts)
        if one.get("sites"):
            one["sites"] = [[rows.at(at), *counts] for at, *counts in one["sites"]]
    return events


def adopted(folder, name, arch, counted):
    from predicting.counted import Counted
    from predicting.cubin import machine_code

    stage = Counted(name, folder, cache_of(folder), description.load(folder))
    return {"events": events_of(stage.product, counted), "hash": built.Stage.hash(stage),
            **machine_code(stage, arch)}


def of_tree(ladder, name, *given):
    from emulating.compile import Broken, named
    from emulating.stages import built_in
    from emulating.translate import NotEmulated
    from predicting.counted import of_tree as library
    from predicting.cubin import kernels

    try:
        product = library(ladder, name)
    except NotEmulated as lacks:
        return {"lacks": f"the emulation has no {lacks}"}
    except Broken as errors:
        file = built_in(ladder)[name]
        raise named(errors, name, file.name, file.parent) from None
    if not given:
        return {"library": str(product)}
    cubin, counted = map(pathlib.Path, given)
    return {"events": events_of(product, counted), "cubin": str(cubin),
            "ptxas": cubin.with_suffix(".txt").read_text(), "kernels": kernels(cubin)}


def main():
    words = sys.argv[1:]
    if words[0] == "--build":
        return commands.answer(lambda: of_tree(*words[1:]))
    folder, name, arch, counted = words
    return commands.answer(
        lambda: adopted(pathlib.Path(folder).resolve(), name, arch, pathlib.Path(counted)))


if __name__ == "__main__":
    sys.exit(main())
