"""Runs step 0 with noise on one value after the other, in a process of its own.

The names of those that change no bit, and would if they were quite another number, as JSON.
"""

import ctypes
import json
import os
import pathlib
import time

import numpy

from adopting.replay_child import Buffers, call
from adopting.thresholds_child import POISON, outputs

FACTORS = (1e6, -1e6)  # what is read changes something when it is multiplied by one of them


def main(request):
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the routine prints
    entry, calls = ctypes.CDLL(request["stage"]).ladder_entry, pathlib.Path(request["calls"])
    end = time.monotonic() + request["seconds"]
    idle = {name for name in request["names"]
            if any(changes(value, calls) for one in request["list"] for value in one["values"]
                   if value["name"] == name)}
    read = set()
    for one in request["list"]:
        right = outputs(entry, one, calls, None)
        for name in sorted(idle):
            if any(outputs(entry, one, calls, draw, [name]) != right for draw in request["draws"]):
                idle.discard(name)
            if time.monotonic() > end:
                idle.clear()  # not known of all
        read |= {name for name in idle for factor in FACTORS
                 if times(factor, name, entry, one, calls) != right}
    os.write(answer, (json.dumps(sorted(idle & read)) + "\n").encode())


def times(factor, name, entry, one, calls):
    """Outputs with one value multiplied."""
    buffers = Buffers(one["values"], calls, POISON, None)
    for value, array in zip(one["values"], buffers.arrays):
        if value["name"] == name and array is not None:
            array[...] = factor * array
    call(entry, one["values"], buffers.arrays)
    return [array.tobytes() for _, array in buffers.outputs()]


def changes(value, calls):
    """Whether noise changes it. An array that is written may be so without being read."""
    return (value["there"] and "in" in value
            and ("out" not in value if value["shape"] else value.get("varied", False))
            and bool(numpy.load(calls / value["in"], allow_pickle=False).any()))
