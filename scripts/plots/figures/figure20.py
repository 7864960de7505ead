"""Figure 20 of the thesis: the convolution along z in shared memory, methods 2, 3 and 4.

usage: ladder plot figure20 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records, thesis_ladder
from plots.caption import published

REFERENCE = (2, 1)


def method_of(record):
    """Method and stripes a block; method 2 has one stripe a block by definition."""
    used = record["launch"]["used"]
    if records.stage(record) != "smem-major" or used["method"] == [1]:
        return None
    return used["method"][0], used.get("stripes", [1])[0]


def name(key):
    method, stripes = key
    return f"method {method}, {stripes} stripe{'s' if stripes > 1 else ''}"


def draw(machines, thesis, arguments):
    return launches.picture(
        machines, arguments.case, "Figure 20 of the thesis: along z, methods 2 to 4",
        key=method_of, name=name, order=lambda key: key, reference=lambda key: REFERENCE,
        to="method 2", chosen=lambda kernel: "major" in kernel,
        published=(thesis_ladder.label(thesis),
                   [launches.Launch("all methods", words=thesis.figures["20"]["missing"])]),
        words=published(thesis, "20", "nothing of it in the text"))


RECORDS = {"draws": launches.draws(method_of)}
