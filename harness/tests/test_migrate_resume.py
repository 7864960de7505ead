# label: cli
# room: seismic
"""The image and the gathers of `ladder migrate` in the formats of other programs. `ladder migrate
--resume`: no finished shot is lost, whatever ended the run, and none of another run is taken."""

import signal
import struct
import unittest

from command import started, stopped_when
from migration import SHOTS, TRACE, WORDS, Migration
from source_tree import lacks


class Formats(Migration):
    @unittest.skipIf(lacks("segyio"), lacks("segyio"))
    def test_segyio_reads_the_image_and_the_gathers(self):
        import segyio
        for name in ("image.npy", "image.sgy"):
            self.migrate("--offsets-x=2", output=name)
        for name in ("image", "image_hx"):
            with segyio.open(self.path / f"{name}.sgy", ignore_geometry=True) as file:
                self.same_values(tuple(file.trace.raw[:].ravel()), self.values(f"{name}.npy"))
                self.assertEqual(file.bin[segyio.BinField.Interval], 10000)
                self.assertEqual(list(file.attributes(segyio.TraceField.GroupX)[:3]), [0, 10, 20])
        with segyio.open(self.path / "image_hx.sgy", ignore_geometry=True) as file:
            self.assertEqual(sorted(set(file.attributes(segyio.TraceField.GroupY)[:])),
                             [-20, -10, 0, 10, 20])


class Resumed(Migration):
    """A run that is killed resumes after its last finished shot, and ends in the same bits."""

    WORDS = ["--offsets-x=10", "--angles=30", "--image-step=5"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compute("whole.npy", *cls.WORDS)

    def setUp(self):
        super().setUp()
        self.checkpoint = self.path / "image.npy.checkpoint"

    def killed(self):
        """Killed as soon as a shot is in the checkpoint. Returns how many shots are in it."""
        self.killed_when(self.checkpoint.exists, "image.npy", *WORDS, *self.WORDS)
        return int(
            self.checkpoint.read_bytes().split(b"\n", 2)[1].split(b'"shots":')[1].split(b"}")[0])

    def test_after_kill_9(self):
        done = self.killed()
        self.assertGreaterEqual(done, 1)
        self.assertLess(done, SHOTS)
        run = self.migrate(*self.WORDS, "--resume")
        self.assertIn(f"resuming after shot {done} of {SHOTS}", run.stderr)
        self.assertIn(f"{SHOTS - done} shots in", run.stdout)
        self.same_bytes(self.products("image"), self.products("whole"))
        self.assertFalse(self.checkpoint.exists())

    def test_after_each_of_several_kills(self):
        done = self.killed()
        kept = self.checkpoint.read_bytes()
        run = started(*WORDS, *self.WORDS, "--resume", "--output=image.npy", cwd=self.path)
        stopped_when(lambda: not self.checkpoint.exists() or self.checkpoint.read_bytes() != kept,
                     run, signal.SIGKILL)
        if self.checkpoint.exists():  # else the last shot ended it
            again = self.migrate(*self.WORDS, "--resume")
            self.assertRegex(again.stderr, f"resuming after shot [{done + 1}-{SHOTS}] of {SHOTS}")
        self.same_bytes(self.products("image"), self.products("whole"))

    def test_with_other_filters_which_come_after_the_sum(self):
        self.killed()
        self.migrate("--offsets-x=10", "--image-step=5", "--laplacian", "--resume")
        self.migrate("--offsets-x=10", "--image-step=5", "--laplacian", output="sharp.npy")
        self.same_bytes(self.products("image"), self.products("sharp"))

    def test_of_anything_else_is_refused_and_keeps_its_checkpoint(self):
        self.killed()
        data = bytearray((self.path / "survey.sgy").read_bytes())
        data[3600 + TRACE - 1] ^= 1
        (self.path / "other.sgy").write_bytes(data)
        fast = bytearray((self.path / "slow.npy").read_bytes())
        fast[-4:] = struct.pack("<f", 2001)
        (self.path / "fast.npy").write_bytes(fast)
        for what, option in (("survey", "--shots=other.sgy"), ("model", "--model=fast.npy"),
                             ("model", "--sponge=20"),
                             ("model", "--image-step=3"), ("model", "--offsets-x=9"),
                             ("model", "--top=absorbing"),
                             ("model", "--half-length=3"), ("wavelet", "--wavelet=ricker:18")):
            with self.subTest(option):
                given = option.split("=")[0]
                words = [word for word in self.WORDS if word.split("=")[0] != given]
                self.refused(5, f"cannot resume .*: the {what} differs", *words, option, "--resume")

    def test_the_same_survey_by_another_name(self):
        done = self.killed()
        (self.path / "survey.sgy").rename(self.path / "renamed.sgy")
        run = self.migrate(*self.WORDS, "--shots=renamed.sgy", "--resume")
        self.assertIn(f"resuming after shot {done}", run.stderr)

    def test_a_checkpoint_that_was_changed_or_cut_is_refused(self):
        self.killed()
        whole = self.checkpoint.read_bytes()
        for kept in (whole[:-50000] + b"x" + whole[-49999:], whole[:-9], whole[:400],
                     b"my notes\n"):
            self.checkpoint.write_bytes(kept)
            self.refused(7, "is not a usable checkpoint|another kind of file", *self.WORDS,
                         "--resume")

    def test_without_resume_a_checkpoint_is_left_alone(self):
        self.killed()
        self.refused(7, "--resume continues it", *self.WORDS)
        self.migrate(*self.WORDS, "--overwrite")
        self.assertFalse(self.checkpoint.exists())
