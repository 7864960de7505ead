"""Figure 13 of the thesis: kernel time of the convolution in global memory, by threads a block.

usage: ladder plot figure13 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records, thesis_ladder


def threads_of(record):
    """Of stages in global memory that have no other knob."""
    name, knobs = records.stage(record), record["launch"]["used"]
    return ((name, knobs["threads"][0]) if name.startswith("gmem-") and list(knobs) == ["threads"]
            else None)


def stated(thesis):
    """Of every thread count: what nvprof printed of the kernel."""
    tables = [thesis.tables[name] for name in thesis.figures["13"]["stated"]]
    times = {(tables[0]["stage"], table["launch"]["threads"][0]): thesis_ladder.kernel(table)
             for table in tables}
    return sorted(times.items(), reverse=True)


draw, RECORDS = launches.figure(
    "13", "kernel by threads a block", key=threads_of, name=lambda key: f"{key[0]} {key[1]}",
    order=lambda key: (key[0], -key[1]), reference=lambda key: (key[0], 1024), to="1024 threads",
    chosen=lambda name: name == "convolve", stated=stated, source="nvprof's tables")
