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
        if venv.exists():
            return
        (venv / "bin").mkdir(parents=True)
        (venv / "bin/python3").symlink_to("/bin/true")
        wanted = (self.root / "scripts/requirements.txt").read_bytes() + f"{venv.resolve()}\n".encode()
        (venv / "stamp").write_text(hashlib.sha256(wanted).hexdigest() + "\n")

    def set_up(self, *arguments, **environment):
        return run(self.root / "scripts/setup.sh", *arguments,
                   env={**os.environ, "PATH": f"{self.tools}:{os.environ['PATH']}", **environment})

    def configured(self, *arguments, gpu=False, everything="false", **environment):
        """The command line of CMake, which stops there."""
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.tool("nvidia-smi", "echo 9.0")
        self.tool("cmake", 'echo "cmake: $*" >&2; exit 1')
        self.python_environment_is_there()
        (self.root / "CMakeLists.txt").touch()
        device = self.root / "CMakeLists.txt" if gpu else "/nowhere"
        done = self.set_up(*arguments, LADDER_GPU_DEVICES=str(device), everything=everything, **environment)
        return next(line for line in done.stderr.splitlines() if line.startswith("cmake: "))

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


    def test_without_a_gpu_cuda_stages_are_compiled_for_the_tests_or_when_asked_for(self):
        line = self.configured()
        self.assertIn("-DLADDER_CUDA=OFF", line)
        self.assertIn("LADDER_CUDA=on scripts/ladder compiles them", line)
        self.assertIn("-DLADDER_CUDA=ON", self.configured(LADDER_CUDA="on"))
        self.assertIn("-DLADDER_CUDA=ON", self.configured(everything="true"))
        self.assertIn("-DLADDER_CUDA=OFF", self.configured(everything="true", LADDER_CUDA="off"))

    def test_with_a_gpu_its_own_code_is_compiled_for_the_half_lengths_of_the_cases(self):
        line = self.configured(gpu=True)
        for option in ("-DLADDER_CUDA=ON", "-DLADDER_HALF_LENGTHS=cases", "-DCMAKE_CUDA_ARCHITECTURES=90-real"):
            self.assertIn(option, line)

    def test_every_half_length_is_compiled_for_the_tests_and_when_one_is_asked_for(self):
        for line in (self.configured(gpu=True, everything="true"), self.configured("--half-length=4", gpu=True),
                     self.configured("sweep", "--half-length", "1:16", gpu=True),
                     self.configured(gpu=True, LADDER_HALF_LENGTHS="all")):
            self.assertIn("-DLADDER_HALF_LENGTHS=all", line)
            self.assertNotIn("90-real", line)

    def test_what_was_compiled_once_stays(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text("LADDER_CUDA:BOOL=ON\nLADDER_HALF_LENGTHS:STRING=all\n")
        line = self.configured()
        self.assertIn("-DLADDER_CUDA=ON", line)
        self.assertIn("-DLADDER_HALF_LENGTHS=all", line)

    def test_a_wrong_word_of_the_environment_is_refused(self):
        self.tool("cmake", "exit 1")
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.python_environment_is_there()
        done = self.set_up(LADDER_CUDA="maybe")
        self.assertEqual(done.returncode, 6)
        self.assertIn("expected auto, on or off", done.stderr)

    def test_the_program_needs_neither_the_tests_packages_nor_python_before_a_figure_is_asked_for(self):
        self.tool("id", "echo 1000")
        self.tool("sudo", "exit 1")
        self.tool("dpkg-query", "exit 1")
        self.assertNotIn("clang-format", self.set_up(everything="false").stderr)
        self.assertIn("clang-format", self.set_up().stderr)
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.tool("python3", "exit 1")
        self.tool("cmake", "exit 1")
        (self.root / "CMakeLists.txt").touch()
        for words, python in (([], False), (["--case=small"], False), (["plot", "waterfall"], True),
                              (["shoot", "--plot"], True)):
            told = self.set_up(*words, everything="false", LADDER_GPU_DEVICES="/nowhere").stderr
            self.assertEqual("Python environment" in told, python, words)
            shutil.rmtree(self.root / "build/venv", ignore_errors=True)


class Progress(unittest.TestCase):
    """The lines of a build, as they are told on a pipe."""

    def told(self, *lines):
        script = f"""set -euo pipefail
        log=/dev/null; say() {{ echo "$*" >&2; }}; . {SOURCE}/scripts/setup/build.sh
        show_progress 3 90"""
        return run("bash", "-c", script, input="\n".join(lines) + "\n").stderr

    def test_it_says_how_many_units_are_done_and_what_is_being_built(self):
        told = self.told("ninja: Entering directory", "[1/3] Building CUDA object CMakeFiles/stage_tma.dir/tma.cu.o")
        self.assertEqual(told, "building: 1 of 3 units, 44 % (CUDA stages)\n")

    def test_it_is_silent_where_nothing_is_to_be_built(self):
        self.assertEqual(self.told("ninja: Entering directory", "[0/2] Re-checking globbed directories...",
                                   "[1/8] cd build && cmake -P harness/cmake/write_build_info.cmake",
                                   "[2/8] Hashing the sources of c-O3"), "")

    def test_units_count_alike_where_only_some_are_built(self):
        self.assertIn("1 of 2 units, 50 %", self.told("[1/2] Building CXX object CMakeFiles/ladder_core.dir/a.cpp.o"))


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
