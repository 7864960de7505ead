"""Figure 18 of the thesis: the convolution along x in shared memory, by the shape of its blocks.

usage: ladder plot figure18 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records


def block_of(record):
    """z by x, of the stage that has its kernel along x in shared memory, and no other there."""
    return (tuple(record["launch"]["used"]["block"]) if records.stage(record) == "smem-minor"
            else None)


def name(block):
    """Of shapes that are named, and of the thesis' others their threads."""
    if isinstance(block, int):
        return f"shape not named ({block})"
    return f"{block[0]}x{block[1]} ({block[0] * block[1]})"


def stated(thesis):
    """The two times that the text gives; it names one shape."""
    table = thesis.tables["minor threads"]
    return [(tuple(table["shapes"].get(threads, ())) or int(threads), (row[0] * 1e-3,))
            for threads, row in table["values"].items()]


draw, RECORDS = launches.figure(
    "18", "along x, by block shape", key=block_of, name=name,
    order=lambda block: (-block[0] * block[1], -block[0]), reference=lambda block: (32, 32),
    to="32x32 (published: 1024 threads)", chosen=lambda kernel: "minor" in kernel,
    stated=stated, source="from the text",
    words="Blocks are z by x, in brackets their threads. ")
