# label: cli
"""What `ladder solve` refuses: in words, with its exit code, and nothing is overwritten."""

from heat_case import MISSING, HeatCase

if not MISSING:
    import numpy

SHAPE = (r"has 7 x 11 x 13 cells \(z, x, y\), and the grid has 13 x 11 x 7: its shape must be "
         r"\(7, 11, 13\)")
# Of a case with one line changed.
CASES = (
    (r"own.toml:9: 'x_left' of \[border\]: unknown key", "x_low", "x_left"),
    (r"own.toml:9: 'x_low' of \[border\]: expected fixed or insulated", 'x_low = "insulated"',
     'x_low = "open"'),
    ("'diffusivity' of .material.: expected three numbers", "[2.0, 1.0, 0.5]", "[2.0, -1.0, 0.5]"),
    ("expected a number, or three", "[2.0, 1.0, 0.5]", '"copper"'),
    # Three weights on both sides: 0.25 / (2 (2 + 1 + 0.5)) in the middle of the better material.
    ("0.04 s is unstable: the largest stable time step is 0.0357142 s", "dt = 0.02", "dt = 0.04"),
    ("either dt or divisor is given", "dt = 0.02", "dt = 0.02\ndivisor = 7"),
    ("outside of the grid, which ends at 6, 5, 3 m", "[3.0, 2.6, 1.5]", "[3.0, 5.6, 1.5]"),
    ("expected a name without commas", '"middle"', '"a,b"'),
    ("'ladder' of the file: .*wave", 'ladder = "heat"', ""),
)
# Of the case as it is.
OPTIONS = (
    ("writes .csv", "--probes=p.txt"),
    ("--probe-every would have no effect", "--probe-every=2"),
    ("'heat-small' has no probes", "--probes=p.csv", "--case=heat-small"),
    ("computes temperatures", "--case=small"),
    ("--grid=5: the start of 'own' is a file", "--grid=5"),
    ("the run has 40 steps", "--snapshots=50,60"),
    ("--snapshot-format would have no effect", "--snapshot-format=vti"),
    ("writes .npy or .vti", "--output=field.txt"),
    ("runs one stage", "--stage=c-O3,c-general"),
)


class Refused(HeatCase):
    def refused(self, code, words, *arguments):
        given = {one.split("=")[0] for one in arguments}
        usual = [one for one in (f"--case={self.case}", "--output=field.npy")
                 if one.split("=")[0] not in given]
        before = sorted(self.path.iterdir())
        run = self.ends_with(code, words, "solve", *usual, *arguments, cwd=self.path)
        self.assertNotIn("unexpected", run.stderr)
        self.assertEqual(sorted(self.path.iterdir()), before)

    def test_lines_of_a_case(self):
        for words, old, new in CASES:
            with self.subTest(words):
                self.changed((old, new))
                self.refused(7, words)
        self.solve(case=self.changed(("dt = 0.02", "dt = 0.0357142")))

    def test_options(self):
        for words, *arguments in OPTIONS:
            with self.subTest(words):
                self.refused(2, words, *arguments)
        self.refused(7, "there is no folder", "--output=nowhere/field.npy")

    def test_conductivities_that_are_none(self):
        for value in (-1.0, 0.0, float("nan"), 1e20):
            map_with_it = numpy.where(self.map < 1, numpy.float32(value), self.map)
            numpy.save(self.path / "map.npy", map_with_it)
            self.refused(7, r"own.toml:14: 'map' of \[material\]: ")

    def test_files_that_are_no_field_of_the_grid(self):
        for name in ("map.npy", "start.npy"):
            with self.subTest(name):
                kept = (self.path / name).read_bytes()
                numpy.save(self.path / name, self.map.transpose())
                self.refused(7, SHAPE)
                (self.path / name).write_bytes(kept[:-9])
                self.refused(7, "its header announces")
                (self.path / name).unlink()
                self.refused(7, name)
                (self.path / name).write_bytes(kept)

    def test_a_line_without_a_case_or_an_output(self):
        self.ends_with(2, "needs --output", "solve", f"--case={self.case}")
        self.ends_with(2, "needs --case", "solve", f"--output={self.path / 'field.npy'}")

    def test_what_is_there_stays(self):
        (self.path / "field.npy").write_text("mine")
        self.refused(7, "exists and is not replaced")
        self.refused(7, "is not replaced|input|read", "--output=start.npy", "--overwrite")
        self.assertEqual((self.path / "field.npy").read_text(), "mine")
        self.assertEqual(numpy.load(self.path / "start.npy").tobytes(), self.start.tobytes())

    def test_stages_that_do_not_take_the_case_are_listed_with_their_words(self):
        self.refused(6, "stage 'c-O3' does not take this case here: it computes one diffusivity",
                     "--stage=c-O3")
        listed = self.ends_with(0, "c-general", "solve", f"--case={self.case}",
                                f"--output={self.path / 'f.npy'}", "--dry-run").stdout
        self.assertRegex(listed, r"c-O3 +no: it computes one diffusivity")
        self.assertRegex(listed, r"c-general +yes")
        self.assertFalse((self.path / "f.npy").exists())
