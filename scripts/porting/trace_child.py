"""Runs the traced step 0 on recorded calls, in a process of its own; what was seen into a file."""

import ctypes
import pathlib
import resource
import sys

from adopting.replay_child import Buffers, call

POISON = 0x7B


def main(request):
    resource.setrlimit(resource.RLIMIT_CPU, (
        request["seconds"], resource.getrlimit(resource.RLIMIT_CPU)[1]))
    library = ctypes.CDLL(request["stage"])
    ctypes.c_uint64.in_dll(library, "ladder_most_accesses").value = request["most"]
    for one in request["list"]:
        buffers = Buffers(one["values"], pathlib.Path(request["calls"]), POISON, None)
        library.ladder_call(ctypes.c_int(one["call"]))
        call(library.ladder_entry, one["values"], buffers.arrays)
        library.ladder_call(ctypes.c_int(0))
        if library.ladder_report(request["report"].encode()):
            sys.exit(1)
