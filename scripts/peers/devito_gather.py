"""A gather of another program: the case of line_case.py by Devito, as its user would write it, into
a SEG-Y file.

usage: devito_gather.py FILE.sgy HALF_LENGTH

It needs a Python with Devito and segyio: devito_requirements.txt.
"""

import sys

import numpy
import segyio
from devito import Eq, Grid, Operator, SparseTimeFunction, TimeFunction, solve

from line_case import DEPTH, DT, NX, PEAK, SAMPLES, SOURCE_X, SPACING, VELOCITY

PAD = 200  # cells on all sides: what the border sends back comes after the last sample


def ricker():
    a = (numpy.pi * PEAK * (numpy.arange(SAMPLES) * DT - 1.2 / PEAK)) ** 2
    return (1 - 2 * a) * numpy.exp(-a)


def traces(half_length):
    """[receiver][sample]: one receiver in every column."""
    cells = (NX + 2 * PAD, 2 * PAD + 1)
    grid = Grid(shape=cells, extent=tuple((n - 1) * SPACING for n in cells), dtype=numpy.float32)
    u = TimeFunction(name="u", grid=grid, time_order=2, space_order=2 * half_length)
    source = SparseTimeFunction(name="src", grid=grid, npoint=1, nt=SAMPLES)
    line = SparseTimeFunction(name="rec", grid=grid, npoint=NX, nt=SAMPLES)
    source.coordinates.data[0] = (PAD * SPACING + SOURCE_X, PAD * SPACING)
    line.coordinates.data[:, 0] = (PAD + numpy.arange(NX)) * SPACING
    line.coordinates.data[:, 1] = PAD * SPACING
    source.data[:, 0] = ricker()
    step = Eq(u.forward, solve(u.dt2 - VELOCITY**2 * u.laplace, u.forward))
    inject = source.inject(field=u.forward, expr=source * (VELOCITY * DT / SPACING) ** 2)
    Operator([step] + inject + line.interpolate(expr=u))(time_m=0, time_M=SAMPLES - 2, dt=DT)
    return numpy.array(line.data[:]).T


def write(path, half_length):
    spec = segyio.spec()
    spec.format, spec.tracecount = 5, NX
    spec.samples = numpy.arange(SAMPLES) * 1000 * DT
    values = traces(half_length)
    with segyio.create(path, spec) as file:
        file.bin[segyio.BinField.Interval] = round(1e6 * DT)
        for i in range(NX):
            file.header[i] = {segyio.su.tracl: i + 1, segyio.su.trid: 1, segyio.su.scalel: 1,
                              segyio.su.scalco: 1,
                              segyio.su.sx: round(SOURCE_X), segyio.su.sdepth: round(DEPTH),
                              segyio.su.gx: round(i * SPACING), segyio.su.gelev: -round(DEPTH),
                              segyio.su.ns: SAMPLES, segyio.su.dt: round(1e6 * DT)}
            file.trace[i] = values[i].astype(numpy.float32)


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]))
