#!/usr/bin/env python3
"""What `ladder predict` needs of a CUDA stage of an adopted routine besides its counts:
stage_code.py DIR STAGE ARCHITECTURE COUNTED. COUNTED: the file of counts, whose places in the code
become lines. The answer is JSON."""

import json
import pathlib
import sys

from adopting import built, commands, description
from adopting.files import cache_of


def answer(folder, name, arch, counted):
    from predicting.counted import Counted
    from predicting.cubin import machine_code
    from predicting.lines import Lines, functions, sequences

    stage = Counted(name, folder, cache_of(folder), description.load(folder))
    rows = Lines([row for part in sequences(stage.product) for row in part])
    events = [json.loads(line) for line in counted.read_text().splitlines()]
    launches = [one for one in events if one["event"] == "launch"]
    # A launch may have its kernel from a variable, as those of a graph.
    names = functions(stage.product, {one["at"] for one in launches})
    for one in launches:
        one["name"] = names.get(one["at"], one["name"])
        if one.get("parts"):
            places = sorted(at for at, _ in one["parts"])
            ends = dict(zip(places, [*places[1:], places[-1] + 4096]))
            times = {}
            for at, count in one.pop("parts"):
                for line in rows.within(at, min(ends[at], at + 4096)):
                    times[line] = max(times.get(line, 0), count)
            one["times"] = times
        if one.get("sites"):
            one["sites"] = [[rows.at(at), kind, count] for at, kind, count in one["sites"]]
    return {"events": events, "hash": built.Stage.hash(stage), **machine_code(stage, arch)}


def main():
    folder, name, arch, counted = sys.argv[1:]
    return commands.answer(
        lambda: answer(pathlib.Path(folder).resolve(), name, arch, pathlib.Path(counted)))


if __name__ == "__main__":
    sys.exit(main())
