# label: cli
# cost: 60
"""The ladders of the example programs: adopted, recorded, and every stage for the host right on the
recorded calls."""

import json
import pathlib
import shutil

import adopted_program
from source_tree import SOURCE, execute

EXAMPLES = SOURCE / "harness/problems/routine/examples"
LADDERS = [("flow2d", "flow2d.F90", "tendencies_x",
            ["c", "c-omp", "do-concurrent", "omp", "openacc"]),
           ("flow2d", "flow2d.F90", "advance", ["c", "omp"]),
           ("column", "moist_column.f90", "moist_column", ["c", "omp"]),
           ("relax", "smooth.f", "smooth", ["c", "c-omp", "omp"])]
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
        for name, source, routine, host_stages in LADDERS:
            with self.subTest(routine):
                tree = self.path / routine
                shutil.copytree(EXAMPLES / name, tree)
                if name == "relax":
                    (tree / "relax.in").write_text("20 129\n")
                self.in_tree(tree, "adopt", source, routine, *SHORT[name])
                self.in_tree(tree, "record", f"ladders/{routine}")
                stages = sorted(path.stem for path in (tree / "ladders" / routine).iterdir()
                                if path.suffix in (".c", ".f90")
                                and path.stem not in ("step0", "recorder", "entry"))
                self.assertEqual(stages, host_stages)
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

    def test_nothing_that_is_generated_is_kept_in_the_tree(self):
        for name, _, routine, stages in LADDERS:
            kept = execute("git", "ls-files", f"{name}/ladders/{routine}", cwd=EXAMPLES)
            if kept.returncode or not kept.stdout:
                self.skipTest("the tree is no git repository")
            names = {pathlib.Path(line).name for line in kept.stdout.split()}
            self.assertLessEqual({"ladder.toml", "cuda.cu", *(
                f"{stage}.{'c' if stage in ('c', 'c-omp') else 'f90'}" for stage in stages)}, names)
            self.assertFalse(names & {"step0.f90", "recorder.f90", f"{routine}.h", "index.json"})
