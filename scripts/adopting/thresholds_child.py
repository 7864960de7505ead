"""Runs step 0 with one threshold after the other moved, in a process of its own.

A request as JSON on standard input; sites at which that changes nothing as JSON.
"""

import ctypes
import json
import os
import pathlib
import sys
import time

from replay_child import Buffers, call

POISON = 0x7B


def outputs(entry, one, calls, noise, on=None):
    buffers = Buffers(one["values"], calls, POISON, False, noise, on)
    call(entry, one["values"], buffers.arrays)
    return [
        array.tobytes()
        for value, array in zip(one["values"], buffers.arrays)
        if array is not None and "out" in value
    ]


def main():
    request = json.load(sys.stdin)
    answer = os.dup(1)
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what the routine prints
    library, calls = ctypes.CDLL(request["stage"]), pathlib.Path(request["calls"])
    by, site = (
        ctypes.c_double.in_dll(library, "ladder_near_by"),
        ctypes.c_int.in_dll(library, "ladder_near_site"),
    )
    end = time.monotonic() + request["seconds"]

    def moved(left, shares, draws):
        """Those at which a move by one of the shares changes a bit."""
        found = set()
        for draw in draws:
            for one in request["list"]:
                by.value = 0
                right = outputs(library.ladder_entry, one, calls, draw)
                for site.value in sorted(left - found):
                    if time.monotonic() > end and draw:
                        return found
                    for by.value in shares:
                        if outputs(library.ladder_entry, one, calls, draw) != right:
                            found.add(site.value)
        return found

    blunt = set(request["sites"])
    blunt -= moved(blunt, (-1e-3, 1e-3), (None, *range(1, request["draws"] + 1)))
    # The others are of integers, with zero, or never reached.
    os.write(answer, (json.dumps(sorted(moved(blunt, (-0.9, 9.0), (None,)))) + "\n").encode())


if __name__ == "__main__":
    main()
