"""Figure 20 of the thesis: the convolution along z in shared memory, methods 2, 3 and 4.

usage: ladder plot figure20 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import launches, records


def method_of(record):
    """Method and stripes a block; method 2 has one stripe a block by definition."""
    used = record["launch"]["used"]
    if records.stage(record) != "smem-major" or used["method"] == [1]:
        return None
    return used["method"][0], used.get("stripes", [1])[0]


def name(key):
    method, stripes = key
    return f"method {method}, {stripes} stripe{'s' if stripes > 1 else ''}"


draw, RECORDS = launches.figure(
    "20", "along z, methods 2 to 4", key=method_of, name=name, order=lambda key: key,
    reference=lambda key: (2, 1), to="method 2", chosen=lambda kernel: "major" in kernel,
    stated=lambda thesis: [], source="nothing of it in the text")
