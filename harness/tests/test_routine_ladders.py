# label: cli
# cost: 50
"""The ladders of the example programs: adopted, recorded, ported, and every stage for the host is
right on the recorded calls."""

import json
import shutil

import adopted_program
from source_tree import SOURCE

EXAMPLES = SOURCE / "harness/problems/routine/examples"
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
