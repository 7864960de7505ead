"""Figure 19 of the thesis: the convolution along z in shared memory, method 1, by threads a block.

usage: ladder plot figure19 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records, thesis_ladder
from plots.caption import published

REFERENCE = 1024


def threads_of(record):
    used = record["launch"]["used"]
    return (used["threads"][0] if records.stage(record) == "smem-major" and used["method"] == [1]
            else None)


def stated(thesis):
    times = {threads: (row[0] * 1e-3,)
             for threads, row in thesis.tables["major threads"]["values"].items()}
    return [launches.Launch(f"{threads} threads", time, times[str(REFERENCE)])
            for threads, time in times.items()]


def draw(machines, thesis, arguments):
    return launches.picture(
        machines, arguments.case, "Figure 19 of the thesis: along z, by threads a block",
        key=threads_of, name=lambda threads: f"{threads} threads", order=lambda threads: -threads,
        reference=lambda threads: REFERENCE, to="1024 threads",
        chosen=lambda kernel: "major" in kernel,
        published=(thesis_ladder.label(thesis), stated(thesis)),
        words=published(thesis, "19", "from the text"))


RECORDS = {"draws": launches.draws(threads_of)}
