# label: cli
# cost: 70
"""The example programs whose routines are adopted hold what their equations promise: budgets, rest,
symmetry, convergence. Their ladders are adopted, recorded, ported, and every stage for the host is
right on the recorded calls."""

import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import adopted_program
from source_tree import SOURCE, execute, folder_of

EXAMPLES = SOURCE / "harness/problems/routine/examples"


class Example(unittest.TestCase):
    name = None
    make_arguments = ()
    wrong = ()  # arguments, and input

    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls) / cls.name
        shutil.copytree(EXAMPLES / cls.name, cls.path)
        cls.make()

    @classmethod
    def make(cls, *arguments):
        execute("make", *cls.make_arguments, *arguments, cwd=cls.path, timeout=300, code=0)

    def run_program(self, *arguments, text="", code=None):
        return execute(f"./{self.name}", *arguments, cwd=self.path, input=text, timeout=120,
                       code=code)

    def printed(self, *arguments, text=""):
        return self.run_program(*arguments, text=text, code=0).stdout

    def values(self, label, text):
        """The numbers behind a label of a report."""
        found = re.search(rf"^\s*{re.escape(label)}((?:\s+[-+.\dE]+)+)\s*$", text, re.MULTILINE)
        self.assertIsNotNone(found, f"no line '{label}' in\n{text}")
        return [float(one) for one in found[1].split()]

    def test_what_is_wrong_is_refused(self):
        for arguments, text in self.wrong:
            self.assertNotEqual(self.run_program(*arguments, text=text).returncode, 0)


class Flow2d(Example):
    name = "flow2d"
    make_arguments = ("GRID=-DCELLS_X=60 -DCELLS_Y=37",)
    wrong = (["x"], ""), (["5", "waves"], "")

    def test_what_must_stay_does_and_the_energy_falls(self):
        """Mass, salt and its bounds, and the symmetry of a flow that begins with it."""
        text = self.printed("60")
        for label in ("mass, relative change", "salt, relative change"):
            self.assertLess(abs(self.values(label, text)[0]), 1e-13)
        least, most = self.values("salinity, least and most", text)
        self.assertGreater(least, 30 - 1e-9)
        self.assertLess(most, 35 + 1e-9)
        self.assertLess(self.values("asymmetry of depth [m]", text)[0], 1e-10)
        self.assertGreater(self.values("largest velocity [m/s]", text)[0], 0.1)
        energies = [float(one) for one in re.findall(r"^step.*energy\s+(\S+)$", text, re.MULTILINE)]
        self.assertEqual(len(energies), 5)
        self.assertEqual(energies, sorted(energies, reverse=True))
        self.assertLess(energies[-1], energies[0])

    def test_a_lake_at_rest_over_a_ridge_stays_at_rest(self):
        self.assertLess(self.values("largest velocity [m/s]", self.printed("60", "rest"))[0], 1e-11)

class Column(Example):
    name = "column"
    wrong = (["0"], ""), (["5", "other"], "")

    def test_each_column_keeps_its_water_and_its_enthalpy_and_the_schemes_differ(self):
        rains = set()
        for scheme in ("sundqvist", "kessler"):
            text = self.printed("20", scheme)
            self.assertLess(self.values("water, worst change of a column [kg/m^2]", text)[0], 1e-12)
            # of 3e9
            self.assertLess(self.values("enthalpy, worst change of a column [J/m^2]", text)[0],
                            1e-4)
            # nothing is negative but for rounding, and covers are shares
            self.assertGreater(self.values("least vapour, liquid, ice [kg/kg]", text)[0], -1e-18)
            least, most = self.values("cover, least and most", text)
            self.assertTrue(0 <= least < most <= 1)
            rains.add(self.values("rain and snow on the ground [kg/m^2]", text)[0])
        self.assertEqual(len(rains), 2)

    def test_every_kind_of_column_and_both_precipitations_occur(self):
        text = self.printed("100")
        for label in ("columns clear, layers, convection, both",
                      "rain and snow on the ground [kg/m^2]"):
            self.assertGreater(min(self.values(label, text)), 0, label)

