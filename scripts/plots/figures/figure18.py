"""Figure 18 of the thesis: the convolution along x in shared memory, by the shape of its blocks.

usage: ladder plot figure18 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records, thesis_ladder
from plots.caption import published

REFERENCE = (32, 32)


def block_of(record):
    """z by x, of the stage that has its kernel along x in shared memory, and no other there."""
    return (tuple(record["launch"]["used"]["block"]) if records.stage(record) == "smem-minor"
            else None)


def threads_first(block):
    return -block[0] * block[1], -block[0]


def name(block):
    return f"{block[0]}x{block[1]} ({block[0] * block[1]})"


def stated(thesis):
    """The two times that the text gives; it names one shape."""
    table = thesis.tables["minor threads"]
    times = {threads: (row[0] * 1e-3,) for threads, row in table["values"].items()}
    shapes = {threads: "x".join(map(str, shape)) for threads, shape in table["shapes"].items()}
    return [launches.Launch(f"{shapes.get(threads, 'shape not named')} ({threads})", time,
                            times["1024"])
            for threads, time in times.items()]


def draw(machines, thesis, arguments):
    return launches.picture(
        machines, arguments.case, "Figure 18 of the thesis: along x, by block shape",
        key=block_of, name=name, order=threads_first, reference=lambda block: REFERENCE,
        to="32x32 (published: 1024 threads)", chosen=lambda kernel: "minor" in kernel,
        published=(thesis_ladder.label(thesis), stated(thesis)),
        words="Blocks are z by x, in brackets their threads. "
        + published(thesis, "18", "from the text"))


RECORDS = {"draws": launches.draws(block_of)}
