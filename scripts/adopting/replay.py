"""Step 0 on recorded calls, in a child process, so that a crash is a sentence."""

import pathlib
import signal
import subprocess
import tempfile

import numpy

from adopting import forked, replay_child
from adopting.failure import WRONG, Failure

POISONS = (0x7B, 0xB5)


def job(poison=POISONS[0], noise=None, on=None, ends=None):
    """`noise`: a seed; `on`: None: all that takes it, "scalars", or names; `ends`: of scalars that
    get the most of it instead, {name: 1 or -1}."""
    return {"poison": poison, "noise": noise, "on": on, "ends": ends or {}}


def run(stage, folder, index, jobs, limit_s=None):
    """Of step 0: for each job {(call, name): array} of all outputs."""
    with tempfile.TemporaryDirectory(prefix="ladder-") as out:
        request = {"stage": str(stage), "calls": str(folder / "calls"), "out": out,
                   "list": index["calls"], "jobs": jobs}
        try:
            done = forked.run(replay_child.main, request, limit_s)
        except subprocess.TimeoutExpired:
            raise Failure(WRONG, f"step 0 did not end within {limit_s:.0f} s") from None
        if done.returncode != 0:
            how = (f"ended by {signal.Signals(-done.returncode).name}" if done.returncode < 0
                   else f"ended with {done.returncode}")
            words = done.stderr.strip().splitlines()
            bounds = done.returncode > 0 and "At line" in done.stderr
            raise Failure(WRONG, f"step 0 {how} on the recorded calls: "
                          f"{chr(10).join(words[:3] if bounds else words[-1:]) or 'no words'}")
        return [{(one["call"], value["name"]): numpy.load(pathlib.Path(
            out, str(number), value["out"].replace("/", "-")), allow_pickle=False)
                 for one in index["calls"] for value in one["values"] if value.get("out")}
                for number in range(len(jobs))]


def recorded(folder, index):
    return {(one["call"], value["name"]):
                numpy.load(folder / "calls" / value["out"], allow_pickle=False)
            for one in index["calls"] for value in one["values"] if value.get("out")}


def elements(array):
    """Bits of each element: a row of bytes an element; an extended number has 10 that count."""
    flat = numpy.ascontiguousarray(array.reshape(-1, order="F"))
    rows = flat.view(numpy.uint8).reshape(flat.size, flat.itemsize)
    if flat.dtype.kind == "f" and flat.itemsize == 16:
        return rows[:, :10]
    if flat.dtype.kind == "c" and flat.itemsize == 32:
        return rows[:, list(range(10)) + list(range(16, 26))]
    return rows


def untouched(first, second):
    """Mask of elements that hold the poison of both runs."""
    return ((elements(first) == POISONS[0]).all(axis=1)
            & (elements(second) == POISONS[1]).all(axis=1))


def indices(value, flat):
    """Fortran's designator of an element."""
    if not value["shape"]:
        return value["name"]
    at = numpy.unravel_index(flat, value["shape"], order="F")
    places = [str(int(index) + low) for index, low in zip(at, value["lower"])]
    return f"{value['name']}({','.join(places)})"


def value_of(index, call, name):
    return next(value for one in index["calls"] if one["call"] == call
                for value in one["values"] if value["name"] == name)
