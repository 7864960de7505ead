"""Commands with their time, what they print, and the checks that are counted."""

import os
import re
import subprocess
import tempfile
import threading
import time
from collections import namedtuple

HANG_S, PART_S = 280, 300
COUNTS = (1, 2, 4, 8)
# A launch of programs/large_volume. half_length: "" of heat. Times in ms a step, the rate in
# Gpoint/s.
Run = namedtuple("Run", "stage size half_length launch best median rate bits")
RUN = re.compile(r"(\S+) (\d+ x \d+ x \d+) cells, (?:half-length=(\d+) )?(.*): \d+ times \d+ steps,"
                 r" best (\S+) median (\S+) ms a step, (\S+) Gpoint/s, hash (\w+)$")


def joined(numbers):
    return ",".join(map(str, numbers))


def counted(count, what):
    return f"{count} {what}{'s' * (count != 1)}"


def run_in(line):
    match = RUN.match(line)
    if not match:
        return None
    *words, best, median, rate, bits = match.groups(default="")
    return Run(*words, float(best), float(median), float(rate), bits)


def devices_of(run):
    found = re.search(r"\bdevices=(\d+)", run.launch)
    return int(found[1]) if found else 1


class Session:
    def __init__(self, build, folder, room):
        """`room` is what `ladder fits --json` says of this machine."""
        self.build, self.folder, self.room, self.gpus = build, folder, room, room["gpus"]
        self.counts = [count for count in COUNTS if count <= self.gpus]
        self.passed = self.failed = 0
        self.text = open(folder / "several-gpus.txt", "a", encoding="utf-8")

    def say(self, words):
        print(words, file=self.text, flush=True)
        print(words, flush=True)

    def check(self, holds, words):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            self.say(f"FAILED {words}")
        return holds

    def run_part(self, name, part):
        begin = time.monotonic()
        self.no_more_after = begin + PART_S
        part(self)
        self.say(f"# {name} took {time.monotonic() - begin:.1f} s")

    def command(self, program, *words, each=lambda line: None):
        """Its lines, which `each` gets as they arrive, and its seconds. That it succeeds is a
        check; None where it did not."""
        call, begin = " ".join([program, *words]), time.monotonic()
        if begin > self.no_more_after:
            self.say(f"# left out, as this part has taken {PART_S} s: {call}")
            return None
        lines, libraries = (
            [], f"{self.build / 'lib'}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":"))
        with tempfile.TemporaryFile("w+", errors="replace") as errors, \
             subprocess.Popen([self.build / program, *words], stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=errors,
                              text=True,
                              env={**os.environ, "LD_LIBRARY_PATH": libraries}) as process:
            hung = threading.Event()
            timer = threading.Timer(HANG_S, lambda: (hung.set(), process.kill()))
            timer.start()
            try:
                for line in process.stdout:
                    lines.append(line.rstrip("\n"))
                    each(lines[-1])
                process.wait()
            finally:  # also where this program is interrupted
                timer.cancel()
                process.kill()
            errors.seek(0)
            last = [line for line in errors.read().splitlines() if line][-3:]
        seconds = time.monotonic() - begin
        self.say(f"# {seconds:.1f} s: {call}")
        why = f"took longer than {HANG_S} s" if hung.is_set() else f"exit {process.returncode}"
        right = self.check(process.returncode == 0, f"{call}: {why}: {'; '.join(last)}")
        return (lines, seconds) if right else None

    def measure(self, ladder, stage, size, steps, *options, runs, each=lambda run: None):
        """So many launches of programs/large_volume, which `each` gets as they arrive."""
        found = []

        def take(line):
            if run := run_in(line):
                found.append(run)
                each(run)

        words = [stage, *map(str, size), str(steps),
                 *([] if ladder == "wave3d" else [f"ladder={ladder}"]), *options]
        done = self.command("programs/large_volume", *words, each=take)
        if done and len(found) != runs:
            self.check(False, f"large_volume {' '.join(words)}: {len(found)} of {runs} results")
        return found
