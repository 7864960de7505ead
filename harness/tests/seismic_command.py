"""What the tests of the seismic commands share."""

from command import Command, ladder

SMALL = ["--case=small", "--stage=c-simd"]


class Seismic(Command):
    def file(self, name):
        return str(self.path / name)

    def shoot(self, *arguments, name="shot.sgy"):
        run = ladder("shoot", *SMALL, *arguments, "--output=%s" % self.file(name))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        return self.file(name)
