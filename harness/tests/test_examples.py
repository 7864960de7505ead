# label: cli
# room: seismic
"""scripts/example: from a clone to the table of an example, on a copy that is kept. The example
plug-ins, in C, Fortran and CUDA, and the example of a foreign Fortran program build against an
installed ladder, outside the tree: the plug-ins are found right, and the shadow finds what it
should."""

import functools
import os
import pathlib
import shutil
import tempfile
import unittest

from source_tree import BUILD, SOURCE, compiles_nothing, execute, folder_of

WHY_NOT = compiles_nothing("cmake", "cc")
NO_FORTRAN = compiles_nothing("cmake", "gfortran")
EXAMPLES = "harness/problems/routine/examples"


class Example(unittest.TestCase):
    def setUp(self):
        self.clone = folder_of(self)
        shutil.copytree(SOURCE / EXAMPLES, self.clone / EXAMPLES)
        (self.clone / "scripts").mkdir()
        shutil.copy(SOURCE / "scripts/example", self.clone / "scripts")
        ladder = self.clone / "scripts/ladder"  # notes what it is asked for
        ladder.write_text('#!/bin/sh\necho "$*" >> "$(dirname "$0")/asked"\n')
        ladder.chmod(0o755)

    def run_with(self, *arguments, code=0):
        self.assertEqual(execute(self.clone / "scripts/example", *arguments).returncode, code)
        asked = self.clone / "scripts/asked"
        return asked.read_text().splitlines() if asked.exists() else []

    def test_a_routine_of_each_example_is_adopted_recorded_ported_and_shown(self):
        for name in sorted(path.name for path in (SOURCE / EXAMPLES).iterdir() if path.is_dir()):
            with self.subTest(name):
                adopted, recorded, ported, shown = self.run_with(name, "--threads=2")[-4:]
                command, source, routine = adopted.split()
                self.assertEqual(command, "adopt")
                self.assertTrue((self.clone / "build/examples" / name / source).is_file())
                ladder = f"ladders/{routine}"
                self.assertTrue((self.clone / EXAMPLES / name / ladder).is_dir())
                self.assertEqual(recorded, f"record {ladder}")
                self.assertEqual(ported, f"port c c-omp omp --write-only --ladder={ladder}")
                self.assertEqual(shown, f"--ladder={ladder} --threads=2")

    def test_what_was_written_into_the_copy_is_kept(self):
        self.run_with("relax")
        mine = self.clone / "build/examples/relax/ladders/smooth/mine.c"
        mine.write_text("mine")
        self.assertEqual(len(self.run_with("relax")), 8)
        self.assertEqual(mine.read_text(), "mine")

    def test_another_name_is_refused(self):
        self.assertEqual(self.run_with("other", code=2), [])


@functools.cache
def installed():
    """The prefix of an installation, which lasts as long as these tests."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    execute("cmake", "--install", BUILD, "--prefix", folder.name, code=0)
    return pathlib.Path(folder.name)


def built(source, folder, *options):
    """The folder in which an example was built against the installation."""
    execute("cmake", "-S", source, "-B", folder, f"-DCMAKE_PREFIX_PATH={installed()}", *options,
            code=0)
    execute("cmake", "--build", folder, code=0)
    return folder


def without_settings(**more):
    """An environment in which nothing points at the source tree."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("LADDER_")}
    return {**clean, **more}


@unittest.skipIf(WHY_NOT, WHY_NOT)
class PluginExample(unittest.TestCase):
    def test_it_builds_against_an_installed_tree_and_is_right(self):
        example = folder_of(self) / "example"
        shutil.copytree(SOURCE / "harness/problems/wave/plugin_example", example)
        # any card takes this architecture
        folder = built(example, example / "build", "-DCMAKE_CUDA_ARCHITECTURES=75-virtual")
        made = sorted(path.name for path in folder.glob("*.so"))
        self.assertEqual("my_kernel_fortran.so" in made, bool(shutil.which("gfortran")))
        self.assertEqual("my_kernel_cuda.so" in made, bool(shutil.which("nvcc")))
        for name in made:
            with self.subTest(name):
                self.is_right(name, folder)

    def is_right(self, name, folder):
        done = execute(installed() / "bin/ladder", "verify", f"--stage=./{name}", "--case=small",
                       cwd=folder, env=without_settings())
        if name == "my_kernel_cuda.so" and done.returncode == 6:
            self.assertRegex(done.stdout + done.stderr, "my-kernel-cuda .* skipped")
            self.skipTest("my_kernel_cuda is built and skipped: no GPU")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(name.removesuffix(".so").replace("_", "-"), done.stdout)
        self.assertIn("1 right, 0 wrong, 0 skipped", done.stdout)


@unittest.skipIf(NO_FORTRAN, NO_FORTRAN)
class ShadowExample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls)
        cls.prefix = installed()
        built(cls.prefix / "share/ladder/shadow_example", cls.path / "shot")

    def shot(self, code=0, **environment):
        run = execute(self.path / "shot/shot", cwd=self.path, timeout=120,
                      env=without_settings(**environment), code=code)
        return run.stderr

    @unittest.skipIf(not (BUILD / "build.ninja").exists() or not shutil.which("ninja"),
                     "this build was not made by ninja")
    def test_what_it_links_is_built_by_scripts_ladder(self):
        commands = execute("ninja", "-C", BUILD, "-t", "commands", "program", check=True)
        self.assertIn("-o libladder_shadow.so", commands.stdout)

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
