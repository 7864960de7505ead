# label: physics
"""`ladder solve`: the temperature at the end is that of theory and of float64, whatever the border
and the material; what it refuses, in words, with its exit code, and nothing is overwritten."""

import csv
import json
import pathlib

from heat_case import MISSING, HeatCase

if not MISSING:
    import numpy

STAGES = ("fortran", "fortran-omp", "c-general")
UNIT = 2.0**-24  # of rounding in float32
BAR = """
ladder = "heat"
material = {{diffusivity = 1e-4}}
time = {{dt = {dt}, steps = {steps}}}
start = {{kind = "mode", half_waves = [1.5, 0, 0]}}
[grid]
nz = {cells}
nx = 3
ny = 1
spacing = {spacing}
[border]
z_low = "insulated"
x_low = "insulated"
x_high = "insulated"
y_low = "insulated"
y_high = "insulated"
"""

class Solve(HeatCase):
    def test_two_materials_are_those_of_float64(self):
        truth, most = self.truth(), abs(self.start).max()
        self.assertGreater(abs(truth - self.start).max(), 1)
        for stage in STAGES:
            # 23 roundings of u max|T| a step, as HeatCase::rounding counts them; the factor's own
            # is the same in all steps.
            error = abs(self.solve(f"--stage={stage}", "--overwrite") - truth).max()
            self.assertLess(error, 23 * 40 * UNIT * most, stage)

    def test_a_mode_between_insulated_sides_decays_as_the_discrete_equation_says(self):
        """A product of a sine and cosines is an eigenvector, and its factor is known exactly."""
        steps, factor = 60, 0.2 / 0.01**2
        angles = (1.5 * numpy.pi / 27.5, numpy.pi / 20, 2 * numpy.pi / 23)  # y, x, z
        left = 1 - sum(4 * kappa * factor * numpy.sin(angle / 2) ** 2
                       for kappa, angle in zip((6e-5, 3e-5, 1.2e-4), angles))
        y, x, z = numpy.indices((28, 20, 24))
        mode = (10 * numpy.cos(angles[0] * (y + 0.5)) * numpy.cos(angles[1] * (x + 0.5))
                * numpy.sin(angles[2] * z))
        self.assertTrue(0.05 < left**steps < 0.5)
        for stage in STAGES:
            field = self.solve(f"--stage={stage}", "--overwrite", case="heat-rods")
            self.assertLess(abs(field - left**steps * mode).max(),
                            10 * UNIT * (23 * steps + 2), stage)

    def test_halved_cells_have_a_quarter_of_the_error(self):
        """Of the continuous solution of a bar that is insulated at one end: the scheme is of second
        order."""
        errors = []
        for finer in (1, 2):
            cells, spacing, steps = 20 * finer + 1, 0.01 / finer, 200 * finer**2
            length = spacing * (cells - 0.5)
            # The wall is half a cell beyond the first cell: a bar of one length in both grids.
            spacing *= 0.2 / length
            dt = 40.0 / steps
            bar = self.case_file(BAR.format(cells=cells, spacing=spacing, dt=dt, steps=steps))
            field = self.solve("--stage=c-general", "--overwrite", case=bar)
            wave = 1.5 * numpy.pi / 0.2
            z = spacing * (numpy.arange(cells) + 0.5)
            errors.append(abs(field - numpy.exp(-1e-4 * wave**2 * 40) * numpy.cos(wave * z)).max())
        self.assertTrue(3.5 < errors[0] / errors[1] < 4.6, errors)

    def test_a_closed_box_keeps_its_heat(self):
        side = 'y_high = "insulated"'
        closed = self.changed((side, "\n".join(side.replace("y_high", name) for name in (
            "y_high", "x_high", "z_low", "z_high"))))
        field = self.solve(case=closed).astype("float64")
        self.assertGreater(abs(field - self.start).max(), 1)
        self.assertLess(abs(field.mean() - self.start.astype("float64").mean()), 40 * UNIT * 5)

    def test_a_stage_is_right_or_says_why_it_does_not_take_the_case(self):
        run = self.exits(0, "verify", f"--case={self.case}", "--json")
        verdicts = {one["stage"]: one for one in map(json.loads, run.stdout.splitlines())}
        for name in STAGES:
            self.assertEqual(verdicts.pop(name)["verdict"], "right")
        self.assertIn("c-O3", verdicts)
        for one in verdicts.values():
            self.assertEqual(one["verdict"], "skipped", one)

    def test_half_a_run_and_the_rest_from_its_file_are_the_whole_run(self):
        whole = self.solve()
        half = self.solve("--nt=21", output="half.vti")
        rest = self.changed(("start.npy", half.name))
        self.assertEqual(self.solve("--nt=21", "--overwrite", case=rest).tobytes(), whole.tobytes())

    def test_snapshots_and_probes_are_those_of_the_run(self):
        whole = self.solve("--snapshots=16", f"--probes={self.path / 'p.csv'}", "--probe-every=16")
        series = json.loads((self.path / "field_snapshots/series.json").read_text())
        self.assertEqual(series["steps"], [0, 16, 32, 40])
        fields = [numpy.load(self.path / "field_snapshots" / file) for file in series["files"]]
        self.assertEqual(fields[0].tobytes(), self.start.tobytes())
        self.assertEqual(fields[-1].tobytes(), whole.tobytes())
        with open(self.path / "p.csv") as file:
            head, *rows = csv.reader(file)
        self.assertEqual(head, ["step", "time_s", "middle (z 6 x 5 y 3) [K]"])
        self.assertEqual([int(row[0]) for row in rows], series["steps"])
        for row, field, time in zip(rows, fields, series["times"]):
            self.assertEqual((float(row[1]), numpy.float32(row[2])), (time, field[3, 5, 6]))

    def test_a_series_for_paraview_is_listed_with_its_times(self):
        self.solve("--snapshots=20", "--snapshot-format=vti")
        listed = (self.path / "field_snapshots/series.pvd").read_text()
        for time, file in (("0", "t_000000.vti"), ("0.4", "t_000020.vti"), ("0.8", "t_000040.vti")):
            self.assertIn(f'timestep="{time}" part="0" file="{file}"', listed)
            self.assertTrue((pathlib.Path(self.path) / "field_snapshots" / file).is_file())


