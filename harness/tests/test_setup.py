# label: cli
"""The set-up without root, and the arguments of the scripts."""

import hashlib
import os
import pathlib
import re
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

    def without_root(self):
        self.tool("id", "echo 1000")
        self.tool("sudo", "exit 1")

    def missing(self, required, optional=""):
        """A CMake that does not find these, unless they were fetched."""
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        (self.root / "CMakeLists.txt").touch()
        build = self.root / "build"
        self.tool("cmake", f"""case "$*" in *-B*) ;; *) exit 0 ;; esac
        echo "cmake: $*" >>{self.folder.name}/asked
        case "$*" in *-DLADDER_VENDOR=/*) exit 1 ;; esac
        printf '{required}\n' >{build}/missing-required; printf '{optional}\n' >{build}/missing-optional; exit 1""")

    def asked(self):
        return pathlib.Path(self.folder.name, "asked").read_text().splitlines()

    def test_without_root_what_the_tests_need_is_named_for_all_distributions(self):
        self.without_root()
        self.tool("dpkg-query", "echo installed g++; exit 1")
        done = self.set_up()
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"sudo apt-get install -y --no-install-recommends .*gfortran")
        self.assertRegex(done.stderr, r"dnf install .*gtest-devel")
        self.assertNotIn(" g++", done.stderr)  # it is there

    def test_without_root_cmake_is_asked_and_not_dpkg(self):
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        self.tool("cmake", 'echo "it came as far as cmake" >&2; exit 1')
        (self.root / "CMakeLists.txt").touch()
        self.assertIn("it came as far as cmake", self.set_up(everything="false").stderr)

    def test_all_that_is_missing_is_named_at_once_required_and_optional_apart(self):
        self.missing("libfmt-dev\\nlibcli11-dev", "libpugixml-dev")
        done = self.set_up(everything="false", LADDER_DOWNLOAD="off")
        self.assertEqual(done.returncode, 6)
        required, optional = done.stderr.split("optional")
        for kind, needed, other in (("apt-get", "libfmt-dev libcli11-dev", "libpugixml-dev"),
                                    ("dnf", "fmt-devel cli11-devel", "pugixml-devel"), ("pacman", "fmt cli11", "pugixml"),
                                    ("spack", "fmt cli11", "pugixml"), ("conda-forge", "fmt cli11", "pugixml")):
            self.assertRegex(required, rf"{kind}.* {needed}( |\n)", kind)
            self.assertRegex(optional, rf"{kind}.* {other}( |\n)", kind)
            self.assertNotIn(other, required)

    def test_a_package_that_a_distribution_lacks_is_named_apart(self):
        done = run(SOURCE / "scripts/setup/names.sh", "libfmt-dev", "libsegyio-dev")
        self.assertRegex(done.stdout, r"dnf install fmt-devel +\(from source: libsegyio-dev\)\n")
        self.assertEqual(run(SOURCE / "scripts/setup/names.sh", "no-such-package").returncode, 2)

    def test_what_is_missing_is_fetched_and_cmake_is_asked_again(self):
        self.missing("libfmt-dev", "libelf-dev")
        fetch = self.root / "scripts/setup/fetch.sh"
        fetch.write_text(f'#!/bin/sh\necho "$*" >>{self.folder.name}/fetched\n[ $1 = pypi ] && mkdir -p "$2/usr/include"\n')
        self.set_up(everything="false")
        folder = self.root.resolve() / "build/fetched"
        first, second = self.asked()
        self.assertTrue(first.endswith("-DLADDER_VENDOR="))
        self.assertTrue(second.endswith(f"-DLADDER_VENDOR={folder}/usr"), second)
        tried = pathlib.Path(self.folder.name, "fetched").read_text().splitlines()
        self.assertEqual(tried[-1], f"pypi {folder}")
        self.assertIn(tried[0], (f"debian {folder} libfmt-dev libelf-dev", f"pypi {folder}"))

    def test_nothing_is_fetched_where_that_is_forbidden_or_a_folder_was_given(self):
        (self.root / "given/include").mkdir(parents=True)
        (self.root / "scripts/setup/fetch.sh").write_text("#!/bin/sh\ntouch $2\n")
        for environment in ({"LADDER_DOWNLOAD": "off"}, {"LADDER_VENDOR": str(self.root / "given")}):
            self.missing("libfmt-dev")
            self.set_up(everything="false", **environment)
            self.assertFalse((self.root / "build/fetched").exists(), environment)

    def test_a_given_folder_or_archive_is_used(self):
        given = self.root / "given"
        (given / "include/fmt").mkdir(parents=True)
        archive = self.root / "given.tar.gz"
        run("tar", "-C", given, "-czf", archive, ".")
        for path, used in ((given, given), (archive, self.root / "build/vendor")):
            self.missing("libfmt-dev")
            tar = shutil.which("cmake")
            self.tool("cmake", (self.tools / "cmake").read_text().replace("*) exit 0", f'"-E tar"*) exec {tar} "$@" ;; *) exit 0'))
            self.set_up(everything="false", LADDER_VENDOR=str(path))
            self.assertTrue(self.asked()[-1].endswith(f"-DLADDER_VENDOR={used.resolve()}"), self.asked()[-1])
            self.assertTrue((used / "include/fmt").is_dir())

    def test_a_given_folder_without_headers_is_refused(self):
        self.missing("libfmt-dev")
        done = self.set_up(everything="false", LADDER_VENDOR=str(self.root / "scripts"))
        self.assertEqual(done.returncode, 6)
        self.assertIn("has no folder include/", done.stderr)

    def test_a_missing_compiler_and_an_old_cmake_are_named_with_the_libraries(self):
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        self.tool("cmake", 'echo "cmake version 3.16.3"')
        done = self.set_up(everything="false", FC="no-such-compiler", PATH=f"{self.tools}:{self.only('bash', 'gcc', 'g++', 'make')}")
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(re.findall(r"dnf install (\S+ \S+)", done.stderr),
                         ["gcc-gfortran cmake", "fmt-devel cli11-devel", "google-benchmark-devel pugixml-devel"])

    def only(self, *names):
        """A folder of these tools, and what every shell has."""
        folder = pathlib.Path(self.folder.name, "only")
        folder.mkdir(exist_ok=True)
        for name in (*names, "awk", "basename", "cat", "comm", "cut", "dirname", "env", "flock", "grep", "head", "mkdir", "readlink",
                     "rm", "sed", "sort", "tail", "tr"):
            if not (folder / name).exists():
                (folder / name).symlink_to(shutil.which(name))
        return folder

    def test_a_tree_that_was_copied_is_configured_anew_as_a_new_one(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text("CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else\n")
        line = self.configured()
        for option in ("--fresh", "-G Ninja", "-DLADDER_UNITY=ON"):
            self.assertIn(option, line)

    def test_a_compiler_that_is_gone_is_looked_for_anew(self):
        (self.root / "build").mkdir()
        (self.root / "build/CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root.resolve()}\n"
                                                        "CMAKE_Fortran_COMPILER:FILEPATH=/gone/gfortran\n")
        self.assertIn("--fresh", self.configured())

    def test_every_package_has_a_name_or_none_in_each_column(self):
        for path in (SOURCE / "scripts").glob("packages*.txt"):
            for line in path.read_text().splitlines():
                if not line.startswith("#"):
                    columns = line.split("#")[0].split()
                    self.assertEqual(len(columns), 6, line)
                    self.assertIn(columns[1], ("yes", "no"))

    def test_a_failed_installation_shows_the_end_of_its_log(self):
        self.tool("id", "echo 0")
        self.tool("dpkg-query", "exit 1")
        self.tool("apt-get", 'echo "no space left" >&2; exit 100')
        done = self.set_up()
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertIn("no space left", done.stderr)

    def test_an_optional_package_that_cannot_be_had_is_reported_once_and_stops_nothing(self):
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
        self.tool("cmake", "exit 1")
        self.assertNotIn("clang-format", self.set_up(everything="false").stderr)
        self.assertIn("clang-format", self.set_up().stderr)
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.tool("python3", "exit 1")
        self.tool("cmake", "exit 1")
        (self.root / "CMakeLists.txt").touch()
        for words, python in (([], False), (["--case=small"], False), (["plot", "waterfall"], True),
                              (["shoot", "--plot"], True)):
            printed = self.set_up(*words, everything="false", LADDER_GPU_DEVICES="/nowhere").stderr
            self.assertEqual("Python environment" in printed, python, words)
            shutil.rmtree(self.root / "build/venv", ignore_errors=True)


class Libraries(unittest.TestCase):
    """harness/cmake/dependencies.cmake, asked by itself on a machine that has nothing in the usual places."""

    NOWHERE = "\n".join(f"set(CMAKE_FIND_USE_{kind} OFF)" for kind in
                        ("CMAKE_SYSTEM_PATH", "SYSTEM_ENVIRONMENT_PATH", "PACKAGE_REGISTRY", "SYSTEM_PACKAGE_REGISTRY"))
    HEADERS = ("fmt/format.h", "CLI/CLI.hpp", "toml++/toml.h", "nlohmann/json.hpp")

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        shutil.copytree(SOURCE / "scripts", self.root / "scripts")
        (self.root / "with.cpp").write_text("// needs: pugixml zlib\n")
        (self.root / "without.cpp").write_text("// without: pugixml zlib\n")
        (self.root / "always.cpp").write_text("// Text.\n")
        (self.root / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.25)
            project(asked LANGUAGES C CXX)
            {self.NOWHERE}
            include({SOURCE}/harness/cmake/dependencies.cmake)
            file(GLOB sources *.cpp)
            ladder_choose_sources(sources)
            message(STATUS "chosen: ${{sources}}")
            """)

    def ask(self, *options, **environment):
        clean = {name: value for name, value in os.environ.items() if name not in ("CPATH", "CMAKE_PREFIX_PATH")}
        return run("cmake", "-S", self.root, "-B", self.root / "build", "-DBUILD_TESTING=OFF", *options,
                   env={**clean, **environment})

    def headers(self, *names, under="prefix"):
        for name in names:
            path = self.root / under / "include" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        return self.root / under

    def missing(self, kind):
        return (self.root / f"build/missing-{kind}").read_text().split()

    def test_all_that_is_missing_is_named_at_once(self):
        done = self.ask()
        self.assertNotEqual(done.returncode, 0)
        required = ["libfmt-dev", "libcli11-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"]
        self.assertEqual(self.missing("required"), required)
        self.assertIn("libsegyio-dev", self.missing("optional"))
        self.assertIn("fmt-devel cli11-devel tomlplusplus-devel json-devel", done.stderr)

    def test_headers_under_another_prefix_do(self):
        prefix = self.headers(*self.HEADERS)
        for options, environment in (([f"-DLADDER_VENDOR={prefix}"], {}), ([], {"CMAKE_PREFIX_PATH": str(prefix)}),
                                     ([f"-DCMAKE_PREFIX_PATH={prefix}"], {})):
            shutil.rmtree(self.root / "build", ignore_errors=True)
            done = self.ask(*options, **environment)
            self.assertEqual((done.returncode, self.missing("required")), (0, []), done.stderr)

    def test_the_tests_need_every_library(self):
        done = self.ask("-DBUILD_TESTING=ON", f"-DLADDER_VENDOR={self.headers(*self.HEADERS)}")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("libgtest-dev", self.missing("required"))
        self.assertIn("libsegyio-dev", self.missing("required"))

    def chosen(self, done):
        (line,) = [line for line in done.stdout.splitlines() if "chosen: " in line]
        return {pathlib.Path(path).name for path in line.split("chosen: ")[1].split(";")}

    def test_sources_are_chosen_by_the_libraries_that_are_there(self):
        prefix = self.headers(*self.HEADERS, "pugixml.cpp")
        self.assertEqual(self.chosen(self.ask(f"-DLADDER_VENDOR={prefix}")), {"always.cpp", "without.cpp"})  # one is not enough
        self.headers("zlib.h")
        (prefix / "lib").mkdir()
        (prefix / "lib/libz.so").touch()
        self.assertEqual(self.chosen(self.ask(f"-DCMAKE_PREFIX_PATH={prefix}", f"-DLADDER_VENDOR={prefix}")),
                         {"always.cpp", "with.cpp"})

    def test_what_a_source_needs_must_be_looked_for(self):
        (self.root / "with.cpp").write_text("// needs: nothing-known\n")
        self.assertIn("'// needs: nothing-known'", self.ask(f"-DLADDER_VENDOR={self.headers(*self.HEADERS)}").stderr)

    def test_each_source_for_the_absence_of_a_library_compiles(self):
        for source in sorted((SOURCE / "harness").glob("*/**/*.cpp")):
            if source.read_text(encoding="utf-8").startswith("// without:"):
                done = run(os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", f"-I{SOURCE}", source)
                self.assertEqual(done.returncode, 0, done.stderr)

    def test_libraries_are_packed_for_another_machine_and_found_there(self):
        prefix = self.headers(*self.HEADERS, under="installed")
        archive = self.root / "libraries.tar.gz"
        environment = {**os.environ, "CMAKE_PREFIX_PATH": str(prefix)}
        done = run(self.root / "scripts/vendor", archive, env=environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(run(self.root / "scripts/vendor", archive, env=environment).returncode, 7)  # it exists
        shutil.rmtree(prefix)
        (self.root / "given").mkdir()
        run("tar", "-C", self.root / "given", "-xzf", archive)
        self.assertEqual(self.ask(f"-DLADDER_VENDOR={self.root}/given").returncode, 0)


class Progress(unittest.TestCase):
    """The lines of a build, as they are printed to a pipe."""

    def printed(self, *lines):
        script = f"""set -euo pipefail
        log=/dev/null; say() {{ echo "$*" >&2; }}; . {SOURCE}/scripts/setup/build.sh
        show_progress 3 90"""
        return run("bash", "-c", script, input="\n".join(lines) + "\n").stderr

    def test_it_says_how_many_units_are_done_and_what_is_being_built(self):
        printed = self.printed("ninja: Entering directory", "[1/3] Building CUDA object CMakeFiles/stage_tma.dir/tma.cu.o")
        self.assertEqual(printed, "building: 1 of 3 units, 44 % (CUDA stages)\n")

    def test_it_is_silent_where_nothing_is_to_be_built(self):
        self.assertEqual(self.printed("ninja: Entering directory", "[0/2] Re-checking globbed directories...",
                                   "[1/8] cd build && cmake -P harness/cmake/write_build_info.cmake",
                                   "[2/8] Hashing the sources of c-O3"), "")

    def test_units_count_alike_where_only_some_are_built(self):
        self.assertIn("1 of 2 units, 50 %", self.printed("[1/2] Building CXX object CMakeFiles/ladder_core.dir/a.cpp.o"))


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
