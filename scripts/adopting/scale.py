"""[scale] of ladder.toml: recorded calls made larger along a named axis."""

import os
import re

from adopting.failure import FILE, Failure

MOST = 1 << 40


def of(described, folder, index, say):
    """What the harness's `enlarge` takes; None where ladder.toml has no [scale]."""
    if "scale" not in described:
        return None
    stated, file = described["scale"], folder / "ladder.toml"

    def refuse(words):
        raise Failure(FILE, f"{file}, [scale]: {words}")

    if not isinstance(stated, dict):
        refuse('it is a section: `[scale]`, and below it axis = "..." and to = ...')
    for key in stated:
        if key not in ("axis", "to", "with"):
            refuse(f"no such key '{key}'; there are axis, to, with")
    axis, to = stated.get("axis"), stated.get("to")
    if os.environ.get("LADDER_SCALE_TO"):  # `ladder predict --sizes` asks for several
        to = int(os.environ["LADDER_SCALE_TO"])
    if not isinstance(axis, str) or not axis:
        refuse('axis = "..." names an argument that is the length of an axis')
    if not isinstance(to, int) or isinstance(to, bool) or not 1 <= to <= MOST:
        refuse(f"to = {to!r}: a whole number from 1 to {MOST} is needed")
    values = {value["name"]: value for value in described["value"]}
    others = str(stated.get("with", "")).lower().split(",")
    lengths = [axis.lower(), *(word.strip() for word in others if word.strip())]
    for name in lengths:
        if name not in values or not is_integer(values[name]):
            refuse(f"{name} is no integer among the routine's arguments and variables: an axis is "
                   "named by the argument that is its length")
    for name in lengths:
        if any(not value["there"] or "in" not in value for _, value in of_calls(index, name)):
            refuse(f"{name} has no recorded value: the routine sets it")
    numbers = recorded(folder, index, lengths[0])
    axes = {name: found for name, value in values.items()
            if (found := along(value, bounds(value, described), lengths[0], numbers, index,
                               refuse))}
    if not axes:
        extents = sorted({high for value in values.values() for bound in bounds(value, described)
                          if (high := bound.partition(":")[2]).isidentifier()})
        refuse(f"{axis} is the length of no axis of an argument; axes are as long as "
               f"{', '.join(extents) or 'no argument'}")
    for name, value in values.items():
        if (name not in lengths and is_integer(value) and value["intent"] == "in"
                and recorded(folder, index, name) == numbers):
            say(f"note: {name} is as large as {axis} at every recorded call, and stays so: if it "
                f'counts the same elements, write with = "{name}" under [scale] in ladder.toml')
    return {"axis": lengths[0], "to": to, "from": max(numbers.values()), "axes": axes,
            "lengths": lengths}


def is_integer(value):
    return value["kind"].startswith("int") and not value.get("bounds")


def of_calls(index, name):
    """(call, a value as it was there) of each recorded call."""
    return [(one["call"], value) for one in index["calls"] for value in one["values"]
            if value["name"] == name]


def bounds(value, described):
    """As they are declared; the last one of an assumed-size array as [size] or the calls say."""
    declared = list(value.get("bounds", ()))
    size = described.get("size", {}).get(value["name"]) or value.get("size")
    if declared and size:
        declared[-1] = f"{declared[-1].partition(':')[0]}:{size}"
    return declared


def recorded(folder, index, name):
    """call -> the integer: the last bytes of its .npy file, so that no package is needed."""

    def number(value):
        data = (folder / "calls" / value["in"]).read_bytes()
        return int.from_bytes(data[-value["bytes"] :], "little", signed=True)

    return {call: number(value) for call, value in of_calls(index, name)}


def along(value, declared, axis, numbers, index, refuse):
    """Axes of the value that are as long as the argument says.

    Those without a name are, where their bounds say so at every call."""
    found = []
    for at, bound in enumerate(declared):
        low, _, high = bound.lower().partition(":")
        if not high:
            if all(is_as_long(one.get("lower", [1] * 7)[at], one["shape"][at], numbers[call])
                   for call, one in of_calls(index, value["name"]) if one["there"]):
                found.append(at)
            continue
        terms = re.findall(r"[+-]?[^+-]+", high.replace(" ", ""))
        named = [term for term in terms if axis in re.findall(r"\w+", term)]
        in_low = axis in re.findall(r"\w+", low)
        if not named and not in_low:
            continue
        if len(named) != 1 or named[0].lstrip("+") != axis or in_low or "(" in high:
            refuse(f"{value['name']} has the bounds {bound}, which is not {axis} and a constant: "
                   "its axis cannot be made longer")
        found.append(at)
    return found


def is_as_long(low, extent, length):
    """0:n-1, 1:n or 0:n, and with a border as wide on both sides: 0:n+1."""
    high = low + extent - 1
    return length in (extent, high) or 1 - low == high - length > 0
