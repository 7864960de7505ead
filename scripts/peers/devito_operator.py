"""What Devito makes of our equation, and what its own tuner and clock say of it. Runs in the
environment that scripts/peers/devito makes; prints one JSON object.

usage: devito_operator.py FOLDER ZxX|ZxXxY HALF_LENGTH SPACING STEPS RECEIVERS THREADS

Into FOLDER go, for the plain operator and the one with blocked inner loops, `<name>.c`, the code as
Devito generates it, and `<name>_call.h`, its call with each parameter by its name, and the taps
that it holds.

The equation is the whole of ours: with T the taper of the sponge, a product of one factor an axis,
  p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)),  inject T w, record.
L has Taylor's weights, of space order 2 HALF_LENGTH, given as numbers: Devito's own `u.laplace` has
the same but for their last bits (its centre is not minus the sum of the others), which ladder's
judge takes for errors.
"""

import json
import math
import os
import pathlib
import sys
import time

os.environ.setdefault("DEVITO_LANGUAGE", "openmp")
os.environ.setdefault("DEVITO_ARCH", "gcc")
os.environ.setdefault("DEVITO_LOGGING", "ERROR")

import numpy  # noqa: E402  the settings above come first
from devito import (Eq, Function, Grid, Operator, PrecomputedSparseTimeFunction,  # noqa: E402
                    TimeFunction, configuration)
from taylor import side_taps  # noqa: E402

VARIANTS = {"devito": {}, "devito-blocked": {"blockinner": True}}
OF_VOLUMES = {"devito": {}}  # in three dimensions Devito blocks the outer two loops by itself
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
        self.steps, self.taps = steps, taylor_taps(half_length, spacing)
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

    def operator(self, options):
        u, taper = self.u, math.prod(self.sponges)
        laplacian = len(self.sponges) * self.taps[0] * u
        for k, tap in enumerate(self.taps[1:], 1):
            laplacian += tap * sum(u.shift(d, side * k * d.spacing) for d in u.space_dimensions
                                   for side in (-1, 1))
        step = Eq(u.forward, taper * (2 * u - taper * u.backward + self.v2dt2 * laplacian))
        sparse = (self.source.inject(field=u.forward, expr=self.source)
                  + self.traces.interpolate(expr=u.forward))
        return Operator([step] + sparse, name="Kernel", opt=("advanced", options))

    def start(self):
        self.u.data[:] = 0
        self.v2dt2.data[:] = SPEED
        for sponge in self.sponges:
            sponge.data[:] = 1
        self.source.data[:] = SOURCE


def write_code(folder, name, operator, taps):
    folder.joinpath(f"{name}.c").write_text(f"{operator.ccode}\n")
    names = ", ".join(f"ARG_{parameter.name}" for parameter in operator.parameters)
    numbers = ", ".join(f"{tap:.9g}" for tap in taps)
    folder.joinpath(f"{name}_call.h").write_text(f"#define CALL_KERNEL Kernel({names})\n#define "
                                                 f"TAPS {{{numbers}}}\n")


def tuned_blocks(problem, operator, threads):
    """Block sizes (x, z) that Devito's aggressive tuner takes; none where there is nothing to
    tune."""
    problem.start()
    steps = min(problem.steps, 400)
    operator.apply(time_m=0, time_M=steps - 1, nthreads=threads, autotune="aggressive")
    tuned = {}
    for found in operator._state["autotuning"]:
        tuned.update(found.get("tuned", {}))
    return {key: int(value) for key, value in tuned.items() if "blk" in key}


def own_clock(problem, operator, threads, blocks):
    """Seconds of the run's sections, by Devito's own timers."""
    problem.start()
    summary = operator.apply(time_m=0, time_M=problem.steps - 1, nthreads=threads, **blocks)
    return sum(entry.time for entry in summary.values())


def main():
    folder = pathlib.Path(sys.argv[1])
    cells = tuple(map(int, sys.argv[2].split("x")))
    half_length, spacing, steps, receivers, threads = map(int, sys.argv[3:])
    problem = Problem(cells, half_length, spacing, steps, receivers)
    built = {}
    for name, options in (OF_VOLUMES if problem.volume else VARIANTS).items():
        began = time.perf_counter()
        operator = problem.operator(options)
        write_code(folder, name, operator, problem.taps)
        blocks = tuned_blocks(problem, operator, threads) if options or problem.volume else {}
        built[name] = {"blocks": blocks,
                       "own_seconds": own_clock(problem, operator, threads, blocks),
                      "made_in_seconds": time.perf_counter() - began}
    compiler = configuration["compiler"]
    built["compiler"] = [str(compiler.CC), *map(str, compiler.cflags), *map(str, compiler.ldflags)]
    print(json.dumps(built))


if __name__ == "__main__":
    main()
