"""The example plug-in builds against an installed ladder, outside the tree, and is found right."""

import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
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
        done = subprocess.run(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
        self.assertEqual(done.returncode, 0, f"{command[0]} {command[1:]}:\n{done.stdout[-4000:]}")
        return done.stdout

    @unittest.skipIf(why_not(), why_not())
    def test_it_builds_against_an_installed_tree_and_is_right(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, example = pathlib.Path(folder, "prefix"), pathlib.Path(folder, "example")
            self.run_or_fail("cmake", "--install", str(BUILD), "--prefix", str(prefix))
            shutil.copytree(SOURCE / "harness/plugin_example", example)
            self.run_or_fail("cmake", "-S", str(example), "-B", str(example / "build"), f"-DCMAKE_PREFIX_PATH={prefix}")
            self.run_or_fail("cmake", "--build", str(example / "build"))
            # The installed program finds its own cases: nothing points at the source tree.
            environment = {k: v for k, v in os.environ.items() if k != "LADDER_HOME"}
            said = self.run_or_fail(str(prefix / "bin/ladder"), "verify", "--stage=./my_kernel.so", "--case=small",
                                    cwd=example / "build", env=environment)
            self.assertIn("my-kernel", said)
            self.assertIn("1 right, 0 wrong, 0 skipped", said)


if __name__ == "__main__":
    unittest.main()
