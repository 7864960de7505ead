"""What Devito makes of the heat equation, and which blocks its own tuner takes. Runs in the
environment that scripts/peers/devito makes; prints one JSON object.

usage: devito_heat_operator.py FOLDER N STEPS THREADS

Into FOLDER go devito.c, the code as Devito generates it, and devito_call.h, its call with each
parameter by its name.

  u(n+1) = u + factor (sum of the six neighbours - 6 u)

on the cells that change; the border is in the halo, which Devito does not write.
"""

import json
import os
import pathlib
import sys

os.environ.setdefault("DEVITO_LANGUAGE", "openmp")
os.environ.setdefault("DEVITO_ARCH", "gcc")
os.environ.setdefault("DEVITO_LOGGING", "ERROR")

import numpy  # noqa: E402  the settings above come first
from devito import Constant, Eq, Grid, Operator, TimeFunction, configuration  # noqa: E402


def main():
    folder = pathlib.Path(sys.argv[1])
    side, steps, threads = map(int, sys.argv[2:])
    grid = Grid(shape=(side - 2,) * 3, extent=(side - 3,) * 3, dtype=numpy.float32)
    u = TimeFunction(name="u", grid=grid, time_order=1, space_order=2)
    factor = Constant(name="factor", dtype=numpy.float32, value=1 / 6.1)
    neighbours = sum(u.shift(d, way * d.spacing) for d in grid.dimensions for way in (-1, 1))
    operator = Operator([Eq(u.forward, u + factor * (neighbours - 6 * u))], name="Kernel")
    folder.joinpath("devito.c").write_text(f"{operator.ccode}\n")
    names = ", ".join(f"ARG_{parameter.name}" for parameter in operator.parameters)
    folder.joinpath("devito_call.h").write_text(f"#define CALL_KERNEL Kernel({names})\n")
    u.data[:] = 1
    tuned = {}
    operator.apply(time_m=0, time_M=steps - 1, nthreads=threads, autotune="aggressive")
    for found in operator._state["autotuning"]:
        tuned.update(found.get("tuned", {}))
    compiler = configuration["compiler"]
    print(json.dumps({"blocks": {key: int(value) for key, value in tuned.items() if "blk" in key},
                      "compiler": [str(compiler.CC), *map(str, compiler.cflags),
                                   *map(str, compiler.ldflags)]}))


if __name__ == "__main__":
    main()
