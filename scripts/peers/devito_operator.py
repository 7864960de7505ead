"""What Devito makes of our equation, and which blocks its own tuner takes. Runs in a Python with
Devito; prints one JSON object and writes devito.c and devito_call.h, with the taps that it holds.

usage: devito_operator.py FOLDER ZxX|ZxXxY HALF_LENGTH SPACING STEPS RECEIVERS THREADS

The equation is the whole of ours: with T the taper of the sponge, a product of one factor an axis,
  p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)),  inject T w, record.
L has Taylor's weights, of space order 2 HALF_LENGTH, given as numbers: Devito's own `u.laplace` has
the same but for their last bits (its centre is not minus the sum of the others), which ladder's
judge takes for errors.
"""

import math
import pathlib
import sys

import devito_code
import numpy
from devito import Eq, Function, Grid, Operator, PrecomputedSparseTimeFunction, TimeFunction
from taylor import side_taps

# A wavelet that changes nothing for the time it takes; fields of zeros would flatter nobody, and
# denormals are flushed.
SOURCE, SPEED = 1e-3, 40.0  # SPEED: (v dt)^2 [m^2]


def taylor_taps(half_length, spacing):
    """Taps 0 to half_length, rounded to float32 as fortran/wave/operator.f90 does."""
    taps = [float(numpy.float32(tap)) for tap in side_taps(half_length, spacing)]
    return [float(numpy.float32(-2 * sum(taps))), *taps]


def on_grid(name, grid, steps, cells):
    """Points of the grid with weights of exactly 1. From coordinates, Devito divides by the
    spacing, and with its -ffast-math that is an approximation: a point of the grid then lies a
    millionth of a cell away from it."""
    weights = numpy.zeros((len(cells), grid.dim, 2), dtype=numpy.float32)
    weights[:, :, 0] = 1
    return PrecomputedSparseTimeFunction(name=name, grid=grid, npoint=len(cells), nt=steps, r=1,
                                         gridpoints=numpy.array(cells, dtype=numpy.int32),
                                         interpolation_coeffs=weights)


class Problem:
    """The functions of the equation on one grid."""

    def __init__(self, cells, half_length, spacing, steps, receivers):
        """cells: z, x and, of a volume, y; Devito has the slowest first."""
        self.taps = taylor_taps(half_length, spacing)
        self.volume = len(cells) == 3
        shape = tuple(cells[axis] for axis in ((2, 1, 0) if self.volume else (1, 0)))
        names = "yxz" if self.volume else "xz"
        grid = Grid(shape=shape, extent=tuple(n - 1 for n in shape), dtype=numpy.float32)
        self.u = TimeFunction(name="u", grid=grid, time_order=2, space_order=2 * half_length)
        self.v2dt2 = Function(name="v2dt2", grid=grid, space_order=0)
        self.sponges = [Function(name=f"sponge_{name}", dimensions=(d,), shape=(n,), space_order=0)
                        for name, d, n in zip(names, grid.dimensions, shape)]
        self.source = on_grid("src", grid, steps, [[n // 2 for n in shape]])
        self.traces = on_grid("rec", grid, steps,
                              [[*(n // 2 for n in shape[:-2]), (i * shape[-2]) // receivers, 0]
                               for i in range(receivers)])

    def operator(self):
        u, taper = self.u, math.prod(self.sponges)
        laplacian = len(self.sponges) * self.taps[0] * u
        for k, tap in enumerate(self.taps[1:], 1):
            laplacian += tap * sum(u.shift(d, side * k * d.spacing) for d in u.space_dimensions
                                   for side in (-1, 1))
        step = Eq(u.forward, taper * (2 * u - taper * u.backward + self.v2dt2 * laplacian))
        sparse = (self.source.inject(field=u.forward, expr=self.source)
                  + self.traces.interpolate(expr=u.forward))
        return Operator([step] + sparse, name="Kernel")

    def start(self):
        self.u.data[:] = 0
        self.v2dt2.data[:] = SPEED
        for sponge in self.sponges:
            sponge.data[:] = 1
        self.source.data[:] = SOURCE


def main():
    folder = pathlib.Path(sys.argv[1])
    cells = tuple(map(int, sys.argv[2].split("x")))
    half_length, spacing, steps, receivers, threads = map(int, sys.argv[3:])
    problem = Problem(cells, half_length, spacing, steps, receivers)
    operator = problem.operator()
    numbers = ", ".join(f"{tap:.9g}" for tap in problem.taps)
    devito_code.write(folder, operator, f"#define TAPS {{{numbers}}}\n")
    blocks = {}
    if problem.volume:  # in two dimensions Devito makes no blocks
        problem.start()
        blocks = devito_code.tuned_blocks(operator, min(steps, 400), threads)
    devito_code.answer(blocks)


if __name__ == "__main__":
    main()
