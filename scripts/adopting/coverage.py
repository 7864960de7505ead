"""Lines of step 0 that the recorded calls reach, by gcov, at the places of the owner's sources."""

import re
import subprocess

from adopting import built, replay
from adopting.failure import Failure

# gcc counts no lines of a parallel region, which it makes a function of its own.
SERIAL = ("-fno-openmp", "-Wl,--no-as-needed", "-lgomp")
# Its branches are gfortran's own, about strides of arguments and what a procedure keeps.
HEAD = re.compile(r"(?!\s*end\b)[\w\s()*=]*\b(subroutine|function)\s+\w+", re.IGNORECASE)


def of(adopted, folder, cache, index):
    """(lines reached, lines there are, places never reached, those reached in part) or None where
    gcov is not there."""
    try:
        stage = counted(adopted, folder, cache, index,
                        SERIAL if "-fopenmp" in adopted.described["flags"] else ())
    except Failure:
        stage = counted(adopted, folder, cache, index, ())
    try:
        notes = sorted(path.name for path in stage.parent.glob("*.gcda"))
        done = subprocess.run(["gcov", "-t", *notes], cwd=stage.parent, capture_output=True,
                              text=True, errors="replace")
    except OSError:
        return None
    if done.returncode != 0 or not notes:
        return None
    own = (folder / "step0.f90").read_text(errors="surrogateescape").splitlines()
    places = owner_places(own)
    reached, missed, partly, seen = 0, [], [], set()
    for line in done.stdout.splitlines():
        match = re.match(r"\s*([-#=\d]+)(\*?):\s*(\d+):", line)
        if not match or match[1] == "-":
            continue
        number = int(match[3])
        if number == 0 or number in seen or number not in places:
            continue
        seen.add(number)
        if match[1].startswith(("#", "=")):
            missed.append(places[number])
        else:
            reached += 1
            # Some block of the line was never executed.
            if match[2] and not HEAD.match(own[number - 1]):
                partly.append(places[number])
    return reached, reached + len(missed), missed, partly


def counted(adopted, folder, cache, index, more):
    stage = built.step0(adopted, folder, cache, "covered", ("--coverage", "-O0", *more))
    for old in stage.parent.glob("*.gcda"):
        old.unlink()
    replay.run(stage, folder, index, [replay.job()])
    return stage


def owner_places(lines):
    """Line of step 0 -> place in the owner's source; the generated entry has none."""
    places, file, start, base = {}, None, 0, 0
    for number, line in enumerate(lines, 1):
        marker = re.match(r"! (\S.*):(\d+)$", line)
        if marker and number < len(lines) and re.match(r"module\s", lines[number]):
            file = None
        elif marker:
            file, base, start = marker[1], int(marker[2]), number
        elif re.match(r"\s*subroutine ladder_|! .*, left out$", line):
            file = None
        elif file:
            places[number] = f"{file}:{base + number - start - 1}"
    return places


def ranges(places):
    """src/a.f90:12, src/a.f90:15-17"""
    found = []
    for place in places:
        file, _, line = place.rpartition(":")
        if found and found[-1][0] == file and found[-1][2] + 1 == int(line):
            found[-1][2] = int(line)
        else:
            found.append([file, int(line), int(line)])
    return [f"{file}:{first}" + (f"-{last}" if last > first else "") for file, first, last in found]
