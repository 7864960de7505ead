"""`ladder profile`: a copy of the program is built with line numbers, run under the sampler, and
what it spends its time in is shown to the readers of `ladder adopt`. Each sample is a list of
places, the innermost first."""

import collections
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import time

from adopting import compiled, compilers, copied, running
from adopting.adopt import refuse_missing
from adopting.failure import NOTHING_RAN, USAGE, Failure
from adopting.files import cache_of
from adopting.source import ENDINGS
from profiling import advice
from profiling.places import Places

ENOUGH, PATIENCE = 250, 5  # samples, and seconds of processor in which a short run is repeated
SAMPLER = pathlib.Path(__file__).with_name("sampler.c")
MAPPED = re.compile(r"([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) \S+ \d+ +(/.*)")
LEAST = 0.1  # seconds of processor, below which shares are luck


class Profile:
    def __init__(self, seconds, stacks, places, reader):
        self.seconds, self.total = seconds, sum(stacks.values())
        self.routines, self.loops = places.count(stacks)
        self.known = sum(each.own for each in self.routines)
        self.answers = {}
        self._reader = reader

    def ask(self):
        self.answers = advice.ask(self._reader, self.routines, self.loops, self.total)
        self.best = advice.best(self.answers, self.total)

    def verdict(self, part):
        """Of a loop: whether its turns are independent, where it was judged."""
        for answer in self.answers.values():
            if (part.kind == "loop" and (part.file, part.first) in answer.loops):
                return answer.loops[(part.file, part.first)]
        return ""


def profile(root, given, say):
    root = root.resolve()
    if not root.is_dir():
        raise Failure(USAGE, f"{root} is no folder: give the program's, --root=FOLDER")
    refuse_missing(given, root)
    kept = cache_of(root, "profile-")
    program = kept / "program"
    say(f"copying {root} ({running.megabytes(copied.size_of(root))}) to {program}")
    left_out = copied.copy(root, program)
    compile_again(program)
    say(f"building: {given['build']}")
    before = copied.states(root)
    flags = compilers.build(given["build"], program, kept, left_out)
    copied.refuse_changes(before, root, given["build"])
    say(f"running: {given['run']}")
    stacks, seconds = sampled(given["run"], program, kept)
    copied.refuse_changes(before, root, given["run"])
    found = Profile(seconds, stacks, Places(program, flags, given.get("flags", "")),
                    advice.Reader(root, kept, given, flags, program))
    if not found.known:
        refuse_unknown(given, flags, root)
    say("asking what can be adopted ...")
    found.ask()
    return found


def sampled(command, program, kept):
    """A short run again, until there are enough samples; the seconds are those of one run."""
    stacks, seconds = taken(command, program, kept)
    runs = 1
    while sum(stacks.values()) < ENOUGH and (runs + 1) * seconds / runs < PATIENCE:
        more, again = taken(command, program, kept)
        stacks, seconds, runs = stacks + more, seconds + again, runs + 1
    return stacks, seconds / runs


def compile_again(program):
    """Sources are newer than what was compiled in the owner's tree, so that all is compiled with
    line numbers."""
    now = time.time()
    for folder, _, files in os.walk(program):
        for name in files:
            if os.path.splitext(name)[1].lower() in ENDINGS:
                os.utime(os.path.join(folder, name), (now, now), follow_symlinks=False)


def refuse_unknown(given, flags, root):
    why = (f"the time of `{given['run']}` goes to other code" if flags else
           f"`{given['build']}` called no Fortran compiler by its name on the PATH: add -g to its "
           "flags, or give a command that does")
    raise Failure(NOTHING_RAN, f"no sample is in a line of Fortran of {root}: {why}")


# -- samples


def taken(command, program, cache):
    """({stack of (file, line): samples}, seconds of processor)."""
    library = compiled.once("sampler.so", SAMPLER.parent, [SAMPLER], "-shared")
    folder = cache / "samples"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    before = processor()
    code = running.shell(command, program, cache / "run.log", {
        "LD_PRELOAD": " ".join([str(library), *os.environ.get("LD_PRELOAD", "").split()]),
        "LADDER_SAMPLES": str(folder / "of"),
        # threads that wait do not turn: what they burn is no one's time
        "OMP_WAIT_POLICY": os.environ.get("OMP_WAIT_POLICY", "passive")})
    seconds = processor() - before
    if code != 0:
        running.refuse_full_disk(command, program, cache / "run.log")
        raise Failure(NOTHING_RAN, f"`{command}` ended with {code} in the copy {program}. Its last "
                                   f"lines:\n{running.end_of(cache / 'run.log')}\n"
                                   "if it needs other files or folders, give --root=FOLDER with "
                                   "all of them")
    if seconds < LEAST:
        raise Failure(NOTHING_RAN, f"`{command}` took {seconds:.2f} s of processor, and below "
                                   f"{LEAST} s samples are too few for shares: give a longer run")
    stacks = collections.Counter()
    for file in sorted(folder.iterdir()):
        stacks += of_file(file)
    if not stacks:
        raise Failure(NOTHING_RAN, f"`{command}` was not sampled: a program that is linked with "
                                   "-static, or that sets SIGPROF or ITIMER_PROF itself, cannot be")
    return stacks, seconds


def processor():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def of_file(file):
    """Of one process."""
    data = file.read_bytes()
    at = data.find(b"\n\n") + 2
    mapped = [(int(match[1], 16), int(match[2], 16), match[4])
              for match in MAPPED.finditer(data[:at].decode(errors="surrogateescape"))]
    raw = collections.Counter()
    while at + 8 <= len(data):
        count = struct.unpack_from("=Q", data, at)[0]
        if at + 8 * (count + 1) > len(data):
            break  # the program ended while it was written
        # what is behind the first is where a call returns to
        addresses = struct.unpack_from(f"={count}Q", data, at + 8)
        raw[(addresses[0], *(each - 1 for each in addresses[1:]))] += 1
        at += 8 * (count + 1)
    places = lines_of({each for stack in raw for each in stack}, mapped)
    stacks = collections.Counter()
    for stack, number in raw.items():
        stacks[tuple(place for each in stack for place in places.get(each, ()))] += number
    return stacks


def lines_of(addresses, mapped):
    """{address: its (file, line)s: several where calls were inlined}."""
    bases, by_module = {}, collections.defaultdict(list)
    for begin, end, module in mapped:
        bases[module] = min(begin, bases.get(module, begin))
    for address in addresses:
        module = next((each[2] for each in mapped if each[0] <= address < each[1]), None)
        if module is not None:
            by_module[module].append(address)
    found = {}
    for module, of_it in by_module.items():
        base = bases[module] if moves(module) else 0
        asked = "".join(f"{address - base:#x}\n" for address in of_it)
        try:
            run = subprocess.run(["addr2line", "-a", "-i", "-e", module], input=asked,
                                 capture_output=True, text=True, errors="surrogateescape")
        except OSError as error:
            raise Failure(NOTHING_RAN, f"addr2line cannot be started ({error.strerror}): install "
                                       "binutils") from None
        blocks = re.split(r"(?m)^0x[0-9a-f]+\n", run.stdout)[1:]
        for address, block in zip(of_it, blocks):
            found[address] = tuple((match[1], int(match[2])) for match in re.finditer(
                r"(?m)^(/.*):(\d+)(?: \(discriminator \d+\))?$", block))
    return found


def moves(module):
    """Whether it is loaded anywhere: a shared object or a position-independent program."""
    try:
        with open(module, "rb") as file:
            return struct.unpack("=16xH", file.read(18))[0] == 3
    except (OSError, struct.error):
        return True
