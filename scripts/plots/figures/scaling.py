"""How the rate of each stage of the ladder wave grows with the size of the grid, from records of
several cases.

usage: ladder plot scaling [FILE ...] [--output PICTURE]

Runs of other lengths spend another part of their time on copies before and after the time loop, so
of each machine only records of one number of steps are drawn: that with most sizes.
scripts/experiments/figure_sweeps measures them.
"""

import json

from plots import lines, of_records, records
from plots.caption import STATISTICS


def size(record):
    case = record["case"]
    return case["nz"] * case["nx"] * case["ny"]


def launch(record):
    return json.dumps(record["launch"]["asked"], sort_keys=True)


def point(record):
    """Cells, and the rate [1e9 point updates/s] with its least and most."""
    updates = record["work"]["point_updates"] / record.answer["shots"]
    median, low, high = records.wall(record)
    return size(record), updates / median * 1e-9, updates / high * 1e-9, updates / low * 1e-9


def of_thesis(machine):
    return records.of_ladder(machine, "wave")


def of_one_length(found):
    """The records of that number of steps in which most points are on curves of one launch; of
    several such numbers the largest."""
    curves = {}
    for record in found:
        own = curves.setdefault(record["case"]["steps"], {})
        own.setdefault((records.stage(record), launch(record)), set()).add(size(record))
    chosen = max(curves, key=lambda steps: (sum(len(sizes) for sizes in curves[steps].values()
                                                if len(sizes) > 1), steps))
    return [record for record in found if record["case"]["steps"] == chosen]


def curves_of(machine):
    """By stage the newest record of each size of one launch, that with most sizes; and the stages
    that were wrong. A point says nothing of growth: it is left out."""
    by_launch = {}
    for record in of_one_length(of_thesis(machine)):
        points = by_launch.setdefault(records.stage(record), {}).setdefault(launch(record), {})
        if size(record) not in points or points[size(record)]["time"] < record["time"]:
            points[size(record)] = record
    most = [max(launches.values(), key=len) for launches in by_launch.values()]
    chosen = [record for points in most if len(points) > 1 for record in points.values()]
    right = [one for one in sorted(chosen, key=records.place) if one.answer["right"]]
    curves = records.grouped(right, records.stage, point)
    wrong = {records.stage(one) for one in chosen if not one.answer["right"]}
    return curves, wrong, chosen


def finding(curves):
    """The fastest stage on the smallest and on the largest grid."""
    ends = [pick(point[0] for points in curves.values() for point in points) for pick in (min, max)]
    fastest = [max((point[1], name) for name, points in curves.items() for point in points
                   if point[0] == end) for end in ends]
    if fastest[0][1] == fastest[1][1]:
        return (f"{fastest[0][1]} is the fastest from {ends[0]} to {ends[1]} cells, at "
                f"{fastest[0][0]:.3g} and {fastest[1][0]:.3g} Gpoint/s")
    return (f"{fastest[0][1]} is the fastest on {ends[0]} cells, {fastest[1][1]} on "
            f"{ends[1]}: {fastest[0][0]:.3g} and {fastest[1][0]:.3g} Gpoint/s")


def draw(machines, thesis, arguments):
    wrongs = []

    def panels_of(machine):
        curves, wrong, used = curves_of(machine)
        if len({point[0] for points in curves.values() for point in points}) > 1:
            wrongs.extend(f"{name} ({machine.name})" for name in sorted(wrong))
            yield (machine.name, len(curves), list(curves.items())), used

    panels, notes = of_records.collected(
        filter(of_thesis, machines), panels_of, "the records are of one grid size on each machine, "
        "or of another number of steps on each size: scripts/experiments/figure_sweeps measures "
        "several sizes")
    words = ["Whole runs of one number of steps: point updates over wall time. Of a stage the "
             f"launch with most sizes. In it, {STATISTICS}."]
    words += [f"Wrong, so without a point: {', '.join(wrongs)}."] if wrongs else []
    return lines.picture_of(finding(dict(panels[0][2])), "\n".join(words + notes), panels,
                            lines.draw_curves,
                            "cells of the grid, log scale", "1e9 point updates/s, log scale")


RECORDS = {"one_case": False}
