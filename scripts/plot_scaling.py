#!/usr/bin/env python3
"""How the rate of each stage grows with the size of the grid, from records of several cases.

usage: scripts/plot_scaling.py [FILE ...] [--output PICTURE]
"""

from plots import caption, lines, of_records, records
from plots.caption import STATISTICS
from plots.failure import NOTHING, Failure


def size(record):
    case = record["case"]
    return case["nz"] * case["nx"] * case["ny"]


def point(record):
    """Cells, and the rate [1e9 point updates/s] with its least and most."""
    updates = record["work"]["point_updates"] / records.shots(record)
    median, low, high = records.wall(record)
    return size(record), updates / median * 1e-9, updates / high * 1e-9, updates / low * 1e-9


def curves_of(machine):
    """By stage the newest record of each size; and the stages that were wrong."""
    chosen = records.newest_points(machine.records, lambda record: (records.stage(record), size(record)))
    curves, wrong = {}, set()
    for record in sorted(chosen.values(), key=records.place):
        if records.right(record):
            curves.setdefault(records.stage(record), []).append(point(record))
        else:
            wrong.add(records.stage(record))
    return curves, wrong, list(chosen.values())


def draw(machines, thesis, arguments):
    panels, told, wrongs = [], [], []
    for machine in machines:
        curves, wrong, used = curves_of(machine)
        if len({point[0] for points in curves.values() for point in points}) > 1:
            panels.append((machine.name, len(curves), list(curves.items())))
            told.append(caption.measured(machine, used))
            wrongs += [f"{name} ({machine.name})" for name in sorted(wrong)]
    if not panels:
        raise Failure(NOTHING, "the records are of one grid size on each machine: measure another case, as in"
                      " scripts/ladder --case=small --output=FILE")
    words = ["Whole runs: point updates over wall time. Several launches of a stage: the newest. In it, " + STATISTICS + "."]
    words += [f"Wrong, so without a point: {', '.join(wrongs)}."] if wrongs else []
    return lines.picture_of("Rate by size of the grid", "\n".join(words + told), panels, lines.draw_curves,
                            "cells of the grid, log scale", "1e9 point updates/s, log scale")


if __name__ == "__main__":
    of_records.run("scaling", __doc__, draw, one_case=False)
