"""The pieces of advice of the thesis of 2014 on memories, as ratios of records of two stages on one grid."""

import dataclasses

from plots import records

LITTLE = 1.01  # times as fast: below it nothing is gained


@dataclasses.dataclass
class Piece:
    title: str
    before: str  # a stage
    after: str
    stated: list  # derived numbers of the document, and words for them
    time: callable = None  # of a record [s]; kernels where there is none


def fastest_kernels(record):
    """Time of the kernels if every call had taken the least."""
    found = records.kernels(record)
    return found and found[1]


def convolution(record):
    """Time of the convolution: on the GPU with its copies; on the host the stage's calls."""
    return records.scopes(record, "kernel", "h2d", "d2h", "staging", "launch")


PIECES = [
    Piece("zero padding", "gmem-eb", "gmem-zp", []),
    Piece("constant memory", "gmem-zp", "cmem", [("kernel gain of constant memory", "thesis, 2 times")]),
    Piece("shared memory", "cmem", "smem", [("kernel gain of shared memory", "thesis, 1.5 times")]),
    Piece("the convolution with constant memory", "fortran", "cmem",
          [("cmem speed-up over fortran, large data", "thesis, 7.96")], convolution),
    Piece("the convolution with shared memory", "fortran", "smem",
          [("smem speed-up over fortran, large data", "thesis, 8.7")], convolution),
]
STAGES = {name for piece in PIECES for name in (piece.before, piece.after)}


def cells(record):
    case = record["case"]
    return case["nz"] * case["nx"]


def half_length(record):
    return record["case"]["half_length"]


def newest(machine):
    """Of each stage, square grid and half-length, right and traced."""
    found = [record for record in machine.records
             if record.get("ladder", "wave") == "wave" and records.stage(record) in STAGES and record.get("traced")
             and record.answer["right"] and record["case"]["nz"] == record["case"]["nx"] and record["case"].get("ny", 1) == 1]
    return records.newest_points(found, lambda one: (records.stage(one), cells(one), half_length(one)))


def curves_of(found, piece):
    """By half-length: points (cells, times as fast)."""
    time = piece.time or fastest_kernels
    curves = {}
    for (name, size, length), record in sorted(found.items()):
        before = found.get((piece.before, size, length))
        if name == piece.after and before and time(before) and time(record):
            curves.setdefault(f"M = {length}", []).append((size, time(before) / time(record), None, None))
    return sorted(curves.items(), key=lambda curve: int(curve[0].split()[-1]))


def where_it_holds(curves):
    """In words, of all points."""
    gains = [(name, size) for name, points in curves for size, times, *_ in points if times > LITTLE]
    every = sum(len(points) for _, points in curves)
    if len(gains) in (0, every):
        return "helps everywhere" if gains else "helps nowhere"
    least = {}
    for name, size in gains:
        least[name] = min(size, least.get(name, size))
    parts = ", ".join(f"{name} from {round(size ** 0.5)}²" for name, size in least.items())
    return f"helps at {len(gains)} of {every} ({parts})"