SHAPE = (r"has 7 x 11 x 13 cells \(z, x, y\), and the grid has 13 x 11 x 7: its shape must be "
         r"\(7, 11, 13\)")
# Of a case with one line changed.
WRONG_CASES = (
    (r"own.toml:11: 'x_left' of \[border\]: unknown key", "x_low", "x_left"),
    (r"own.toml:11: 'x_low' of \[border\]: expected fixed or insulated", 'x_low = "insulated"',
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
WRONG_OPTIONS = (
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
        run = self.ends_with(code, words, "solve", *usual, *arguments)
        self.assertNotIn("unexpected", run.stderr)
        self.assertEqual(sorted(self.path.iterdir()), before)

    def test_lines_of_a_case(self):
        for words, old, new in WRONG_CASES:
            with self.subTest(words):
                self.changed((old, new))
                self.refused(7, words)
        self.solve(case=self.changed(("dt = 0.02", "dt = 0.0357142")))

    def test_options(self):
        for words, *arguments in WRONG_OPTIONS:
            with self.subTest(words):
                self.refused(2, words, *arguments)

    def test_conductivities_that_are_none(self):
        for value in (-1.0, 0.0, float("nan"), 1e20):
            map_with_it = numpy.where(self.map < 1, numpy.float32(value), self.map)
            numpy.save(self.path / "map.npy", map_with_it)
            self.refused(7, r"own.toml:16: 'map' of \[material\]: ")

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

    def test_the_start_is_no_output(self):
        self.refused(7, "is not replaced|input|read", "--output=start.npy", "--overwrite")
        self.assertEqual(numpy.load(self.path / "start.npy").tobytes(), self.start.tobytes())

    def test_stages_that_do_not_take_the_case_are_listed_with_their_words(self):
        self.refused(6, "stage 'c-O3' does not take this case here: it computes one diffusivity",
                     "--stage=c-O3")
        listed = self.ends_with(0, "c-general", "solve", f"--case={self.case}",
                                f"--output={self.path / 'f.npy'}", "--dry-run").stdout
        self.assertRegex(listed, r"c-O3 +no: it computes one diffusivity")
        self.assertRegex(listed, r"c-general +yes")
        self.assertFalse((self.path / "f.npy").exists())
