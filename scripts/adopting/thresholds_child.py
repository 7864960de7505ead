"""Runs step 0 with one threshold or constant after the other moved, in a process of its own.

A request as JSON on standard input; sites at which that changes nothing as JSON, null where the
time does not do.
"""

import ctypes
import json
import os
import pathlib
import sys
import time

import numpy

from replay_child import Buffers, call

POISON = 0x7B


def results(entry, one, calls, noise, on=None):
    """(description, array) of each output."""
    buffers = Buffers(one["values"], calls, POISON, False, noise, on)
    call(entry, one["values"], buffers.arrays)
    return [
        (value, array)
        for value, array in zip(one["values"], buffers.arrays)
        if array is not None and "out" in value
    ]


def outputs(*arguments):
    return [array.tobytes() for _, array in results(*arguments)]


class Sites:
    def __init__(self, request):
        library = ctypes.CDLL(request["stage"])
        self.request, self.entry = request, library.ladder_entry
        self.calls = pathlib.Path(request["calls"])
        self.by = ctypes.c_double.in_dll(library, "ladder_near_by")
        self.site = ctypes.c_int.in_dll(library, "ladder_near_site")
        self.end = time.process_time() + request["seconds"]

    def moved(self, left, shares, draws, differ=None):
        """Those at which a move by one of the shares changes a bit, or what `differ` finds."""
        found = set()
        for draw in draws:
            for one in self.request["list"]:
                self.by.value = 0
                right = results(self.entry, one, self.calls, draw)
                for self.site.value in sorted(left - found):
                    if time.process_time() > self.end and draw:
                        return found
                    for self.by.value in shares:
                        now = results(self.entry, one, self.calls, draw)
                        if (differ or bits_differ)(right, now):
                            found.add(self.site.value)
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

    def constant(self):
        left = set(self.request["sites"])
        left -= self.moved(left, (1e-3,), (None, *range(1, self.request["draws"] + 1)),
                           self.beyond_limits)
        return left if time.process_time() < self.end or not left else None

    def beyond_limits(self, right, now):
        return any(beyond(before, after, self.request["limits"].get(value["name"]))
                   for (value, before), (_, after) in zip(right, now))


def bits_differ(right, now):
    return any(before.tobytes() != after.tobytes()
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


def main():
    request = json.load(sys.stdin)
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the routine prints
    found = getattr(Sites(request), request["what"])()
    os.write(answer, (json.dumps(None if found is None else sorted(found)) + "\n").encode())


if __name__ == "__main__":
    main()