class Relax(Example):
    name = "relax"
    wrong = tuple(([], text) for text in ("", "x\n", "3 8\n", "3 1000\n"))

    def residuals(self, text):
        return [float(one) for one in re.findall(r"^CYCLE.*RESIDUAL\s+(\S+)$", text, re.MULTILINE)]

    def test_each_cycle_takes_the_residual_down_until_rounding_bounds_it(self):
        for points, rounding in ((17, 1e-4), (129, 1e-2)):
            found = self.residuals(self.printed(text=f"8 {points}\n"))
            self.assertEqual(len(found), 9)
            for before, after in zip(found, found[1:]):
                self.assertTrue(after < 0.5 * before or after < rounding, found)
            self.assertLess(found[-1], rounding)

    def test_temperatures_lie_between_the_border_and_the_source(self):
        least, most = re.search(r"LEAST\s+(\S+)\s+MOST\s+(\S+)",
                                self.printed(text="8 65\n")).groups()
        self.assertEqual(float(least), 0)
        self.assertTrue(0.25 < float(most) < 0.5)

    def test_the_counters_of_the_common_block_are_kept(self):
        text = self.printed(text="3 33\n")
        sweeps = int(re.search(r"SWEEPS\s+(\d+)", text)[1])
        self.assertEqual(sweeps, 3 * (2 * 2 * 3 + 20))  # four levels: 33, 17, 9, 5


class Makefiles(unittest.TestCase):
    def test_flags_are_the_owners_and_clean_leaves_the_sources_alone(self):
        for folder in (path.parent for path in sorted(EXAMPLES.glob("*/Makefile"))):
            with self.subTest(folder.name), tempfile.TemporaryDirectory() as copy:
                path = pathlib.Path(copy) / folder.name
                shutil.copytree(folder, path)
                before = sorted(one.name for one in path.iterdir())
                done = execute("make", "FFLAGS=-O0 -fcheck=bounds", cwd=path, timeout=300, code=0)
                self.assertIn("-O0 -fcheck=bounds", done.stdout)
                self.assertNotIn("-O2", done.stdout)
                subprocess.run(["make", "clean"], cwd=path, check=True, capture_output=True)
                self.assertEqual(sorted(one.name for one in path.iterdir()), before)


del Example  # its own tests are those of the programs


WRITTEN = ["c", "c-omp", "omp"]  # by `ladder port`
LADDERS = [("flow2d", "flow2d.F90", "tendencies_x", ["do-concurrent", "openacc"]),
           ("flow2d", "flow2d.F90", "advance", []),
           ("column", "moist_column.f90", "moist_column", []),
           ("relax", "smooth.f", "smooth", [])]
GRID = "-DCELLS_X=60 -DCELLS_Y=37"
SHORT = {"flow2d": [f"--build=make GRID='{GRID}'", f"--flags=-O2 {GRID}", "--run=./flow2d 20"],
         "column": ["--run=./column 2", "--calls=1,2,last"],
         "relax": ["--calls=1,2,6,150"]}  # the sixth is on the coarsest of six grids


class Ladders(adopted_program.Adopting):
    def setUp(self):
        super().setUp()
        self.environment["OMP_NUM_THREADS"] = "2"

    def in_tree(self, tree, *arguments, code=0):
        return self.exits(code, *arguments, cwd=tree, env=self.environment).stdout

    def test_every_host_stage_is_right(self):
        for name, source, routine, by_hand in LADDERS:
            with self.subTest(routine):
                tree = self.path / routine
                shutil.copytree(EXAMPLES / name, tree)
                if name == "relax":
                    (tree / "relax.in").write_text("20 129\n")
                self.in_tree(tree, "adopt", source, routine, *SHORT[name])
                self.in_tree(tree, "record", f"ladders/{routine}")
                self.in_tree(tree, "port", *WRITTEN, "--write-only", f"--ladder=ladders/{routine}")
                stages = sorted(path.stem for path in (tree / "ladders" / routine).iterdir()
                                if path.suffix in (".c", ".f90")
                                and path.stem not in ("step0", "recorder", "entry"))
                self.assertEqual(stages, sorted([*WRITTEN, *by_hand]))
                rows = [json.loads(line)
                        for line in self.in_tree(tree, "verify", f"--ladder=ladders/{routine}",
                                                f"--stage={','.join(stages)}",
                                                "--json").splitlines()]
                self.assertEqual({row["stage"]: row["verdict"] for row in rows if "stage" in row},
                                 dict.fromkeys(stages, "right"))
                if name == "relax":
                    self.a_border_of_zeros_that_is_not_written_is_wrong(tree)

    def a_border_of_zeros_that_is_not_written_is_wrong(self, tree):
        """The residual was zero there before each recorded call, too."""
        ladder = tree / "ladders/smooth"
        text = (ladder / "c.c").read_text()
        mutated = text.replace("for (int i = 1; i <= m; ++i)", "for (int i = 1; i < m; ++i)")
        self.assertNotEqual(mutated, text)
        (ladder / "border.c").write_text(mutated)
        shown = self.in_tree(tree, "verify", "--ladder=ladders/smooth", "--stage=border", code=3)
        self.assertRegex(shown, r"border +WRONG.* with noise: res\(")
