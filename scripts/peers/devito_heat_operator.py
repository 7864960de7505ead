"""What Devito makes of the heat equation, and which blocks its own tuner takes. Runs in a Python
with Devito; prints one JSON object and writes devito.c and devito_call.h.

usage: devito_heat_operator.py FOLDER N STEPS THREADS

  u(n+1) = u + factor (sum of the six neighbours - 6 u)

on the cells that change; the border is in the halo, which Devito does not write.
"""

import pathlib
import sys

import devito_code
import numpy
from devito import Constant, Eq, Grid, Operator, TimeFunction


def main():
    folder = pathlib.Path(sys.argv[1])
    side, steps, threads = map(int, sys.argv[2:])
    grid = Grid(shape=(side - 2,) * 3, extent=(side - 3,) * 3, dtype=numpy.float32)
    u = TimeFunction(name="u", grid=grid, time_order=1, space_order=2)
    factor = Constant(name="factor", dtype=numpy.float32, value=1 / 6.1)
    neighbours = sum(u.shift(d, way * d.spacing) for d in grid.dimensions for way in (-1, 1))
    operator = Operator([Eq(u.forward, u + factor * (neighbours - 6 * u))], name="Kernel")
    devito_code.write(folder, operator)
    u.data[:] = 1
    devito_code.answer(devito_code.tuned_blocks(operator, steps, threads))


if __name__ == "__main__":
    main()
