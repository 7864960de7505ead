"""The program, for what only it knows: $LADDER_PROGRAM, which `ladder plot` and `ladder report`
set, else build/ladder. Of files of records what `ladder compare --json --stages` answers:
harness/answers/README.md lists the fields; nothing of it is computed here."""

import functools
import json
import os
import pathlib
import subprocess
from dataclasses import dataclass

from plots.failure import NOT_COMPARABLE, NOTHING, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = 1
MACHINE = "h100-80gb-hbm3"  # whose micro-benchmarks come with ladder


def run(*arguments, **environment):
    """The finished process."""
    program = os.environ.get("LADDER_PROGRAM") or ROOT / "build/ladder"
    try:
        return subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True,
                              timeout=300,
                              env={**os.environ, "LADDER_HOME": str(ROOT), **environment})
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Failure(NOTHING, "the program could not be run, and only it says which results are "
                               f"right and how long they took ({problem}): scripts/ladder builds "
                               "it, LADDER_PROGRAM names another one") from problem


def predicted(folder, stage, machine=MACHINE, **environment):
    """(what `ladder predict` says of a CUDA stage of an adopted routine, for a GPU that was
    measured, as a dictionary or None; why there is none)"""
    done = run("predict", f"--ladder={folder}", f"--stage={stage}", f"--on={machine}", "--json",
               **environment)
    try:
        return json.loads(done.stdout.splitlines()[-1]), ""
    except (ValueError, IndexError):
        return None, (done.stderr.strip().splitlines() or ["no answer"])[-1]


@dataclass
class Answers:
    machines: list  # by their numbers
    stages: dict    # (machine, stage) by file and line
    ladders: list   # the newest of each machine and case


def answers_of(files):
    """One call of the program for all files, and none for files that it has read before."""
    return of_unchanged(tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size)
                              for file in files))


@functools.lru_cache(maxsize=8)
def of_unchanged(files):
    done = run("compare", "--json", "--stages", *(path for path, _, _ in files))
    if done.returncode:
        raise Failure(done.returncode, done.stderr.strip().removeprefix("ladder: "))
    found = Answers([], {}, [])
    for line in map(json.loads, done.stdout.splitlines()):
        if line.get("compare_schema") != SCHEMA:
            raise Failure(NOT_COMPARABLE,
                          f"the program answers in schema {line.get('compare_schema')}, these "
                          f"scripts read {SCHEMA}: build both from one tree")
        if line["kind"] == "machine":
            found.machines.append(line)
        elif line["kind"] == "together":
            found.stages |= {(stage["file"], stage["line"]): (line["machine"], stage)
                             for stage in line["stages"]}
        elif line["kind"] == "ladder":
            found.ladders.append(line)
    return found
