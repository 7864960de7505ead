# label: physics
"""`ladder solve`: the temperature at the end is that of theory and of float64, whatever the border
and the material."""

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
[material]
diffusivity = 1e-4
[time]
dt = {dt}
steps = {steps}
[start]
kind = "mode"
half_waves = [1.5, 0, 0]
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
        left = 1 - sum(
            4 * kappa * factor * numpy.sin(angle / 2) ** 2
            for kappa, angle in zip((6e-5, 3e-5, 1.2e-4), angles)
        )
        y, x, z = numpy.indices((28, 20, 24))
        mode = (
            10
            * numpy.cos(angles[0] * (y + 0.5))
            * numpy.cos(angles[1] * (x + 0.5))
            * numpy.sin(angles[2] * z)
        )
        self.assertTrue(0.05 < left**steps < 0.5)
        for stage in STAGES:
            field = self.solve(f"--stage={stage}", "--overwrite", case="heat-rods")
            self.assertLess(
                abs(field - left**steps * mode).max(), 10 * UNIT * (23 * steps + 2), stage
            )

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
            bar = self.write(
                BAR.format(cells=cells, spacing=spacing, dt=dt, steps=steps), "bar.toml"
            )
            field = self.solve("--stage=c-general", "--overwrite", case=bar)
            wave = 1.5 * numpy.pi / 0.2
            z = spacing * (numpy.arange(cells) + 0.5)
            errors.append(abs(field - numpy.exp(-1e-4 * wave**2 * 40) * numpy.cos(wave * z)).max())
        self.assertTrue(3.5 < errors[0] / errors[1] < 4.6, errors)

    def test_a_closed_box_keeps_its_heat(self):
        closed = self.changed(
            (
                'y_high = "insulated"',
                'y_high = "insulated"\nx_high = "insulated"\nz_low = "insulated"\n'
                'z_high = "insulated"',
            )
        )
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
