# label: cli
"""A stage file under a new name is a new stage, with no other edit."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from missing import compiles_nothing
from source_tree import SOURCE

WHY_NOT = compiles_nothing("cmake", "ninja", "c++", "gfortran")
WHAT_BUILDS = ("CMakeLists.txt", "fortran", "c_port", "cuda_stages", "harness", "data")


class NewStage(unittest.TestCase):
    def run_or_fail(self, *command):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, f"{command}:\n{done.stdout[-4000:]}")
        return done.stdout

    @unittest.skipIf(WHY_NOT, WHY_NOT)
    def test_a_copied_file_is_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            tree, build = pathlib.Path(folder, "tree"), pathlib.Path(folder, "build")
            tree.mkdir()
            for name in WHAT_BUILDS:
                origin = SOURCE / name
                (shutil.copytree if origin.is_dir() else shutil.copy2)(origin, tree / name)
            shutil.copy2(tree / "c_port/wave/12_c_O3.c", tree / "c_port/wave/14_c_copy.c")
            self.run_or_fail("cmake", "-G", "Ninja", "-S", str(tree), "-B", str(build),
                             "-DLADDER_CUDA=OFF", "-DBUILD_TESTING=OFF")
            table = (build / "generated/registry_table_LADDER.cpp").read_text()
            rows = re.findall(r'{&ladder_stage_(\w+), "([^"]+)"', table)
            self.assertIn(("c_copy", "c_port/wave/14_c_copy.c"), rows)
            names = [name for name, _ in rows]
            self.assertLess(names.index("c_O3"), names.index("c_copy"))  # in the order of the files
            self.assertIn('"ladder was built with -DLADDER_CUDA=OFF"', table)
            # What the row names is compiled, and the program is linked with it.
            self.run_or_fail("cmake", "--build", str(build), "--target", "stage_c_copy")
            object_file = "CMakeFiles/stage_c_copy.dir/c_port/wave/14_c_copy.c.o"
            self.assertRegex(self.run_or_fail("nm", str(build / object_file)),
                             r"(?m) [DR] ladder_stage_c_copy$")
            self.assertIn(object_file,
                          self.run_or_fail("ninja", "-C", str(build), "-t", "query", "ladder"))
