"""Recorded calls on the disk: calls/N/NAME.in.npy and .out.npy, and calls/index.json."""

import json
import math

from adopting.failure import FILE, Failure


def raw(folder, number):
    """The recorder's lines about one call, and the pairs of values that share memory."""
    try:
        values = [json.loads(line)
                  for line in (folder / str(number) / "values.jsonl").read_text().splitlines()]
    except (OSError, ValueError) as error:
        raise Failure(FILE, f"the recorded call {number} is incomplete: {error}") from None
    return values, regions(values)


def size(one):
    return math.prod([one["bytes"], *one["extent"]]) if one["there"] else 0


def regions(values):
    """Gives values that overlap in the program's memory a common region; returns the pairs that
    do."""
    spans = sorted(((one["address"], one["address"] + size(one), at)
                    for at, one in enumerate(values)
                    if one["there"] and one["contiguous"] and size(one)),
                   key=lambda span: (span[0], -span[1]))
    pairs, at = [], 0
    while at < len(spans):
        begin, end, _ = spans[at]
        members = [spans[at]]
        at += 1
        while at < len(spans) and spans[at][0] < end:
            pairs += [(member[2], spans[at][2]) for member in members if member[1] > spans[at][0]]
            members.append(spans[at])
            end = max(end, spans[at][1])
            at += 1
        if len(members) > 1:
            for first, _, number in members:
                values[number]["region"] = members[0][2]
                values[number]["offset"] = first - begin
    return pairs


def entry(number, values, described):
    """The index's description of one call."""
    listed = []
    for one, value in zip(values, described):
        if one["name"] != value.name:
            raise Failure(FILE, f"the recorded call {number} has '{one['name']}' where "
                                f"'{value.name}' is expected: run `ladder record` again")
        item = {"name": value.name, "role": value.role, "intent": value.intent,
                "there": one["there"]}
        if one["there"]:
            item.update(bytes=one["bytes"], lower=one["lower"], shape=one["extent"])
            if value.intent in ("in", "inout"):
                item["in"] = f"{number}/{value.file}.in.npy"
            if value.intent in ("out", "inout"):
                item["out"] = f"{number}/{value.file}.out.npy"
            if "region" in one:
                item.update(region=one["region"], offset=one["offset"])
        listed.append(item)
    if len(values) != len(described):
        raise Failure(FILE, f"the recorded call {number} has {len(values)} values of "
                            f"{len(described)}: run `ladder record` again")
    return {"call": number, "values": listed}


def aliases(pairs, described):
    """Pairs of which at least one is written, as words."""
    return [f"{described[one].name} and {described[two].name}" for one, two in pairs
            if described[one].intent != "in" or described[two].intent != "in"]


def load(folder):
    """The index, after a look at all files that it names."""
    index = load_index(folder)
    for file, value in files_of(folder, index):
        check(file, value, folder)
    return index


def files_of(folder, index):
    """(file, its value) of all that is recorded."""
    return [(folder / "calls" / value[direction], value)
            for one in index["calls"] for value in one["values"]
            for direction in ("in", "out") if direction in value]


def load_index(folder):
    file = folder / "calls" / "index.json"
    try:
        index = json.loads(file.read_text())
        for one in index["calls"]:
            for value in one["values"]:
                value["name"], value["there"]
        return index
    except FileNotFoundError:
        raise Failure(FILE, f"{folder} has no recorded calls: run `ladder record "
                            f"{folder}` first") from None
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise Failure(FILE, f"{file} cannot be read ({error}): run `ladder record "
                            f"{folder}` again") from None


def check(file, value, folder):
    """Whether a recorded file is whole."""
    import numpy

    try:
        array = numpy.load(file, mmap_mode="r" if value["shape"] and 0 not in value["shape"]
                           else None, allow_pickle=False)
        if list(array.shape) != value["shape"] or array.itemsize != value["bytes"]:
            raise ValueError(f"it has the shape {array.shape}, and the index says {value['shape']}")
    except (OSError, ValueError, EOFError) as error:
        raise Failure(FILE, f"{file} is not as it was recorded ({error}): run `ladder record "
                            f"{folder}` again") from None
