"""A heat case as a file, and its step in float64, for the tests of `ladder solve`."""

import unittest

from command import Command
from source_tree import lacks

MISSING = lacks("numpy")
if not MISSING:
    import numpy

SHAPE = (7, 11, 13)  # y, x, z
CASE = """
ladder = "heat"
start = {kind = "file", file = "start.npy"}
probe = [{name = "middle", at = [3.0, 2.6, 1.5]}]
[grid]
nz = 13
nx = 11
ny = 7
spacing = 0.5
[border]
x_low = "insulated"
y_low = "insulated"
y_high = "insulated"
[material]
diffusivity = [2.0, 1.0, 0.5]
map = "map.npy"
[time]
steps = 40
dt = 0.02
"""

@unittest.skipIf(MISSING, f"without {MISSING}")
class HeatCase(Command):
    """Two materials, of which one conducts 50 times better, and an own start."""

    def setUp(self):
        super().setUp()
        y, x, z = numpy.indices(SHAPE)
        self.map = numpy.where(x + z < 12, 1.0, 0.02).astype("float32")
        self.start = numpy.random.default_rng(39).uniform(-5, 5, SHAPE).astype("float32")
        numpy.save(self.path / "map.npy", self.map)
        numpy.save(self.path / "start.npy", self.start)
        self.case = self.changed()

    def changed(self, *changes):
        return self.case_file(CASE, *changes, name="own.toml")

    def solve(self, *arguments, case=None, output="field.npy"):
        self.exits(0, "solve", f"--case={case or self.case}", f"--output={self.path / output}",
                   *arguments)
        return numpy.load(self.path / output) if output.endswith(".npy") else self.path / output

    def truth(self):
        """The equation of harness/problems/heat/heat.h on the whole arrays, axis by axis."""
        now, insulated = self.start.astype("float64"), {0: (1, 1), 1: (1, 0), 2: (0, 0)}
        weights = [0.02 * kappa / 0.25 for kappa in (0.5, 1.0, 2.0)]  # y, x, z
        stays = numpy.zeros(SHAPE, dtype=bool)
        for axis, sides in insulated.items():
            for side, free in zip((0, -1), sides):
                numpy.moveaxis(stays, axis, 0)[side] |= not free
        for _ in range(40):
            change = numpy.zeros(SHAPE)
            for axis, weight in enumerate(weights):
                t, k, c = (numpy.moveaxis(one, axis, 0)
                           for one in (now, self.map.astype("float64"), change))
                flux = weight * 2 * k[1:] * k[:-1] / (k[1:] + k[:-1]) * (t[1:] - t[:-1])
                c[:-1] += flux
                c[1:] -= flux
            now = numpy.where(stays, now, now + change)
        return now
