# label: cli
"""The set-up: what it installs, fetches, uses and names where it has no root; and what it chooses
to compile, by the machine, the arguments and the environment."""

import re
import shutil

from setting_up import SOURCE, SettingUp
from source_tree import execute

# Whether CUDA stages are compiled, for which half-lengths, and for which architecture alone.
CHOSEN = (
    # Without a GPU for the tests or when asked for; for the tests each kernel once, as the reports
    # on compiled kernels have it.
    ([], {}, "OFF all"),
    ([], {"LADDER_CUDA": "on"}, "ON cases 90-real"),
    ([], {"everything": "true"}, "ON cases 90-real"),
    ([], {"everything": "true", "LADDER_CUDA": "off"}, "OFF all"),
    # With a GPU its own code, for the half-lengths of the cases until another one is asked for.
    ([], {"gpu": True}, "ON cases 90-real"),
    ([], {"gpu": True, "everything": "true"}, "ON all"),
    (["--half-length=4"], {"gpu": True}, "ON all"),
    (["sweep", "--half-length", "1:16"], {"gpu": True}, "ON all"),
    ([], {"gpu": True, "LADDER_HALF_LENGTHS": "all"}, "ON all"),
    # Half-lengths that are asked for by name choose the architectures too.
    ([], {"everything": "true", "LADDER_HALF_LENGTHS": "all"}, "ON all"),
    ([], {"everything": "true", "LADDER_HALF_LENGTHS": "cases"}, "ON cases 90-real"),
)


