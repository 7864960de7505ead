"""The process of one rung behind the bridge: serve.py FOLDER LADDER RUNG. It serves until its
standard input ends, and then writes what the bridge took as a line of JSON."""

import json
import math
import os
import statistics
import sys

import rungs
import stage_server

NAMES = ("upload", "advance", "download")


def costs_of(costs):
    """Medians of the whole runs of the largest case, in nanoseconds; None where there is none."""
    by_cells = {}
    for run in (run for one in costs for run in one.whole()):
        by_cells.setdefault(run["cells"], []).append(run)
    if not by_cells:
        return None
    cells, runs = max(by_cells.items(), key=lambda one: math.prod(one[0]))

    def median(of):
        return round(statistics.median(map(of, runs)))

    bridge = {name: median(lambda run, name=name: run[name][0] - run[name][1]) for name in NAMES}
    whole = median(lambda run: sum(run[name][0] for name in NAMES))
    return {"sizes": cells, "runs": len(runs), "entries_ns": whole, "bridge_ns": bridge}


def main():
    folder, ladder, name = sys.argv[1:]
    said = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)  # what a library prints
    rung = next(one for one in rungs.every(ladder) if one.name == name)
    lock = None
    if rung.device == "cuda":
        import page_locks

        lock = page_locks.locker()

    def made(case):
        return rung.module().Steps(case, rung.device)

    with stage_server.Server({name: made}, lock, folder) as server:
        print("listens", file=said, flush=True)
        sys.stdin.read()
    if found := costs_of(server.costs):
        print(json.dumps({"ladder": ladder, "stage": name, **found}), file=said)


if __name__ == "__main__":
    main()
