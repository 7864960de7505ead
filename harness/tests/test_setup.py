"""The set-up without root, and the arguments of the scripts."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])


def run(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True, **options)


class Setup(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name, "tree")
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        self.tools = pathlib.Path(self.folder.name, "tools")
        self.tools.mkdir()

    def tearDown(self):
        self.folder.cleanup()

    def tool(self, name, script):
        path = self.tools / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)

    def python_environment_is_there(self):
        venv = self.root / "build/venv"
        (venv / "bin").mkdir(parents=True)
        (venv / "bin/python3").symlink_to("/bin/true")
        wanted = (self.root / "scripts/requirements.txt").read_bytes() + f"{venv.resolve()}\n".encode()
        (venv / "stamp").write_text(hashlib.sha256(wanted).hexdigest() + "\n")

    def set_up(self):
        return run(self.root / "scripts/setup.sh", env={**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}"})

    def test_without_root_the_exact_command_is_told(self):
        self.tool("id", "echo 1000")
        self.tool("sudo", "exit 1")
        self.tool("dpkg-query", "echo installed g++; exit 1")
        done = self.set_up()
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertIn("sudo apt-get install -y --no-install-recommends", done.stderr)
        self.assertIn(" gfortran", done.stderr)
        self.assertNotIn(" g++", done.stderr)  # it is there

    def test_a_failed_installation_shows_the_end_of_its_log(self):
        self.tool("id", "echo 0")
        self.tool("dpkg-query", "exit 1")
        self.tool("apt-get", 'echo "no space left" >&2; exit 100')
        done = self.set_up()
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertIn("no space left", done.stderr)

    def test_an_optional_package_that_cannot_be_had_is_told_once_and_stops_nothing(self):
        self.tool("id", "echo 0")
        # All that is needed is there, and nothing that is optional.
        self.tool("dpkg-query", """for word; do case $word in *offload*) ;; *) echo "installed $word" ;; esac; done""")
        self.tool("apt-get", 'echo "no such package" >&2; exit 100')
        self.tool("cmake", 'echo "it came as far as cmake" >&2; exit 1')
        self.python_environment_is_there()
        (self.root / "CMakeLists.txt").touch()
        first, second = self.set_up(), self.set_up()
        for done in (first, second):
            self.assertEqual(done.returncode, 6, done.stderr)
            self.assertIn("it came as far as cmake", done.stderr)
        self.assertIn("gcc-offload-nvptx could not be installed", first.stderr)
        self.assertNotIn("gcc-offload-nvptx", second.stderr)


class Arguments(unittest.TestCase):
    def test_an_unknown_option_is_refused_before_anything_is_set_up(self):
        for script in ("test", "format"):
            done = run(SOURCE / "scripts" / script, "--nonsense")
            self.assertEqual(done.returncode, 2, script)
            self.assertIn("--nonsense" if script == "test" else "usage", done.stderr)

    def test_prebuilt_needs_a_build(self):
        with tempfile.TemporaryDirectory() as empty:
            done = run(SOURCE / "scripts/test", "--prebuilt", empty)
        self.assertEqual(done.returncode, 2)
        self.assertIn("ladder_tests", done.stderr)

    def test_gpu_checks_needs_a_build(self):
        with tempfile.TemporaryDirectory() as empty:
            self.assertEqual(run(SOURCE / "scripts/gpu_checks", empty, empty).returncode, 2)


if __name__ == "__main__":
    unittest.main()
