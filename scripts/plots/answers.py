"""What `ladder compare --json --stages` answers about files of records. harness/answers/README.md
lists the fields; nothing of it is computed here."""

import functools
import json
from dataclasses import dataclass

from plots import program
from plots.failure import NOT_COMPARABLE, Failure

SCHEMA = 1


@dataclass
class Answers:
    machines: list  # by their numbers
    stages: dict    # (machine, stage) by file and line
    ladders: list   # the newest of each machine and case


def of(files):
    """One call of the program for all files, and none for files that it has read before."""
    return of_unchanged(tuple((str(file), file.stat().st_mtime_ns, file.stat().st_size)
                              for file in files))


@functools.lru_cache(maxsize=8)
def of_unchanged(files):
    done = program.run("compare", "--json", "--stages", *(path for path, _, _ in files))
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
