# label: cli
# room: seismic
"""The example of a foreign Fortran program builds against an installed ladder, outside the tree,
and its shadow finds what it should."""

import os
import shutil
import subprocess
import unittest

from missing import compiles_nothing
from source_tree import BUILD, execute, folder_of

WHY_NOT = compiles_nothing("cmake", "gfortran")


@unittest.skipIf(WHY_NOT, WHY_NOT)
class ShadowExample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls)
        cls.prefix = cls.path / "prefix"
        for command in (["cmake", "--install", BUILD, "--prefix", cls.prefix],
                        ["cmake", "-S", cls.prefix / "share/ladder/shadow_example", "-B",
                         cls.path / "shot", f"-DCMAKE_PREFIX_PATH={cls.prefix}"],
                        ["cmake", "--build", cls.path / "shot"]):
            done = subprocess.run(command, text=True, stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, check=False)
            assert done.returncode == 0, done.stdout[-4000:]

    def shot(self, code=0, **environment):
        clean = {name: value
                 for name, value in os.environ.items() if not name.startswith("LADDER_")}
        run = execute(self.path / "shot/shot", cwd=self.path, timeout=120,
                      env={**clean, **environment}, check=False)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stderr

    @unittest.skipIf(not (BUILD / "build.ninja").exists() or not shutil.which("ninja"),
                     "this build was not made by ninja")
    def test_what_it_links_is_built_by_scripts_ladder(self):
        commands = execute("ninja", "-C", BUILD, "-t", "commands", "program", check=True)
        self.assertIn("-o libladder_shadow.so", commands.stdout)

    def test_without_being_asked_it_says_nothing(self):
        self.assertEqual(self.shot(), "")

    def test_right_stages_are_silent(self):
        for stage in ("c-O3", "c-omp threads=2"):
            self.assertIn("300 steps compared, none differs", self.shot(LADDER_SHADOW=stage))

    def test_a_stage_that_errs_is_found(self):
        printed = self.shot(code=3, LADDER_SHADOW=str(BUILD / "plugins/wrong_at_step_and_cell.so"),
                            WRONG_STEP="211", WRONG_CELL="70,33")
        self.assertRegex(printed, r"first step 211, cell \(z 70, x 33\)")

    def test_a_source_that_is_not_described_is_reported(self):
        printed = self.shot(code=2, LADDER_SHADOW="c-O3", LADDER_SHADOW_FROM="itself")
        self.assertIn("changed its fields between step 1 and step 2", printed)
        printed = self.shot(LADDER_CAPTURE="all.call")
        self.assertRegex(printed,
                         "step 1 captured in .* and no more: the program changed its fields")

    def test_a_captured_step_is_a_case(self):
        self.shot(LADDER_CAPTURE="one.call", LADDER_CAPTURE_STEPS="200")
        done = execute(self.prefix / "bin/ladder", "verify", "--replay=one.call", "--stage=c-O3",
                       cwd=self.path, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("1 right, 0 wrong", done.stdout)
