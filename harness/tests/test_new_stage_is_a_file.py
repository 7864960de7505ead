# label: cli
"""A stage file under a new name is a new stage, with no other edit."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
WHAT_BUILDS = ("CMakeLists.txt", "fortran", "c_port", "cuda_stages", "harness", "data")


def why_not():
    if os.environ.get("LADDER_PREBUILT"):
        return "nothing is compiled when a build from another machine is tested"
    for tool in ("cmake", "ninja", "c++", "gfortran"):
        if not shutil.which(tool):
            return f"there is no {tool} on this machine"
    return None


class NewStage(unittest.TestCase):
    def run_or_fail(self, *command):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, f"{command}:\n{done.stdout[-4000:]}")
        return done.stdout

    @unittest.skipIf(why_not(), why_not())
    def test_a_copied_file_is_listed(self):
        with tempfile.TemporaryDirectory() as folder:
            tree, build = pathlib.Path(folder, "tree"), pathlib.Path(folder, "build")
            tree.mkdir()
            for name in WHAT_BUILDS:
                origin = SOURCE / name
                (shutil.copytree if origin.is_dir() else shutil.copy2)(origin, tree / name)
            shutil.copy2(tree / "c_port/wave/12_c_O3.c", tree / "c_port/wave/14_c_copy.c")
            # Only the listing is looked at, so nothing is optimised: the last -O on a command line holds.
            fast = pathlib.Path(folder, "unoptimised")
            fast.write_text('#!/bin/sh\nexec "$@" -O0\n')
            fast.chmod(0o755)
            self.run_or_fail("cmake", "-G", "Ninja", "-S", str(tree), "-B", str(build), "-DLADDER_CUDA=OFF", "-DLADDER_UNITY=ON",
                             "-DBUILD_TESTING=OFF", f"-DCMAKE_CXX_COMPILER_LAUNCHER={fast}")
            self.run_or_fail("cmake", "--build", str(build), "--target", "ladder", "--parallel", "2")
            listed = self.run_or_fail(str(build / "ladder"), "list")
            names = [line.split()[1] for line in listed.splitlines() if line.startswith("wave ")]
            self.assertIn("c-copy", names)
            self.assertIn("c_port/wave/14_c_copy.c", listed)
            self.assertIn("not in this build, ladder was built with -DLADDER_CUDA=OFF: ", listed)
            self.assertLess(names.index("c-O3"), names.index("c-copy"))  # in the order of the files


if __name__ == "__main__":
    unittest.main()
