#!/usr/bin/env python3
"""How the rate of each stage of the ladder wave grows with the size of the grid, from records of
several cases.

usage: scripts/plot_scaling.py [FILE ...] [--output PICTURE]

Runs of other lengths spend another part of their time on copies before and after the time loop, so
of each machine only records of one number of steps are drawn: that with most sizes.
scripts/experiments/figure_sweeps measures them.
"""

from plots import caption, lines, of_records, records
from plots.caption import STATISTICS
from plots.failure import NOTHING, Failure


def size(record):
    case = record["case"]
    return case["nz"] * case["nx"] * case["ny"]


def point(record):
    """Cells, and the rate [1e9 point updates/s] with its least and most."""
    updates = record["work"]["point_updates"] / record.answer["shots"]
    median, low, high = records.wall(record)
    return size(record), updates / median * 1e-9, updates / high * 1e-9, updates / low * 1e-9


def of_thesis(machine):
    """Those of its ladder; records from before there were others name none."""
    return [record for record in machine.records if record.get("ladder", "wave") == "wave"]


def of_one_length(found):
    """The records of that number of steps which has most sizes; of several such numbers the
    largest."""
    sizes = {}
    for record in found:
        sizes.setdefault(record["case"]["steps"], set()).add(size(record))
    chosen = max(sizes, key=lambda steps: (len(sizes[steps]), steps))
    return [record for record in found if record["case"]["steps"] == chosen]


def curves_of(machine):
    """By stage the newest record of each size; and the stages that were wrong."""
    chosen = records.newest_points(of_one_length(of_thesis(machine)),
                                   lambda record: (records.stage(record), size(record)))
    curves, wrong = {}, set()
    for record in sorted(chosen.values(), key=records.place):
        if record.answer["right"]:
            curves.setdefault(records.stage(record), []).append(point(record))
        else:
            wrong.add(records.stage(record))
    return curves, wrong, list(chosen.values())


def draw(machines, thesis, arguments):
    panels, notes, wrongs = [], [], []
    for machine in filter(of_thesis, machines):
        curves, wrong, used = curves_of(machine)
        if len({point[0] for points in curves.values() for point in points}) > 1:
            panels.append((machine.name, len(curves), list(curves.items())))
            notes.append(caption.measured(machine, used))
            wrongs += [f"{name} ({machine.name})" for name in sorted(wrong)]
    if not panels:
        raise Failure(NOTHING, "the records are of one grid size on each machine, or of another "
                               "number of steps on each size: scripts/experiments/figure_sweeps "
                               "measures several sizes")
    words = ["Whole runs of one number of steps: point updates over wall time. Several launches "
             f"of a stage: the newest. In it, {STATISTICS}."]
    words += [f"Wrong, so without a point: {', '.join(wrongs)}."] if wrongs else []
    return lines.picture_of("Rate by size of the grid", "\n".join(words + notes), panels,
                            lines.draw_curves,
                            "cells of the grid, log scale", "1e9 point updates/s, log scale")


if __name__ == "__main__":
    of_records.run("scaling", __doc__, draw, one_case=False)
