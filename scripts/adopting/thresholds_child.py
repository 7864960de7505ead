"""Runs step 0 with one threshold, constant or value after the other moved, in a process of its own.

Sites at which that changes nothing as JSON, null where the time does not do. Where a move crashes
it, that is a change. Of values the names of those that change no bit with noise, and would if they
were quite another number.
"""

import ctypes
import json
import mmap
import os
import pathlib
import sys
import time

import numpy

from adopting.replay_child import Buffers, call

POISON, MOST_CRASHES = 0x7B, 20
FACTORS = (1e6, -1e6)  # what is read changes something when it is multiplied by one of them


class Run:
    """Step 0 on a call, as often as wanted."""

    def __init__(self, one, calls, noise, on=None):
        self.values = one["values"]
        self.buffers = Buffers(one["values"], calls, POISON, noise, on)
        self.memory = [*self.buffers.memory.values(),
                       *(array for value, array in zip(self.values, self.buffers.arrays)
                         if array is not None and "region" not in value)]
        self.before = [each.copy(order="K") for each in self.memory]

    def results(self, entry):
        """(description, array) of each output, until it is run again."""
        for memory, before in zip(self.memory, self.before):
            memory[...] = before
        call(entry, self.values, self.buffers.arrays)
        return self.buffers.outputs()


def outputs(entry, *arguments):
    return [array.tobytes() for _, array in Run(*arguments).results(entry)]


class Sites:
    """`crashed`: those at which a move ended the process; `at` is given the one that is moved."""

    def __init__(self, request, crashed, at):
        library = ctypes.CDLL(request["stage"])
        self.request, self.entry = request, library.ladder_entry
        self.calls, self.crashed, self.at = pathlib.Path(request["calls"]), crashed, at
        self.by = ctypes.c_double.in_dll(library, "ladder_near_by")
        self.site = ctypes.c_int.in_dll(library, "ladder_near_site")
        self.end = time.process_time() + request["seconds"]

    def moved(self, left, shares, draws, differs=None):
        """Those at which a move by one of the shares changes a number, or what `differs` finds."""
        found = left & self.crashed
        for draw in draws:
            for one in self.request["list"]:
                run = Run(one, self.calls, draw)
                self.by.value = 0
                right = [(value, array.copy()) for value, array in run.results(self.entry)]
                for self.site.value in sorted(left - found):
                    if time.process_time() > self.end and draw:
                        return found
                    self.at[:] = self.site.value.to_bytes(len(self.at), sys.byteorder)
                    for self.by.value in shares:
                        if (differs or differ)(right, run.results(self.entry)):
                            found.add(self.site.value)
                            break
                self.at[:] = bytes(len(self.at))
        return found

    def real(self):
        blunt, draws = set(self.request["sites"]), (None, *range(1, self.request["draws"] + 1))
        blunt -= self.moved(blunt, (-1e-3, 1e-3), draws)
        # The others are of integers, with zero, or never reached.
        return self.moved(blunt, (-0.9, 9.0), (None,))

    def whole(self):
        """Those that may be one larger, or one smaller."""
        sites = set(self.request["sites"])
        up, down = (self.moved(sites, (by,), (None, 1)) for by in (1, -1))
        return sites - up | sites - down

    def sides(self):
        """All of them, and those at which the next number makes no difference."""
        sites = set(self.request["sites"])
        return {"data": sorted(sites), "unequal": sorted(sites - self.moved(sites, (-2, 2),
                                                                            (None, 1)))}

    def rule(self):
        sites, draws = set(self.request["sites"]), range(1, self.request["draws"] + 1)
        return sites - self.moved(sites, (1,), (None, *draws))

    def constant(self):
        left = set(self.request["sites"])
        left -= self.moved(left, (1e-3,), (None, *range(1, self.request["draws"] + 1)),
                           self.beyond_limits)
        return left if time.process_time() < self.end or not left else None

    def beyond_limits(self, right, now):
        return any(beyond(before, after, self.request["limits"].get(value["name"]))
                   for (value, before), (_, after) in zip(right, now))


def seen(request):
    """[least, most, lower bound, upper bound] of each index, up to a draw that leaves an array."""
    library = ctypes.CDLL(request["stage"])
    found = (ctypes.c_int * 4 * request["most"]).in_dll(library, "ladder_index_seen")
    end, last = time.process_time() + request["seconds"], None
    for draw in (None, *range(1, request["draws"] + 1)):
        for one in request["list"]:
            if draw and time.process_time() > end:
                return last
            Run(one, pathlib.Path(request["calls"]), draw).results(library.ladder_entry)
        now = [list(each) for each in found]
        if draw and any(least < lower <= upper or lower <= upper < most
                        for least, most, lower, upper in now if least <= most):
            break
        last = now
    return last


def differ(right, now):
    """As a verdict has it: of numbers the sign of a zero is none, nor are the bits of a NaN."""
    return any(not numpy.array_equal(before, after, equal_nan=before.dtype.kind in "fc")
               for (_, before), (_, after) in zip(right, now))


def beyond(right, now, limits):
    """Whether a result is further off than its limit, relative to its component's largest."""
    if limits is None or right.dtype.kind not in "fc":
        return right.tobytes() != now.tobytes()
    finite = numpy.isfinite(right) & numpy.isfinite(now)
    written = [numpy.where(finite, each, 0) for each in (right, now)]
    long = tuple(axis for axis in range(right.ndim) if right.ndim < 2 or right.shape[axis] > 8)
    largest, change = (numpy.abs(each).max(axis=long, initial=0).reshape(-1, order="F")
                       for each in (written[0], written[1] - written[0]))
    return bool((change > numpy.resize(limits, change.shape) * largest).any())


def answered(request):
    """What a child of this process finds; one that crashes is followed by another."""
    at, crashed = mmap.mmap(-1, 4), set()
    while len(crashed) <= MOST_CRASHES:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            found = (seen(request) if request["what"] == "index"
                     else getattr(Sites(request, crashed, at), request["what"])())
            os.write(write, json.dumps(sorted(found) if isinstance(found, set)
                                       else found).encode())
            os._exit(0)
        os.close(write)
        with os.fdopen(read, "rb") as answer:
            text = answer.read()
        if os.waitpid(child, 0)[1] == 0:
            return text
        site = int.from_bytes(at[:], sys.byteorder)
        if not site:
            break
        crashed.add(site)
    sys.exit(1)


def idle(request):
    """Names of values."""
    entry, calls = ctypes.CDLL(request["stage"]).ladder_entry, pathlib.Path(request["calls"])
    end = time.monotonic() + request["seconds"]
    left = {name for name in request["names"]
            if any(changes(value, calls) for one in request["list"] for value in one["values"]
                   if value["name"] == name)}
    read = set()
    for one in request["list"]:
        right = outputs(entry, one, calls, None)
        for name in sorted(left):
            if any(outputs(entry, one, calls, draw, [name]) != right for draw in request["draws"]):
                left.discard(name)
            if time.monotonic() > end:
                left.clear()  # not known of all
        read |= {name for name in left for factor in FACTORS
                 if times(factor, name, entry, one, calls) != right}
    return json.dumps(sorted(left & read)).encode()


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


def main(request):
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the routine prints
    os.write(answer, idle(request) if request["what"] == "idle" else answered(request))
