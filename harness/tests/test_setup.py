# label: cli
"""The set-up: what it installs, fetches, uses and names where it has no root."""

import re
import shutil

from setting_up import SOURCE, SettingUp
from source_tree import execute


class Setup(SettingUp):
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
        self.missing("libfmt-dev\\nlibtomlplusplus-dev", "libpugixml-dev")
        done = self.set_up(everything="false", LADDER_DOWNLOAD="off")
        self.assertEqual(done.returncode, 6)
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
        done = execute(SOURCE / "scripts/setup/names.sh", "no-such-package")
        self.assertEqual(done.returncode, 2)

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
        done = self.set_up(everything="false", LADDER_VENDOR=str(self.root / "scripts"))
        self.assertEqual(done.returncode, 6)
        self.assertIn("has no folder include/", done.stderr)

    def test_a_missing_compiler_and_an_old_cmake_are_named_with_the_libraries(self):
        self.without_root()
        self.tool("dpkg-query", "exit 1")
        self.tool("cmake", 'echo "cmake version 3.16.3"')
        done = self.set_up(everything="false", FC="no-such-compiler",
                           PATH=f"{self.tools}:{self.only('bash', 'gcc', 'g++', 'make')}")
        self.assertEqual(done.returncode, 6, done.stderr)
        self.assertEqual(re.findall(r"dnf install (\S+ \S+)", done.stderr),
                         ["gcc-gfortran cmake", "fmt-devel tomlplusplus-devel",
                          "google-benchmark-devel pugixml-devel"])

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
        self.tool(
            "dpkg-query",
            """for word; do case $word in *offload*) ;; *) echo "installed $word" ;; esac; done""")
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
