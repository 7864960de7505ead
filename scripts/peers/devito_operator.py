"""What Devito makes of our equation, and what its own tuner and clock say of it. Runs in the environment that
scripts/peers/devito makes; prints one JSON object.

usage: devito_operator.py FOLDER NZ NX SPACING STEPS RECEIVERS THREADS

Into FOLDER go, for the plain operator and the one with blocked inner loops, `<name>.c`, the code as Devito generates
it, and `<name>_call.h`, its call with each parameter by its name, and the taps that it holds.

The equation is the whole of ours: with T the taper of the sponge, a product of one factor an axis,
  p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)),  inject T w, record.
L has Taylor's weights of half-length 8, space order 16, given as numbers: Devito's own `u.laplace` has the same but for
their last bits (its centre is not minus the sum of the others), which ladder's judge takes for errors.
"""

import json
import os
import pathlib
import sys
import time

os.environ.setdefault("DEVITO_LANGUAGE", "openmp")
os.environ.setdefault("DEVITO_ARCH", "gcc")
os.environ.setdefault("DEVITO_LOGGING", "ERROR")

import numpy  # noqa: E402  the settings above come first
from devito import Eq, Function, Grid, Operator, PrecomputedSparseTimeFunction, TimeFunction, configuration  # noqa: E402
from taylor import side_taps  # noqa: E402

HALF_LENGTH = 8
VARIANTS = {"devito": {}, "devito-blocked": {"blockinner": True}}
# A wavelet that changes nothing for the time it takes; fields of zeros would flatter nobody, and denormals are flushed.
SOURCE, SPEED = 1e-3, 40.0  # SPEED: (v dt)^2 [m^2]


def taylor_taps(spacing):
    """Taps 0 to 8, rounded to float32 as fortran/wave/operator.f90 does."""
    taps = [float(numpy.float32(tap)) for tap in side_taps(HALF_LENGTH, spacing)]
    return [float(numpy.float32(-2 * sum(taps))), *taps]


def on_grid(name, grid, steps, cells):
    """Points of the grid with weights of exactly 1. From coordinates, Devito divides by the spacing, and with its
    -ffast-math that is an approximation: a point of the grid then lies a millionth of a cell beside it."""
    weights = numpy.zeros((len(cells), 2, 2), dtype=numpy.float32)
    weights[:, :, 0] = 1
    return PrecomputedSparseTimeFunction(name=name, grid=grid, npoint=len(cells), nt=steps, r=1,
                                         gridpoints=numpy.array(cells, dtype=numpy.int32),
                                         interpolation_coeffs=weights)


class Problem:
    """The functions of the equation on one grid."""

    def __init__(self, nz, nx, spacing, steps, receivers):
        self.steps, self.taps = steps, taylor_taps(spacing)
        grid = Grid(shape=(nx, nz), extent=(nx - 1, nz - 1), dtype=numpy.float32)
        x, z = grid.dimensions
        self.u = TimeFunction(name="u", grid=grid, time_order=2, space_order=2 * HALF_LENGTH)
        self.v2dt2 = Function(name="v2dt2", grid=grid, space_order=0)
        self.sponge_x = Function(name="sponge_x", dimensions=(x,), shape=(nx,), space_order=0)
        self.sponge_z = Function(name="sponge_z", dimensions=(z,), shape=(nz,), space_order=0)
        self.source = on_grid("src", grid, steps, [[nx // 2, nz // 2]])
        self.traces = on_grid("rec", grid, steps, [[(i * nx) // receivers, 0] for i in range(receivers)])

    def operator(self, options):
        u, taper = self.u, self.sponge_x * self.sponge_z
        laplacian = 2 * self.taps[0] * u
        for k, tap in enumerate(self.taps[1:], 1):
            laplacian += tap * sum(u.shift(d, side * k * d.spacing) for d in u.space_dimensions for side in (-1, 1))
        step = Eq(u.forward, taper * (2 * u - taper * u.backward + self.v2dt2 * laplacian))
        sparse = self.source.inject(field=u.forward, expr=self.source) + self.traces.interpolate(expr=u.forward)
        return Operator([step] + sparse, name="Kernel", opt=("advanced", options))

    def start(self):
        self.u.data[:] = 0
        self.v2dt2.data[:] = SPEED
        self.sponge_x.data[:] = self.sponge_z.data[:] = 1
        self.source.data[:] = SOURCE


def write_code(folder, name, operator, taps):
    folder.joinpath(f"{name}.c").write_text(f"{operator.ccode}\n")
    names = ", ".join(f"ARG_{parameter.name}" for parameter in operator.parameters)
    numbers = ", ".join(f"{tap:.9g}" for tap in taps)
    folder.joinpath(f"{name}_call.h").write_text(f"#define CALL_KERNEL Kernel({names})\n#define TAPS {{{numbers}}}\n")


def tuned_blocks(problem, operator, threads):
    """Block sizes (x, z) that Devito's aggressive tuner takes; none where there is nothing to tune."""
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
    nz, nx, spacing, steps, receivers, threads = map(int, sys.argv[2:])
    problem = Problem(nz, nx, spacing, steps, receivers)
    told = {}
    for name, options in VARIANTS.items():
        began = time.perf_counter()
        operator = problem.operator(options)
        write_code(folder, name, operator, problem.taps)
        blocks = tuned_blocks(problem, operator, threads) if options else {}
        told[name] = {"blocks": blocks, "own_seconds": own_clock(problem, operator, threads, blocks),
                      "made_in_seconds": time.perf_counter() - began}
    compiler = configuration["compiler"]
    told["compiler"] = [str(compiler.CC), *map(str, compiler.cflags), *map(str, compiler.ldflags)]
    print(json.dumps(told))


if __name__ == "__main__":
    main()
