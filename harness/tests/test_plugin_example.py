# label: cli
"""scripts/example: from a clone to the table of an example, on a copy that is kept. The example
plug-ins, in C, Fortran and CUDA, build against an installed ladder, outside the tree, and are found
right."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from missing import compiles_nothing
from source_tree import BUILD, SOURCE, folder_of

WHY_NOT = compiles_nothing("cmake", "cc")
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
        run = [self.clone / "scripts/example", *arguments]
        self.assertEqual(subprocess.run(run, capture_output=True).returncode, code)
        asked = self.clone / "scripts/asked"
        return asked.read_text().splitlines() if asked.exists() else []

    def test_a_routine_of_each_example_is_adopted_recorded_and_shown(self):
        for name in sorted(path.name for path in (SOURCE / EXAMPLES).iterdir() if path.is_dir()):
            with self.subTest(name):
                adopted, recorded, shown = self.run_with(name, "--threads=2")[-3:]
                command, source, routine = adopted.split()
                self.assertEqual(command, "adopt")
                self.assertTrue((self.clone / "build/examples" / name / source).is_file())
                ladder = f"ladders/{routine}"
                self.assertTrue((self.clone / EXAMPLES / name / ladder).is_dir())
                self.assertEqual(recorded, f"record {ladder}")
                self.assertEqual(shown, f"--ladder={ladder} --threads=2")

    def test_what_was_written_into_the_copy_is_kept(self):
        self.run_with("relax")
        mine = self.clone / "build/examples/relax/ladders/smooth/mine.c"
        mine.write_text("mine")
        self.assertEqual(len(self.run_with("relax")), 6)
        self.assertEqual(mine.read_text(), "mine")

    def test_another_name_is_refused(self):
        self.assertEqual(self.run_with("other", code=2), [])


class PluginExample(unittest.TestCase):
    def run_or_fail(self, *command, **options):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              **options)
        self.assertEqual(done.returncode, 0, f"{command[0]} {command[1:]}:\n{done.stdout[-4000:]}")
        return done.stdout

    @unittest.skipIf(WHY_NOT, WHY_NOT)
    def test_it_builds_against_an_installed_tree_and_is_right(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, example = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "example")
            self.run_or_fail("cmake", "--install", str(BUILD), "--prefix", str(prefix))
            shutil.copytree(SOURCE / "harness/problems/wave/plugin_example", example)
            self.run_or_fail("cmake", "-S", str(example), "-B", str(example / "build"),
                             f"-DCMAKE_PREFIX_PATH={prefix}",
                             "-DCMAKE_CUDA_ARCHITECTURES=75-virtual")  # any card takes it
            self.run_or_fail("cmake", "--build", str(example / "build"))
            made = sorted(path.name for path in (example / "build").glob("*.so"))
            self.assertEqual("my_kernel_fortran.so" in made, bool(shutil.which("gfortran")))
            self.assertEqual("my_kernel_cuda.so" in made, bool(shutil.which("nvcc")))
            for name in made:
                with self.subTest(name):
                    self.is_right(name, prefix, example / "build")

    def is_right(self, name, prefix, folder):
        # The installed program finds its own cases: nothing points at the source tree.
        environment = {k: v for k, v in os.environ.items() if k != "LADDER_HOME"}
        done = subprocess.run([str(prefix / "bin/ladder"), "verify", f"--stage=./{name}",
                               "--case=small"], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=folder,
                              env=environment)
        if name == "my_kernel_cuda.so" and done.returncode == 6:
            self.assertRegex(done.stdout, "my-kernel-cuda .* skipped")
            self.skipTest("my_kernel_cuda is built and skipped: no GPU")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn(name.removesuffix(".so").replace("_", "-"), done.stdout)
        self.assertIn("1 right, 0 wrong, 0 skipped", done.stdout)
