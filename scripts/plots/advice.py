"""The pieces of advice of the thesis of 2014 on memories, as ratios of records of two stages on one
grid."""

import dataclasses

from plots import records

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
    found = [record for record in machine.records
             if record.get("ladder", "wave") == "wave" and records.stage(record) in STAGES
             and record.get("traced")
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
