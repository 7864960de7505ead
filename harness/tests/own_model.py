"""What the tests of models without a case share: a small model, and gathers held against each
other."""

import pathlib
import unittest

from command import Command
from source_tree import lacks

try:
    import numpy
except ImportError:
    numpy = None

STAGE = "--stage=c-O3"
NX, NZ, SPACING = 60, 44, 12.5


def velocities():
    """[x][z] in m/s, whole numbers, faster with depth, and no two axes alike."""
    x, z = numpy.meshgrid(numpy.arange(NX), numpy.arange(NZ), indexing="ij")
    return (1500 + 30 * z + 5 * ((x * 7) % 11)).astype("<f4")


def samples_of(path):
    """Trace headers and samples of a SEG-Y file; its text says the name of the case."""
    return pathlib.Path(path).read_bytes()[3600:]


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class OwnModel(Command):
    def file(self, name):
        return str(self.path / name)

    def model(self, name="vp.npy", values=None):
        numpy.save(self.file(name), velocities() if values is None else values)
        return self.file(name)

    def shot(self, name, *arguments, stage=STAGE):
        """The samples of a shot, kept under that name."""
        self.exits(0, "shoot", stage, *arguments, f"--output={self.file(name)}")
        return samples_of(self.file(name))
