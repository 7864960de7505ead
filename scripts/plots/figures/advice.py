"""Where the advice of the thesis of 2014 on memories holds: how many times as fast its steps are,
by size and half-length.

usage: ladder plot advice [FILE ...] [--output PICTURE]
"""

import dataclasses
import math

from plots import choice, of_records, records, slide
from plots.picture import Picture, draw_map
from plots.units import significant

CELL, FRAME = 0.3, 1.0  # [in] height of a cell; of a panel's title and axis
STRONG = 1.5            # log2 of times as fast: full colour
MOST_SIZES = 5          # of a panel on a slide
LITTLE = 1.01  # times as fast: below it nothing is gained


@dataclasses.dataclass
class Piece:
    title: str
    before: str  # a stage
    after: str
    stated: str = None  # a derived number of the document
    whole: bool = False  # the convolution with its copies, not kernels alone


PIECES = [
    Piece("zero padding", "gmem-eb", "gmem-zp"),
    Piece("constant memory", "gmem-zp", "cmem", "kernel gain of constant memory"),
    Piece("shared memory", "cmem", "smem", "kernel gain of shared memory"),
    Piece("constant memory", "fortran", "cmem", "cmem speed-up over fortran, large data",
          whole=True),
    Piece("shared memory", "fortran", "smem", "smem speed-up over fortran, large data", whole=True),
]
STAGES = {name for piece in PIECES for name in (piece.before, piece.after)}


def fastest_kernels(record):
    """Time of the kernels if every call had taken the least."""
    found = records.kernels(record)
    return found and found[1]


def convolution(record):
    """Time of the convolution: on the GPU with its copies; on the host the stage's calls."""
    return records.scopes(record, "kernel", "h2d", "d2h", "staging", "launch")


def cells(record):
    return record["case"]["nz"] * record["case"]["nx"]


def newest(machine):
    """Of each stage, square grid and half-length, right and traced."""
    found = [record for record in records.of_ladder(machine, "wave")
             if records.stage(record) in STAGES and record.get("traced")
             and record.answer["right"] and record["case"]["nz"] == record["case"]["nx"]
             and record["case"].get("ny", 1) == 1]
    return records.newest_points(found, lambda one: (records.stage(one), cells(one),
                                                     one["case"]["half_length"]))


def points_of(found, piece):
    """By half-length: times as fast by cells."""
    time = convolution if piece.whole else fastest_kernels
    points = {}
    for (name, size, length), record in sorted(found.items(), key=lambda one: one[0][2]):
        before = found.get((piece.before, size, length))
        if name == piece.after and before and time(before) and time(record):
            points.setdefault(length, {})[size] = time(before) / time(record)
    return points


def finding(panels):
    """On how many of the grids kernels get faster by each piece of advice."""
    held = {}
    for name, enough, points in panels[0][1]:
        held.setdefault(name.split(",")[0], []).extend(
            times > enough * LITTLE for times in points.values())
    return "Kernels are faster by " + ", by ".join(
        f"{name} on {sum(grids)} of {len(grids)} grids" for name, grids in held.items())


def show(axes, title, rows):
    """rows: name, value from which on it holds, and points (size, times as fast)."""
    sizes = choice.evenly(sorted({size for _, _, points in rows for size in points}),
                          count=MOST_SIZES)
    cells = {(row, sizes.index(size)): (math.log2(times / enough),
                                        f"{times:.2f}" if times < 10 else f"{times:.0f}",
                                        times > enough * LITTLE)
             for row, (_, enough, points) in enumerate(rows)
             for size, times in points.items() if size in sizes}
    names = [name for name, _, _ in rows]
    draw_map(axes, cells, names, [f"{round(size ** 0.5)}²" for size in sizes], STRONG)
    axes.set_xlabel("cells of the grid")
    slide.head(axes, title, [line for name in names for line in name.split("\n")])


def maps_of(machine, thesis):
    """Of kernels, and of the whole convolution over the original: title and rows, with the
    records."""
    found = newest(machine)
    used = list(found.values())
    for title, whole in (("kernels: times as fast as before", False),
                         ("convolution with its copies: times as fast as Fortran", True)):
        rows = []
        for piece in PIECES:
            stated = thesis.named(piece.stated) if piece.stated else None
            enough = stated if whole else 1
            for length, points in (points_of(found, piece).items() if piece.whole == whole
                                   else ()):
                says = (f" (thesis {significant(stated, 3)})" if stated and (whole or length == 8)
                        else "")
                rows.append((f"{piece.title}, M = {length}{says}", enough, points))
        if any(len(points) > 1 for _, _, points in rows):
            yield (title, rows), used


def draw(machines, thesis, arguments):
    panels, notes = of_records.collected(
        machines, lambda machine: maps_of(machine, thesis), "no machine has records of these "
        "stages on several sizes: scripts/experiments/figure_sweeps --only=advice measures them")
    words = ["Bold and blue: it holds, kernels are faster by more than 1 %, or the whole reaches "
             "what the thesis says of larger data. Red: it does not. Of kernels each call is taken "
             "as the fastest one; the convolution has kernels, copies and the waits for them. M: "
             "half-length.", *dict.fromkeys(notes)]
    heights = [FRAME + CELL * len(rows) for _, rows in panels]
    picture = Picture(finding(panels), "\n".join(words), sum(heights))
    for axes, (title, rows) in zip(picture.panels(heights), panels):
        show(axes, title, rows)
    return picture


RECORDS = {"one_case": False}
