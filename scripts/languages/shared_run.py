"""The case and the fields of one run, in the memory that bridge_stage.c shares with a program in
Python. What has a value for each axis has the slowest axis first, see stage_server.py. No maths
here."""

import copy
import mmap
from typing import NamedTuple

import numpy

WAVE, HEAT = 0, 1  # the first value of the shared memory


class Case(NamedTuple):
    half_length: int
    steps: int
    dt: float  # [s]
    spacing: tuple  # [m] of each axis
    taps: tuple  # an array for each axis
    sponges: tuple  # likewise
    v2dt2: numpy.ndarray  # the shape of a field
    wavelets: numpy.ndarray  # [sources, steps]
    sources: numpy.ndarray  # [sources, axes]
    receivers: numpy.ndarray  # [receivers, axes]

    def sizes(self):
        places = len(self.sources), len(self.receivers)
        return *self.v2dt2.shape, self.half_length, self.steps, *places

    def kind(self):
        """What has to be the same for one program to take another case: compiled code may hold
        it."""
        return self.sizes(), *(taps.tobytes() for taps in self.taps)

    def copied(self):
        """On memory of its own: that of a run goes with it."""
        return copy.deepcopy(self)


class HeatCase(NamedTuple):
    shape: tuple  # (ny, nx, nz)
    steps: int
    factor: float  # kappa dt / d^2

    def sizes(self):
        return *self.shape, self.steps

    def kind(self):
        return self.sizes(), self.factor


class Shared:
    """The memory of one run, in the order in which bridge_wave.h and bridge_heat.h lay it out."""

    def __init__(self, file):
        self.values = numpy.frombuffer(mmap.mmap(file, 0), dtype=numpy.float32)
        self.at = 0
        if self.integers(1)[0] == HEAT:
            self.take_heat()
        else:
            self.take_wave()

    def take_heat(self):
        *cells, steps = self.integers(4)
        self.case = HeatCase(tuple(cells[::-1]), steps, float(self.take(1)[0]))
        self.fields = (self.take(*self.case.shape),)
        self.results = self.fields

    def take_wave(self):
        *cells, half_length, steps, sources, receivers = self.integers(7)
        *spacing, dt = map(float, self.take(4))
        taps = [self.take(2 * half_length + 1) for _ in cells]
        sponges = [self.take(count) for count in cells]
        # ladder has z, x and y, and of a plane a single cell along y
        axes = slice(None if cells[2] > 1 else 1, None, -1)
        shape = cells[axes]
        v2dt2, wavelets = self.take(*shape), self.take(sources, steps)
        places = [self.take(count, 3).view(numpy.int32)[:, axes] for count in (sources, receivers)]
        by_axis = (tuple(each[axes]) for each in (spacing, taps, sponges))
        self.case = Case(half_length, steps, dt, *by_axis, v2dt2, wavelets, *places)
        self.fields = self.take(*shape), self.take(*shape)
        self.results = *self.fields, self.take(steps + 1, receivers)

    def integers(self, count):
        return [int(value) for value in self.take(count).view(numpy.int32)]

    def take(self, *shape):
        count = int(numpy.prod(shape))
        self.at += count
        return self.values[self.at - count : self.at].reshape(shape)