class Setup(SettingUp):
    def test_without_root_what_the_tests_need_is_named_for_all_distributions(self):
        self.without_root()
        self.tool("dpkg-query", "echo installed g++; exit 1")
        done = self.set_up(code=6)
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
        self.missing("libfmt-dev\\nlibtomlplusplus-dev", "libpugixml-dev")
        done = self.set_up(everything="false", LADDER_DOWNLOAD="off", code=6)
        required, optional = done.stderr.split("optional")
        for kind, needed, other in (("apt-get", "libfmt-dev libtomlplusplus-dev", "libpugixml-dev"),
                                    ("dnf", "fmt-devel tomlplusplus-devel", "pugixml-devel"),
                                    ("pacman", "fmt tomlplusplus", "pugixml"),
                                    ("spack", "fmt tomlplusplus", "pugixml"),
                                    ("conda-forge", "fmt tomlplusplus", "pugixml")):
            self.assertRegex(required, rf"{kind}.* {needed}( |\n)", kind)
            self.assertRegex(optional, rf"{kind}.* {other}( |\n)", kind)
            self.assertNotIn(other, required)

    def test_a_package_that_a_distribution_lacks_is_named_apart(self):
        done = execute(SOURCE / "scripts/setup/names.sh", "libfmt-dev", "libsegyio-dev")
        self.assertRegex(done.stdout, r"dnf install fmt-devel +\(from source: libsegyio-dev\)\n")
        execute(SOURCE / "scripts/setup/names.sh", "no-such-package", code=2)

    def test_what_is_missing_is_fetched_and_cmake_is_asked_again(self):
        self.missing("libfmt-dev", "libelf-dev")
        fetch = self.root / "scripts/setup/fetch.sh"
        fetch.write_text(f'#!/bin/sh\necho "$*" >>{self.folder}/fetched\n[ $1 = pypi ] && '
                         'mkdir -p "$2/usr/include"\n')
        self.set_up(everything="false")
        folder = self.root.resolve() / "build/fetched"
        first, second = self.asked()
        self.assertTrue(first.endswith("-DLADDER_VENDOR="))
        self.assertTrue(second.endswith(f"-DLADDER_VENDOR={folder}/usr"), second)
        tried = (self.folder / "fetched").read_text().splitlines()
        self.assertEqual(tried[-1], f"pypi {folder}")
        self.assertIn(tried[0], (f"debian {folder} libfmt-dev libelf-dev", f"pypi {folder}"))

    def test_nothing_is_fetched_where_that_is_forbidden_or_a_folder_was_given(self):
        (self.root / "given/include").mkdir(parents=True)
        (self.root / "scripts/setup/fetch.sh").write_text("#!/bin/sh\ntouch $2\n")
        for environment in ({"LADDER_DOWNLOAD": "off"},
                            {"LADDER_VENDOR": str(self.root / "given")}):
            self.missing("libfmt-dev")
            self.set_up(everything="false", **environment)
            self.assertFalse((self.root / "build/fetched").exists(), environment)

    def test_a_given_folder_or_archive_is_used(self):
        given = self.root / "given"
        (given / "include/fmt").mkdir(parents=True)
        archive = self.root / "given.tar.gz"
        execute("tar", "-C", given, "-czf", archive, ".")
        for path, used in ((given, given), (archive, self.root / "build/vendor")):
            self.missing("libfmt-dev")
            tar = shutil.which("cmake")
            self.tool("cmake", (self.tools / "cmake").read_text().replace(
                "*) exit 0", f'"-E tar"*) exec {tar} "$@" ;; *) exit 0'))
            self.set_up(everything="false", LADDER_VENDOR=str(path))
            self.assertTrue(self.asked()[-1].endswith(f"-DLADDER_VENDOR={used.resolve()}"),
                            self.asked()[-1])
            self.assertTrue((used / "include/fmt").is_dir())

    def test_a_given_folder_without_headers_is_refused(self):
        self.missing("libfmt-dev")
        done = self.set_up(everything="false", LADDER_VENDOR=str(self.root / "scripts"), code=6)
        self.assertIn("has no folder include/", done.stderr)

    def test_a_missing_compiler_and_an_old_cmake_are_named_with_the_libraries(self):
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        self.tool("cmake", 'echo "cmake version 3.16.3"')
        done = self.set_up(everything="false", FC="no-such-compiler",
                           PATH=f"{self.tools}:{self.only('bash', 'gcc', 'g++', 'make')}", code=6)
        self.assertEqual(re.findall(r"dnf install (\S+ \S+)", done.stderr),
                         ["gcc-gfortran cmake", "fmt-devel tomlplusplus-devel",
                          "google-benchmark-devel pugixml-devel"])

    def test_a_failed_installation_shows_the_end_of_its_log(self):
        self.tool("id", "echo 0")
        self.tool("dpkg-query", "exit 1")
        self.tool("apt-get", 'echo "no space left" >&2; exit 100')
        done = self.set_up(code=6)
        self.assertIn("no space left", done.stderr)

    def test_an_optional_package_that_cannot_be_had_is_reported_once_and_stops_nothing(self):
        self.tool("id", "echo 0")
        # All that is needed is there, and nothing that is optional.
        self.tool(
            "dpkg-query",
            """for word; do case $word in *offload*) ;; *) echo "installed $word" ;; esac; done""")
        self.tool("apt-get", 'echo "no such package" >&2; exit 100')
        self.tool("cmake", 'echo "it came as far as cmake" >&2; exit 1')
        self.python_environment_is_there()
        (self.root / "CMakeLists.txt").touch()
        first, second = self.set_up(code=6), self.set_up(code=6)
        for done in (first, second):
            self.assertIn("it came as far as cmake", done.stderr)
        self.assertIn("gcc-offload-nvptx could not be installed", first.stderr)
        self.assertNotIn("gcc-offload-nvptx", second.stderr)

    def test_the_program_needs_neither_the_tests_packages_nor_python_before_a_figure_is_asked_for(
            self):
        self.tool("id", "echo 1000")
        self.tool("sudo", "exit 1")
        self.tool("dpkg-query", "exit 1")
        self.tool("cmake", "exit 1")
        self.assertNotIn("clang-format", self.set_up(everything="false").stderr)
        self.assertIn("clang-format", self.set_up().stderr)
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        (self.root / "scripts/setup/python.sh").write_text("make_venv() { say made-up "
                                                           "environment; }\n")
        (self.root / "CMakeLists.txt").touch()
        for words, python in (([], False), (["--case=small"], False), (["plot", "waterfall"], True),
                              (["shoot", "--plot"], True)):
            printed = self.set_up(*words, everything="false", LADDER_GPU_DEVICES="/nowhere").stderr
            self.assertEqual("made-up environment" in printed, python, words)


