"""The rate of each stage of the heat equation by the size of the field, with what the memory
allows.

usage: ladder plot heat_sizes [FILE ...] [--output PICTURE]
"""

from plots import records, sizes

FIELDS = 2 * 4  # [B] a cell of T(n) and T(n+1)
WORDS = {
    "title": "Heat: rate by size of the field",
    "caption": "Point updates over the time of the kernels, of stages on the host over that of "
               "their calls. Dashed: what the measured copy speed allows at 8 bytes a point and "
               "one step a pass; a field that a cache holds, or several steps a pass, may pass it.",
    "roof": "memory, 8 B a point",
    "cache": "two fields fill the second-level cache",
    "nothing": "the records of heat are of one grid size on each machine: "
               "scripts/experiments/figure_sweeps measures several",
}


def newest(machine):
    """Of each stage and size."""
    return records.newest_points(records.of_ladder(machine, "heat"), lambda record: (
        records.stage(record), sizes.cells(record))).values()


def draw(machines, post, arguments):
    return sizes.picture_of(machines, newest, records.rate, records.memory_roof, FIELDS, WORDS)


RECORDS = {"one_case": False, "document": "heat-post-2016"}
