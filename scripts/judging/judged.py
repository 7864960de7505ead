"""The line of `ladder judge`: a verdict of each stage, of `ladder verify` and of those that do not
compile or cannot run here too; the one step that comes next; the lines of the original that write
an array."""

import json
import pathlib
import re

from adopting import built, coverage
from adopting.failure import DEVICE, NOTHING_RAN, Failure
from adopting.statements import statements
from judging import times
from plots import program

SCHEMA = 1
RIGHT = ("right", "emulated_right")
NOT_HERE = re.compile(r"stage '(\S+)' is not in this build: (.*)")


def has_device():
    return pathlib.Path("/dev/nvidiactl").exists()


def of(folder, stages, ladder, more, level, budget):
    """(the line, the exit code)"""
    if level == "device" and not has_device():
        raise Failure(DEVICE, "--level=device: this machine has no CUDA device; --level=emulated "
                              "judges CUDA stages without one")
    cheap = level == "emulated"
    if level == "auto":
        level = "device" if has_device() else "emulated"
    if folder:
        stages = chosen(folder, stages, level)
    found, code = proven(folder, stages, ladder, more, level)
    for one in found:
        one["time"] = one["prediction"] = None
        if folder:
            add_sources(folder, one)
    timed = [one for one in found if one["status"] == "right"]
    if timed and not cheap:
        code = worst([code, times.add(timed, ladder, more, budget)])
    if folder and not cheap:
        times.add_predictions(folder, [one for one in found if one["status"] in RIGHT])
    bad = [one for one in found if one["status"] not in RIGHT]
    leads = bad[0] if bad else min(found, key=lambda one: one["next"]["gain"] or 0)
    return {"schema": SCHEMA, "command": "judge", "level": level, "status": leads["status"],
            "stages": found, "next": {"stage": leads["stage"], **leads["next"]}}, code


def proven(folder, stages, ladder, more, level):
    """Verdicts of `ladder verify`. On a device those in CUDA are emulated first, which shows races
    and whether it is kernels that compute; what the emulation has not is judged there alone."""
    if level == "emulated":
        return verified(ladder, stages, [*more, "--emulate"])
    known = built.stages(folder) if level == "device" and folder else {}
    cuda = [name for name in stages if name in known and known[name].suffix == ".cu"]
    found, codes = [], []
    if cuda:
        first, code = verified(ladder, cuda, [*more, "--emulate"])
        found = [one for one in first if one["status"] not in ("emulated_right", "not_run")]
        codes = [code] if found else []
    bad = {one["stage"] for one in found}
    if left := [name for name in stages if name not in bad]:
        rest, code = verified(ladder, left, more)
        found, codes = found + rest, [*codes, code]
    return found, worst(codes)


def chosen(folder, stages, level):
    """Names of the folder's stages that can be judged at this level."""
    known = built.stages(folder)
    names = stages or [name for name in known if name != built.ORIGINAL]
    if level == "host":
        names = [name for name in names if name not in known or known[name].suffix != ".cu"]
    if not names:
        raise Failure(NOTHING_RAN, f"{folder} has no stage to judge: `ladder port` writes the "
                                   "first ones, `ladder new-stage c NAME` a file to fill")
    return names


def writers(folder, array):
    """file, line and text of each statement of step 0 that assigns the array; where there is one
    alone, it wrote the element."""
    lines = built.read(folder / "step0.f90").splitlines()
    places = coverage.owner_places(lines)
    # a label or a condition may be before it
    assigns = re.compile(rf"^\s*(\d+\s+)?(if\s*\(.*\)\s*)?{re.escape(array)}\s*"
                         r"(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\s*)?=(?!=)", re.IGNORECASE)
    found = []
    for each in statements(lines):
        if assigns.match(each.text):
            number = each.first + 1
            file, _, at = places.get(number, f"step0.f90:{number}").rpartition(":")
            text = each.text if each.first == each.last else " ".join(each.text.split())
            found.append({"file": file, "line": int(at), "text": text})
    return found


def add_sources(folder, verdict):
    """To the elements of a verdict: what wrote them in the original."""
    for which in ("first", "worst"):
        element = verdict.get(which)
        if element and (lines := writers(folder, element["array"])):
            element["source"] = lines


# -- what `ladder verify` says


def verified(ladder, stages, more):
    """(verdicts, exit code): one of each stage. A stage that does not compile, or that cannot be
    emulated, stops the others, so they are judged without it."""
    verdicts, codes, left = [], [], list(stages)
    while left:
        done = program.run("verify", "--json", *ladder, f"--stage={','.join(left)}", *more)
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        codes.append(done.returncode)
        broken = [one for one in rows if one["status"] == "compile_error" and one["stage"] in left]
        verdicts += rows
        if not rows and (lacking := NOT_HERE.search(done.stderr)) and lacking[1] in left:
            broken = [not_run(*lacking.groups())]
            verdicts += broken
        elif not rows:
            raise Failure(done.returncode or 6, words_of(done.stderr))
        left = [one for one in left if one != broken[0]["stage"]] if broken else []
    order = {name: at for at, name in enumerate(stages)}
    verdicts.sort(key=lambda one: order.get(one["stage"], len(order)))
    return verdicts, worst(codes)


def worst(codes):
    """A device's failure, a wrong result, a file that does not compile; 0."""
    return next((code for code in (130, 8, 3, 7, *codes) if code in codes and code), 0)


def not_run(stage, why):
    return {"schema": 1, "status": "not_run", "stage": stage, "level": None, "errors": [],
            "first": None, "worst": None, "races": [], "place": None, "not_told_apart": [],
            "words": why, "next": {"step": "judge it on a device", "reason": why, "gain": None}}


def words_of(stderr):
    lines = [line.removeprefix("ladder: ") for line in stderr.strip().splitlines()]
    return "\n".join(lines) or "`ladder verify` gave no verdict"
