# label: cli
# room: seismic
"""The image and the gathers of `ladder migrate` for other programs. `--resume`: no finished shot is
lost, whatever ended the run, and none of another run is taken. What is refused: in words, with its
exit code, before anything is computed, and no byte is changed."""

import json
import signal
import struct
import unittest

from command import started, stopped_when
from migration import FAST, NX, NZ, SAMPLES, SHOTS, SLOW, TRACE, WORDS, Migration, write_npy
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
        data = self.survey
        data[3600 + TRACE - 1] ^= 1
        fast = bytearray((self.path / "slow.npy").read_bytes())
        fast[-4:] = struct.pack("<f", 2001)
        (self.path / "fast.npy").write_bytes(fast)
        for what, option in (("survey", self.shots(data)), ("model", "--model=fast.npy"),
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


class Refused(Migration):
    def test_what_is_not_given(self):
        for option, words in (("--model", "needs --model=FILE"), ("--shots", "needs --shots=FILE"),
                              ("--wavelet", "needs --wavelet"),
                              ("--spacing", "does not state its cell size: give --spacing")):
            self.refused(2, words, without=option)
        self.ends_with(2, "needs --output=FILE", "migrate")

    def test_models_that_are_none(self):
        self.refused(7, "nothing.npy", "--model=nothing.npy")
        self.refused(7, "is text, and no model", "--model=two.toml")
        (self.path / "raw.f32").write_bytes(struct.pack("<60f", *[SLOW] * 60))
        self.refused(7, "is not a .npy, .vti", "--model=raw.f32")
        write_npy(self.path / "cube.npy", [SLOW] * 60, (3, 4, 5))
        self.refused(7, "two dimensions", "--model=cube.npy")

    def test_surveys_that_are_none(self):
        self.refused(7, "nothing.sgy", "--shots=nothing.sgy")
        self.refused(7, "must end in .sgy", "--shots=two.toml")
        one = self.survey[:3600 + 240]
        one[3212:3214] = (1).to_bytes(2, "big")  # traces of a shot
        self.refused(7, "shot 1: all 1 traces are zero", self.shots(one + bytes(4 * SAMPLES)))

    def test_places_outside_the_model(self):
        self.refused(7, "360 of the survey's 360|4 of the survey's 4 sources are outside the model",
                     self.with_field(73, 5000))
        self.refused(7, "360 of the survey's 360 receivers are outside the model, x = 0 to 890 m",
                     self.with_field(81, -20))
        self.refused(7, "are outside the model", "--spacing=5")
        self.refused(7, "are outside the model", "--gather-scalar=100")

    def test_a_survey_that_is_no_line(self):
        self.refused(7, "shot 1 is not on one line along x: y goes from 0 to 300 m",
                     self.with_field(85, 300, traces=1))

    def test_settings_that_cannot_be(self):
        for words, arguments in (("expected the size of the cells", ["--spacing=ten"]),
                                 ("expected the size of the cells", ["--spacing=0"]),
                                 ("expected ricker:HZ", ["--wavelet=ricker:fast"]),
                                 ("--angles needs --offsets-x", ["--angles=30"]),
                                 ("offsets are limited to 44", ["--offsets-x=45"]),
                                 ("there would be no image", ["--image-step=401"]),
                                 ("add --offsets-x or --offsets-z", ["--offset-step=2"]),
                                 ("only offset 0 would be kept",
                                  ["--offsets-x=3", "--offset-step=4"]),
                                 ("takes one case", ["--half-length=3,4"]),
                                 ("xz or zx", ["--axes=yxz"]),
                                 ("writes .rsf", [])):
            self.refused(2, words, *arguments, output="image.txt" if not arguments else "image.npy")

    def test_a_depth_step_that_segy_cannot_hold(self):
        write_npy(self.path / "wide.npy", [SLOW] * 600, (30, 20))
        self.refused(7, "'image.sgy' cannot hold a depth step of 40 m", "--model=wide.npy",
                     "--spacing=40", output="image.sgy")

    def test_several_stages(self):
        self.refused(2, "runs one stage", "--stage=fortran,fortran")


class Planned(Migration):
    def test_places_between_cells_are_moved_and_that_is_said(self):
        run = self.migrate(self.with_field(81, 3, traces=1))  # x of the first receiver, from 0
        self.assertRegex(run.stderr,
                         "1 of 360 receivers were moved to the nearest cell, by at most 3 m")

    def test_a_dry_run_writes_nothing_and_names_all_products(self):
        before = sorted(path.name for path in self.path.iterdir())
        run = self.migrate("--dry-run", "--json", "--offsets-x=2", "--angles=10")
        printed = json.loads(run.stdout)
        self.assertEqual(printed["products"], [
            "image.npy", "image.npy.json", "image_illumination.npy", "image_illumination.npy.json",
            "image_hx.npy", "image_hx.npy.json", "image_angles.npy", "image_angles.npy.json"])
        self.assertEqual(printed["shots"], 4)
        self.assertEqual(sorted(path.name for path in self.path.iterdir()), before)

    def test_a_dry_run_tells_what_each_stage_takes(self):
        run = self.run_in("--dry-run", "--json", "--offsets-x=2", without="--stage", code=0)
        printed = json.loads(run.stdout)
        stages = {one["stage"]: one for one in printed["stages"]}
        self.assertIn(f"stage {printed['stage']}: ", run.stderr)
        # 150 x 90 cells of 4 bytes, with the borders of 30 cells; the driver keeps them at each
        # image time.
        self.assertEqual(stages["c-omp"]["host_bytes"], 4 * 150 * 90 * printed["images"])
        self.assertEqual(stages["c-omp"]["forward_steps"], printed["steps"])
        self.assertGreater(stages["c-checkpoints"]["forward_steps"], printed["steps"])
        self.assertLess(stages["c-checkpoints"]["host_bytes"], stages["c-omp"]["host_bytes"])
        text = self.run_in("--dry-run", "--offsets-x=2").stdout
        self.assertRegex(text, r"fortran +0 bytes +\S+ MB +400 .*chosen")

    def test_a_model_of_other_order_and_unit_gives_the_same_image(self):
        values = [(SLOW if z < 35 else FAST) for x in range(NX) for z in range(NZ)]
        turned = [values[x * NZ + z] / 1000 for z in range(NZ) for x in range(NX)]
        write_npy(self.path / "xz.npy", values, (NX, NZ))
        write_npy(self.path / "zx.npy", turned, (NZ, NX))
        self.migrate("--model=xz.npy", output="a.npy")
        self.migrate("--model=zx.npy", "--axes=zx", "--units=km/s", output="b.npy")
        image = self.values("b.npy")  # in the axes of the input
        self.same_values(self.values("a.npy"),
                         [image[z * NX + x] for x in range(NX) for z in range(NZ)])
