"""What the tests of the seismic commands share."""

from command import Command

SMALL = ["--case=small", "--stage=c-simd"]


class Seismic(Command):
    def file(self, name):
        return str(self.path / name)

    def shoot(self, *arguments, name="shot.sgy"):
        self.exits(0, "shoot", *SMALL, *arguments, "--output=%s" % self.file(name))
        return self.file(name)
