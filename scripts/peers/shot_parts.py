"""What a peer with absorbing borders of its own needs of a case: which of its cells are borders,
and its velocities."""

import numpy


def sponge_cells(factors):
    """Of its beginning and its end."""
    half = len(factors) // 2
    return int((factors[:half] < 1).sum()), int((factors[half:] < 1).sum())


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
