"""Lines of step 0 that the recorded calls reach, by gcov, at the places of the owner's sources."""

import re
import subprocess

from adopting import built, pieces
from adopting.failure import NOTHING_RAN, Failure

# gcc counts no lines of a parallel region, which it makes a function of its own.
SERIAL = ("-fno-openmp", "-Wl,--no-as-needed", "-lgomp")
# Its branches are gfortran's own, about strides of arguments and what a procedure keeps.
HEAD = re.compile(r"(?!\s*end\b)[\w\s()*=]*\b(subroutine|function)\s+\w+", re.IGNORECASE)

# Other lines have blocks of gfortran's own too, as of MAXVAL where all is NaN.
CHOICE = re.compile(
    r"\b(if|else|where|elsewhere|merge|case|while|exit|cycle|go\s*to)\b|\.(and|or)\.",
    re.IGNORECASE)


class Counted:
    """Step 0, compiled so that it counts its lines. Throws Failure where it does not run, or gcov
    is not there."""

    def __init__(self, adopted, folder, cache, index):
        self.folder = folder
        lines = (folder / "step0.f90").read_text(errors="surrogateescape").splitlines()
        self.own, self.places = lines, owner_places(lines)
        serial = SERIAL if "-fopenmp" in adopted.described["flags"] else ()
        for more in dict.fromkeys((serial, ())):
            try:
                self.stage = built.step0(adopted, folder, cache, "covered",
                                         ("--coverage", "-O0", *more))
                self.recorded = self.lines(index)
                return
            except Failure as failure:
                failed = failure
        raise failed

    def lines(self, index, noise=None, on=None, limit_s=None):
        """{place: whether each of its blocks was executed, None where none was}."""
        from adopting import replay  # needs NumPy, which places of lines do not

        for old in self.stage.parent.glob("*.gcda"):
            old.unlink()
        replay.run(self.stage, self.folder, index, [replay.job(noise=noise, on=on)],
                   limit_s=limit_s)
        notes = sorted(path.name for path in self.stage.parent.glob("*.gcda"))
        try:
            done = subprocess.run(["gcov", "-t", *notes], cwd=self.stage.parent,
                                  capture_output=True, text=True, errors="replace")
        except OSError as error:
            raise Failure(NOTHING_RAN, f"gcov cannot be run: {error.strerror}") from None
        if done.returncode != 0 or not notes:
            raise Failure(NOTHING_RAN, f"gcov ended with {done.returncode}")
        found = {}
        for line in done.stdout.splitlines():
            match = re.match(r"\s*([-#=\d]+)(\*?):\s*(\d+):", line)
            if not match or match[1] == "-":
                continue
            number = int(match[3])
            place = self.places.get(number)
            if place is None or place in found:
                continue
            text = self.own[number - 1]
            whole = not match[2] or bool(HEAD.match(text)) or not CHOICE.search(text)
            found[place] = None if match[1].startswith(("#", "=")) else whole
        return found


def owner_places(lines):
    """Line of step 0 -> place in the owner's source; the generated entry has none."""
    found, spans, start = {}, [], 0
    for number, line in enumerate(lines, 1):
        is_module = number < len(lines) and re.match(r"module\s", lines[number])
        begins = number > 1 and pieces.BEGINS.fullmatch(lines[number - 2])
        marked = pieces.places(line) if is_module or begins else None
        if marked:
            spans, start = [] if is_module else marked, number
        elif re.match(r"\s*subroutine ladder_|! .*, left out$", line):
            spans = []
        elif spans:
            at = number - start
            first, file, base = [each for each in spans if each[0] <= at][-1]
            found[number] = f"{file}:{base + at - first}"
    return found


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
