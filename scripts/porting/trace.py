"""Step 0 runs on its recorded calls, every access seen: which turns touch one element."""

import ctypes
import dataclasses
import json
import pathlib
import re
import resource
import shlex
import signal
import subprocess
import sys

from adopting import compiled, forked
from adopting.failure import NOTHING_RAN, Failure
from adopting.files import cache_of
from adopting.replay_child import Buffers, call
from porting.traced_copy import TracedCopy

HERE = pathlib.Path(__file__).resolve().parent
# Accesses stay where they are written, and all of them are calls.
FLAGS = ("-O1", "-g", "-fsanitize=thread", "-fno-inline", "-fno-tree-loop-im", "-fno-openmp",
         "-fno-stack-arrays", "-finline-arg-packing", "-fallow-argument-mismatch")
RENAMED = ("malloc", "calloc", "realloc", "memcpy", "memmove", "memset")
RUNTIME = ("turns_seen", "turns_report", "shadow")
MOST, SECONDS = 300_000_000, 100  # of accesses; of a processor, for all calls
WAITED = 10 * SECONDS             # where it gets little of one
POISON = 0x7B


@dataclasses.dataclass
class Seen:
    """`loops`: number -> (runs, most turns, whether something was not kept)."""

    copy: TracedCopy
    loops: dict
    conflicts: list
    complete: bool
    accesses: int
    libraries: set  # names of library functions that step 0 calls, whose accesses are not seen


def run(text, facts, callees, index):
    copy = TracedCopy(text, facts, callees)
    folder = cache_of(text.folder) / "built" / "turns"
    folder.mkdir(parents=True, exist_ok=True)
    library = build(text, copy, folder)
    report = folder / "seen.json"
    report.unlink(missing_ok=True)
    request = {"stage": str(library), "calls": str(text.folder.resolve() / "calls"),
               "list": index["calls"], "report": str(report), "most": MOST, "seconds": SECONDS}
    try:
        done = forked.run(traced, request, WAITED)
        late = done.returncode == -signal.SIGXCPU
    except subprocess.TimeoutExpired:
        late = True
    if not late and done.returncode != 0:
        raise Failure(NOTHING_RAN, "step 0 with its accesses traced ended with "
                                   f"{done.returncode} on the recorded calls: "
                                   f"{(done.stderr.strip().splitlines() or ['no words'])[-1]}")
    try:
        seen = json.loads(report.read_text())
    except (OSError, ValueError):
        raise Failure(NOTHING_RAN,
                      f"no recorded call of {text.folder} ends in {SECONDS} s of a processor with "
                      "its accesses traced: record a shorter one, "
                      "`ladder record --calls=...`") from None
    lines = places(library, {each[key] for each in seen["conflicts"] for key in ("code", "then")})
    for each in seen["conflicts"]:
        for key in ("code", "then"):
            each[key] = copy.origin_of(lines[each[key]]) if lines.get(each[key]) else 0
    return Seen(copy, {number: (runs, most, lost) for number, runs, most, lost in seen["loops"]},
                seen["conflicts"], seen["complete"] and not late, seen["accesses"],
                library_functions(library))


def traced(request):
    """In a process of its own; what was seen goes into a file."""
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


def build(text, copy, folder):
    described = text.described
    source, library = folder / "step0.f90", folder / "turns.so"
    flags = [each for each in compiled.kept(described["flags"])
             if not re.match(r"-O|-fopenmp|-fopenacc|-g\d?$|-fsanitize|-fstack-arrays", each)]
    lines = list(copy.lines)
    for _ in range(6):
        source.write_text("\n".join(lines) + "\n", errors="surrogateescape")
        words = [described["compiler"], *flags, *FLAGS, "-w", "-fPIC", "-ffree-form",
                 "-ffree-line-length-none", "-J", folder, "-I", folder, "-I",
                 text.folder.resolve(), "-c", source, "-o", folder / "step0.o"]
        done = compiled.run(words, folder)
        if done.returncode == 0:
            break
        refused = {int(each) for each in re.findall(r"step0\.f90:(\d+)", done.stderr)}
        refused = {each for each in refused if "call ladder_see(" in lines[each - 1]}
        if not refused:
            raise Failure(NOTHING_RAN, "step 0 does not compile with its accesses traced:\n"
                                       f"{compiled.first_errors(done.stderr)}")
        for each in refused:  # of a type that cannot be named to C
            number = int(re.search(r"ladder_see\((\d+)", lines[each - 1])[1]) // 2
            copy.seen.discard((copy.variables[number].scope, copy.variables[number].key))
            lines[each - 1] = "continue"
    renamed = [word for each in RENAMED for word in ("--redefine-sym", f"{each}=ladder_{each}")]
    compiled.checked(["objcopy", *renamed, folder / "step0.o"], folder, "objcopy:")
    runtime = compiled.once("turns.o", HERE, [HERE / f"{name}.c" for name in RUNTIME], "-r",
                                  "-nostdlib")
    compiled.checked([described["compiler"], *flags, "-fno-openmp", "-shared", "-Wl,-Bsymbolic",
                      folder / "step0.o", runtime, "-o", library, "-Wl,--no-as-needed", "-lgomp",
                      "-ldl", *shlex.split(described["libraries"])], folder,
                     "step 0 does not link with its accesses traced:")
    return library


def places(library, codes):
    """Return address -> line of the copy."""
    if not codes:
        return {}
    codes = sorted(codes)
    try:
        done = subprocess.run(["addr2line", "-e", str(library)], text=True, capture_output=True,
                              input="\n".join(hex(each - 1) for each in codes) + "\n")
    except OSError:
        return {}
    found = {}
    for code, line in zip(codes, done.stdout.splitlines()):
        match = re.search(r"step0\.f90:(\d+)", line)
        found[code] = int(match[1]) if match else 0
    return found


def library_functions(library):
    done = subprocess.run(["nm", "-D", "--undefined-only", str(library)], text=True,
                          capture_output=True)
    return set(re.findall(r"_gfortran_(\w+)", done.stdout))
