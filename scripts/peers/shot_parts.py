"""What a peer with absorbing borders of its own needs of a case: which of its cells are borders,
and its velocities; and what most peers say of their shots."""

import numpy

from peer_run import PARENTS


def sponge_cells(factors):
    """Of its beginning and its end."""
    half = len(factors) // 2
    return int((factors[:half] < 1).sum()), int((factors[half:] < 1).sum())


class Outside:
    """Of a shot of side_by_side.py, where nothing else is known."""

    def taps(self):
        """Not rounded to float32 before they are used, as far as is known: the verdict allows
        nothing for them."""

    def objection(self):
        """Why its time would be that of something else."""
        return ""


def head(name, on_device, change, expectation, file, flags=""):
    """Of its record."""
    return {"name": name, "parent": PARENTS["cuda" if on_device else "cpu"], "change": change,
            "expectation": expectation, "owns_time_loop": True, "flags": flags,
            "device": "cuda" if on_device else "host", "file": file}


class Parts:
    """`widths` of the borders [cells], beginning and end of each axis, the slowest axis first;
    `first`, the first cell that is in no border, and `inside`, all of them; `heard`, which
    receivers are in no border, and `receivers`, their cells: where its borders are, a peer records
    nothing. `speed` [m/s] is that of all cells."""

    def __init__(self, case):
        pairs = [sponge_cells(factors) for factors in case.sponges]
        self.widths = [width for pair in pairs for width in pair]
        self.first = numpy.array([before for before, _ in pairs])
        beyond = numpy.array([count - after for (_, after), count in zip(pairs, case.v2dt2.shape)])
        self.inside = tuple(slice(*ends) for ends in zip(self.first.tolist(), beyond.tolist()))
        self.heard = ((case.receivers >= self.first) & (case.receivers < beyond)).all(axis=1)
        self.receivers = case.receivers[self.heard]
        self.speed = numpy.sqrt(case.v2dt2.astype(float)) / case.dt
        self.spacing, self.dt = case.spacing, case.dt

    def courant(self):
        """Of the largest velocity, along the diagonal."""
        return float(self.speed.max() * self.dt * numpy.linalg.norm(1 / numpy.array(self.spacing)))
