# label: cli
"""What `ladder solve` refuses: in words, with its exit code, and nothing is overwritten."""

from heat_case import MISSING, HeatCase

if not MISSING:
    import numpy


class Refused(HeatCase):
    def refused(self, code, words, *arguments, case=None, output="field.npy"):
        run = self.ends_with(
            code,
            words,
            "solve",
            f"--case={case or self.case}",
            f"--output={self.path / output}",
            *arguments,
        )
        self.assertNotIn("unexpected", run.stderr)
        self.assertFalse((self.path / output).exists())

    def test_borders_that_are_none(self):
        self.refused(
            7,
            r"own.toml:9: 'x_left' of \[border\]: unknown key",
            case=self.changed(("x_low", "x_left")),
        )
        self.refused(
            7,
            r"own.toml:9: 'x_low' of \[border\]: expected fixed or insulated",
            case=self.changed(('x_low = "insulated"', 'x_low = "open"')),
        )

    def test_conductivities_that_are_none(self):
        for value in (-1.0, 0.0, float("nan"), 1e20):
            numpy.save(
                self.path / "map.npy", numpy.where(self.map < 1, numpy.float32(value), self.map)
            )
            self.refused(7, r"own.toml:14: 'map' of \[material\]: ")
        self.refused(
            7,
            "'diffusivity' of .material.: expected three numbers",
            case=self.changed(("[2.0, 1.0, 0.5]", "[2.0, -1.0, 0.5]")),
        )
        self.refused(
            7, "expected a number, or three", case=self.changed(("[2.0, 1.0, 0.5]", '"copper"'))
        )

    def test_files_that_are_no_field_of_the_grid(self):
        for name in ("map.npy", "start.npy"):
            with self.subTest(name):
                kept = (self.path / name).read_bytes()
                numpy.save(self.path / name, self.map.transpose())
                self.refused(
                    7,
                    r"has 7 x 11 x 13 cells \(z, x, y\), and the grid has 13 x 11 x 7: its shape "
                    r"must be \(7, 11, 13\)",
                )
                (self.path / name).write_bytes(kept[:-9])
                self.refused(7, "its header announces")
                (self.path / name).unlink()
                self.refused(7, name)
                (self.path / name).write_bytes(kept)

    def test_a_time_step_beyond_the_limit_with_the_largest_that_would_do(self):
        # Three weights on both sides: 0.25 / (2 (2 + 1 + 0.5)) in the middle of the better
        # material.
        self.refused(
            7,
            "0.04 s is unstable: the largest stable time step is 0.0357142 s",
            case=self.changed(("dt = 0.02", "dt = 0.04")),
        )
        self.solve(case=self.changed(("dt = 0.02", "dt = 0.0357142")))

    def test_two_time_steps(self):
        self.refused(
            7,
            "either dt or divisor is given",
            case=self.changed(("dt = 0.02", "dt = 0.02\ndivisor = 7")),
        )

    def test_probes_that_are_none(self):
        self.refused(
            7,
            "outside of the grid, which ends at 6, 5, 3 m",
            case=self.changed(("[3.0, 2.6, 1.5]", "[3.0, 5.6, 1.5]")),
        )
        self.refused(7, "expected a name without commas", case=self.changed(('"middle"', '"a,b"')))
        self.refused(
            2, "'heat-small' has no probes", f"--probes={self.path / 'p.csv'}", case="heat-small"
        )
        self.refused(2, "writes .csv", f"--probes={self.path / 'p.txt'}")
        self.refused(2, "--probe-every would have no effect", "--probe-every=2")

    def test_a_file_that_names_no_ladder(self):
        self.refused(7, "'ladder' of the file: .*wave", case=self.changed(('ladder = "heat"', "")))

    def test_a_line_without_a_case_or_an_output(self):
        self.ends_with(2, "needs --output", "solve", f"--case={self.case}")
        self.ends_with(2, "needs --case", "solve", f"--output={self.path / 'field.npy'}")

    def test_other_problems(self):
        self.refused(2, "computes temperatures", case="small")

    def test_a_grid_that_a_file_does_not_have(self):
        self.refused(2, "--grid=5: the start of 'own' is a file", "--grid=5")

    def test_outputs_that_are_none(self):
        self.refused(2, "writes .npy or .vti", output="field.txt")
        self.refused(7, "there is no folder", output="nowhere/field.npy")
        self.refused(2, "the run has 40 steps", "--snapshots=50,60")
        self.refused(2, "--snapshot-format would have no effect", "--snapshot-format=vti")

    def test_what_is_there_stays(self):
        kept = self.path / "field.npy"
        kept.write_text("mine")
        self.ends_with(
            7, "exists and is not replaced", "solve", f"--case={self.case}", f"--output={kept}"
        )
        self.ends_with(
            7,
            "is not replaced|input|read",
            "solve",
            f"--case={self.case}",
            f"--output={self.path / 'start.npy'}",
            "--overwrite",
        )
        self.assertEqual(kept.read_text(), "mine")
        self.assertEqual(numpy.load(self.path / "start.npy").tobytes(), self.start.tobytes())

    def test_stages_that_do_not_take_the_case_are_listed_with_their_words(self):
        self.refused(
            6,
            "stage 'c-O3' does not take this case here: it computes one diffusivity",
            "--stage=c-O3",
        )
        self.refused(2, "runs one stage", "--stage=c-O3,c-general")
        listed = self.ends_with(
            0,
            "c-general",
            "solve",
            f"--case={self.case}",
            f"--output={self.path / 'f.npy'}",
            "--dry-run",
        ).stdout
        self.assertRegex(listed, r"c-O3 +no: it computes one diffusivity")
        self.assertRegex(listed, r"c-general +yes")
        self.assertFalse((self.path / "f.npy").exists())