class Configures(SettingUp):
    def cache(self, *lines):
        (self.root / "build").mkdir(exist_ok=True)
        (self.root / "build/CMakeCache.txt").write_text("\n".join(lines) + "\n")

    def test_a_tree_that_was_copied_is_configured_anew_as_a_new_one(self):
        self.cache("CMAKE_HOME_DIRECTORY:INTERNAL=/somewhere/else")
        line = self.configured()
        for option in ("--fresh", "-G Ninja", "-DLADDER_UNITY=ON"):
            self.assertIn(option, line)

    def test_a_compiler_that_is_gone_is_looked_for_anew(self):
        self.cache(f"CMAKE_HOME_DIRECTORY:INTERNAL={self.root.resolve()}",
                   "CMAKE_Fortran_COMPILER:FILEPATH=/gone/gfortran")
        self.assertIn("--fresh", self.configured())

    def test_cuda_stages_follow_the_machine_the_arguments_and_the_environment(self):
        for words, settings, chosen in CHOSEN:
            with self.subTest(words=words, **settings):
                line = self.configured(*words, **settings)
                self.assertEqual(re.findall(r"-D(?:LADDER_CUDA|LADDER_HALF_LENGTHS|"
                                            r"CMAKE_CUDA_ARCHITECTURES)=(\S+)", line),
                                 chosen.split())
        self.assertIn("LADDER_CUDA=on scripts/ladder compiles them", self.configured())

    def test_what_was_compiled_once_stays(self):
        self.cache("LADDER_CUDA:BOOL=ON", "LADDER_HALF_LENGTHS:STRING=all")
        line = self.configured()
        self.assertIn("-DLADDER_CUDA=ON", line)
        self.assertIn("-DLADDER_HALF_LENGTHS=all", line)

    def test_stages_of_the_built_in_ladders_are_compiled_when_they_are_asked_for(self):
        folder = self.root / "ladders/tendencies"
        folder.mkdir(parents=True)
        (folder / "ladder.toml").touch()
        for words in (["adopt", "a.f90", "a"], ["record", "ladders/a"], ["port", "c"],
                      ["new-stage", "c", "a"],
                      ["verify", "--ladder=ladders/a"], ["--repetitions=6", "--ladder", "a"]):
            self.assertIn("-DLADDER_STAGES=OFF", self.configured(*words), words)
        for words in ([], ["verify"], ["--case=small"], ["list"], ["shoot"], ["--help"],
                      ["--ladder=ladders/a", "--help"], ["predict", "--ladder=ladders/a"]):
            self.assertIn("-DLADDER_STAGES=ON", self.configured(*words), words)
        for words, chosen in (([], "OFF"), (["verify"], "OFF"), (["list"], "ON"),
                              (["--help"], "ON")):
            self.assertIn(f"-DLADDER_STAGES={chosen}", self.configured(*words, cwd=folder), words)
        self.assertIn("-DLADDER_STAGES=ON", self.configured("adopt", everything="true"))

    def test_stages_that_were_compiled_once_stay(self):
        for cached, chosen in (("LADDER_STAGES:BOOL=ON", "ON"), ("LADDER_CUDA:BOOL=OFF", "ON"),
                               ("LADDER_STAGES:BOOL=OFF", "OFF")):
            self.cache(cached)
            self.assertIn(f"-DLADDER_STAGES={chosen}", self.configured("adopt"), cached)

    def test_a_wrong_word_of_the_environment_is_refused(self):
        self.tool("cmake", "exit 1")
        self.tool("dpkg-query", 'for word; do echo "installed $word"; done')
        self.python_environment_is_there()
        done = self.set_up(LADDER_CUDA="maybe", code=6)
        self.assertIn("expected auto, on or off", done.stderr)
