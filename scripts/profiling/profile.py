"""`ladder profile`: a copy of the program is built with line numbers, run under the sampler, and
what it spends its time in is shown to the readers of `ladder adopt`."""

import os
import time

from adopting import compilers, copied, running
from adopting.adopt import refuse_missing
from adopting.failure import NOTHING_RAN, USAGE, Failure
from adopting.files import cache_of
from adopting.source import ENDINGS
from profiling import advice, samples
from profiling.places import Places

ENOUGH, PATIENCE = 250, 5  # samples, and seconds of processor in which a short run is repeated


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
    stacks, seconds = samples.taken(command, program, kept)
    runs = 1
    while sum(stacks.values()) < ENOUGH and (runs + 1) * seconds / runs < PATIENCE:
        more, again = samples.taken(command, program, kept)
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
