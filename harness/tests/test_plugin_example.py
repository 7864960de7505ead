# label: cli
"""The example plug-ins, in C, Fortran and CUDA, build against an installed ladder, outside the
tree, and are found right."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from source_tree import SOURCE

BUILD = pathlib.Path(os.environ.get("LADDER_BUILD") or SOURCE / "build")


def why_not():
    if os.environ.get("LADDER_PREBUILT"):
        return "a build from another machine is not installed here"
    for tool in ("cmake", "cc"):
        if not shutil.which(tool):
            return f"there is no {tool} on this machine"
    return None


class PluginExample(unittest.TestCase):
    def run_or_fail(self, *command, **options):
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              **options)
        self.assertEqual(done.returncode, 0, f"{command[0]} {command[1:]}:\n{done.stdout[-4000:]}")
        return done.stdout

    @unittest.skipIf(why_not(), why_not())
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
