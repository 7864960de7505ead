"""Real scalars that draws vary like arrays: those with which step 0 stays on its path.

`mass` may be 1 in every recorded call, so that a stage which ignores it computes the same."""

import copy
import os

import numpy

from adopting import replay, thresholds
from adopting.failure import Failure

DRAWS, SECONDS = (1, 2), 30  # of noise; for all


def mark(index, folder, counted, checked):
    """Gives values in the index `varied`. Returns {name: why not} of the other real scalars.

    `counted` is step 0 that counts its lines, or None; `checked` that with bounds checked, where it
    compiles."""
    names = scalars(index, folder)
    if not names or not counted:
        return dict.fromkeys(names, "its path is not known, because gcov is missing")
    trial, taken, refused = Trial(index, folder, counted, checked), [], {}
    trial.sort(names, taken, refused)
    set_varied(index, taken)
    return refused


def scalars(index, folder):
    """Real ones that go in, and are not 0 everywhere."""
    found = {}
    for one in index["calls"]:
        for value in one["values"]:
            if is_real_scalar(value, index):
                number = numpy.load(folder / "calls" / value["in"], allow_pickle=False)
                found[value["name"]] = found.get(value["name"], False) or bool(number != 0)
    return [name for name, is_there in found.items() if is_there]


def is_real_scalar(value, index):
    return (value["there"] and "in" in value and not value["shape"]
            and index["kinds"][value["name"]].startswith(("float", "complex")))


def set_varied(index, names):
    for one in index["calls"]:
        for value in one["values"]:
            value.pop("varied", None)
            if value["name"] in names and is_real_scalar(value, index):
                value["varied"] = True


def idle(index, folder, stage):
    """Names of real values of which step 0 gives every bit again when draws vary them alone."""
    names = [name for name, kind in index["kinds"].items() if kind.startswith(("float", "complex"))]
    return thresholds.child(stage, folder, index, {
        "what": "idle", "names": names, "draws": DRAWS, "seconds": SECONDS}, 4 * SECONDS) or []


def spent():
    """Seconds of processors, of children too: on a busy machine the same is tried."""
    return sum(os.times()[:4])


class Trial:
    def __init__(self, index, folder, counted, checked):
        self.index, self.folder, self.counted, self.checked = index, folder, counted, checked
        self.end = spent() + SECONDS
        self.recorded = replay.recorded(folder, index)

    def sort(self, names, taken, refused):
        """Into those that are taken, with those that are already, and reasons for the others."""
        why = self.refuses([*taken, *names])
        if why is None:
            taken += names
        elif len(names) == 1:
            refused[names[0]] = why
        else:
            for half in (names[:len(names) // 2], names[len(names) // 2:]):
                self.sort(half, taken, refused)

    def refuses(self, names):
        """Why step 0 does not take noise on these; None where it does."""
        index = copy.deepcopy(self.index)
        set_varied(index, names)
        for draw in DRAWS:
            if spent() > self.end:
                return "to try it takes too long"
            try:
                lines = self.counted.lines(index, draw, "scalars", 4 * SECONDS)
                if any(whole is not None and lines.get(place) is None
                       for place, whole in self.counted.recorded.items()):
                    return "with another value some lines are not executed"
                if self.checked.is_file():
                    given = replay.run(self.checked, self.folder, index, [replay.job(noise=draw)],
                                       limit_s=4 * SECONDS)[0]
                    if not self.finite(given):
                        return "with another value a result is not finite"
            except Failure:
                return "with another value the original fails"
        return self.fails_at_ends(names, index)

    def fails_at_ends(self, names, index):
        """Of any two of them one has the most and the other the least of noise once, so that
        `nint(x/dx)` is furthest off."""
        patterns = [{name: sign if at >> bit & 1 else -sign for at, name in enumerate(names)}
                    for bit in range(max(1, (len(names) - 1).bit_length())) for sign in (1, -1)]
        if spent() > self.end:
            return "to try it takes too long"
        try:
            if self.checked.is_file():
                replay.run(self.checked, self.folder, index,
                           [replay.job(ends=each) for each in patterns], limit_s=4 * SECONDS)
        except Failure:
            return "with another value the original fails"
        return None

    def finite(self, given):
        return all(numpy.isfinite(given[key])[numpy.isfinite(right)].all()
                   for key, right in self.recorded.items() if right.dtype.kind in "fc")
