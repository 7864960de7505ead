"""The image of the survey by Devito, as its tutorial on reverse-time migration has it: a damping
layer, sources and receivers by coordinates, the forward field kept at image times. Prints the
seconds that its operators took.

usage: devito_migration_image.py SURVEY.sgy IMAGE.npy
"""

import sys

import devito_code  # noqa: F401  Devito's settings
import numpy
from devito import (ConditionalDimension, Eq, Function, Grid, Operator, SparseTimeFunction,
                    TimeFunction, solve)

from migration_case import (DT, EVERY, PAD, SAMPLES, SPACING, inside, padded,
                            read_survey, ricker, smooth_velocity)

ORDER = 8


class Migration:
    def __init__(self):
        velocity = padded(smooth_velocity())
        self.grid = Grid(shape=velocity.shape,
                         extent=tuple((n - 1) * SPACING for n in velocity.shape),
                         dtype=numpy.float32)
        self.m = Function(name="m", grid=self.grid, space_order=ORDER)
        self.damp = Function(name="damp", grid=self.grid, space_order=ORDER)
        self.image = Function(name="image", grid=self.grid)
        self.m.data[:] = 1 / velocity.astype(float) ** 2
        self.damp.data[:] = self.damping(velocity)
        self.times = ConditionalDimension("image_time", parent=self.grid.time_dim, factor=EVERY)
        self.seconds = 0.0

    @staticmethod
    def damping(velocity):
        """As in Devito's examples: 0 inside, and rising to 1.5 log(1000) / PAD over the border,
        over the spacing."""
        strength = numpy.zeros(velocity.shape)
        for axis, cells in enumerate(velocity.shape):
            place = numpy.arange(cells)
            deep = numpy.maximum(0, numpy.maximum(PAD - place, place - (cells - 1 - PAD))) / PAD
            profile = 1.5 * numpy.log(1000) / PAD * (deep - numpy.sin(2 * numpy.pi * deep)
                                                     / (2 * numpy.pi))
            strength += profile.reshape([-1 if a == axis else 1 for a in (0, 1)])
        return strength / velocity / SPACING

    def points(self, name, cells, values):
        """Points at cells of the model, with a row of `values` for each time."""
        made = SparseTimeFunction(name=name, grid=self.grid, npoint=len(cells), nt=len(values))
        made.coordinates.data[:] = (numpy.array(cells) + PAD) * SPACING
        made.data[:] = values
        return made

    def add(self, source, receivers, traces):
        u = TimeFunction(name="u", grid=self.grid, time_order=2, space_order=ORDER)
        v = TimeFunction(name="v", grid=self.grid, time_order=2, space_order=ORDER)
        kept = TimeFunction(name="kept", grid=self.grid, time_order=0,
                            save=(SAMPLES + EVERY - 1) // EVERY, time_dim=self.times)
        dt2 = self.grid.stepping_dim.spacing**2 / self.m
        # src.data[t] goes into u[t + 1], as sample t of ladder's wavelet does, and rec.data[t] into
        # v[t - 1].
        wavelet = ricker(numpy.arange(SAMPLES) * DT)[:, None]
        shifted = numpy.zeros((SAMPLES, len(receivers)), numpy.float32)
        shifted[1:] = traces.T[:-1]
        src, rec = self.points("src", [source], wavelet), self.points("rec", receivers, shifted)
        forward = ([Eq(u.forward, solve(self.m * u.dt2 - u.laplace + self.damp * u.dt, u.forward))]
                   + src.inject(field=u.forward, expr=src * dt2) + [Eq(kept, u)])
        backward = (
            [Eq(v.backward, solve(self.m * v.dt2 - v.laplace + self.damp * v.dt.T, v.backward))]
            + rec.inject(field=v.backward, expr=rec * dt2)
            + [Eq(self.image, self.image + kept * v)])
        for operator, span in ((Operator(forward, name="Forward"), (0, SAMPLES - 2)),
                               (Operator(backward, name="Backward"), (1, SAMPLES - 1))):
            timings = operator.apply(time_m=span[0], time_M=span[1], dt=DT)
            self.seconds += sum(section.time for section in timings.values())


def main():
    migration = Migration()
    for shot in read_survey(sys.argv[1]):
        migration.add(*shot)
    numpy.save(sys.argv[2], inside(numpy.array(migration.image.data)))
    print(migration.seconds)


if __name__ == "__main__":
    main()
