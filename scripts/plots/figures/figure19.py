"""Figure 19 of the thesis: the convolution along z in shared memory, method 1, by threads a block.

usage: ladder plot figure19 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records


def threads_of(record):
    used = record["launch"]["used"]
    return (used["threads"][0] if records.stage(record) == "smem-major" and used["method"] == [1]
            else None)


def stated(thesis):
    return [(int(threads), (row[0] * 1e-3,))
            for threads, row in thesis.tables["major threads"]["values"].items()]


draw, RECORDS = launches.figure(
    "19", "along z, by threads a block", key=threads_of, name=lambda threads: f"{threads} threads",
    order=lambda threads: -threads, reference=lambda threads: 1024, to="1024 threads",
    chosen=lambda kernel: "major" in kernel, stated=stated, source="from the text")
