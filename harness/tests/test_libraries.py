# label: cli
"""CMake finds libraries, the set-up says which are missing, and `bundle` puts those that other
machines may lack next to the program, in a new folder and in one that has them."""

import os
import pathlib
import shutil
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of


class Libraries(unittest.TestCase):
    """harness/cmake/dependencies.cmake, asked by itself on a machine that has nothing in the usual
    places."""

    NOWHERE = "\n".join(f"set(CMAKE_FIND_USE_{kind} OFF)" for kind in
                        ("CMAKE_SYSTEM_PATH", "SYSTEM_ENVIRONMENT_PATH", "PACKAGE_REGISTRY",
                         "SYSTEM_PACKAGE_REGISTRY"))
    HEADERS = ("fmt/format.h", "toml++/toml.h", "nlohmann/json.hpp")

    def setUp(self):
        self.root = folder_of(self)
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
        clean = {name: value for name, value in os.environ.items()
                 if name not in ("CPATH", "CMAKE_PREFIX_PATH")}
        return execute("cmake", "-S", self.root, "-B", self.root / "build", "-DBUILD_TESTING=OFF",
                       *options, env={**clean, **environment})

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
        required = ["libfmt-dev", "libtomlplusplus-dev", "nlohmann-json3-dev"]
        self.assertEqual(self.missing("required"), required)
        self.assertIn("libsegyio-dev", self.missing("optional"))
        self.assertIn("fmt-devel tomlplusplus-devel json-devel", done.stderr)

    def test_headers_under_another_prefix_do(self):
        prefix = self.headers(*self.HEADERS)
        for options, environment in (([f"-DLADDER_VENDOR={prefix}"], {}),
                                     ([], {"CMAKE_PREFIX_PATH": str(prefix)}),
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
        # one is not enough
        self.assertEqual(self.chosen(self.ask(f"-DLADDER_VENDOR={prefix}")),
                         {"always.cpp", "without.cpp"})
        self.headers("zlib.h")
        (prefix / "lib").mkdir()
        (prefix / "lib/libz.so").touch()
        self.assertEqual(self.chosen(self.ask(f"-DCMAKE_PREFIX_PATH={prefix}",
                                              f"-DLADDER_VENDOR={prefix}")),
                         {"always.cpp", "with.cpp"})

    def test_what_a_source_needs_must_be_looked_for(self):
        (self.root / "with.cpp").write_text("// needs: nothing-known\n")
        self.assertIn("'// needs: nothing-known'",
                      self.ask(f"-DLADDER_VENDOR={self.headers(*self.HEADERS)}").stderr)

    def test_each_source_for_the_absence_of_a_library_compiles(self):
        """All at once: most of the time is for the headers that they share."""
        sources = [source for source in sorted((SOURCE / "harness").glob("*/**/*.cpp"))
                   if source.read_text(encoding="utf-8").startswith("// without:")]
        self.assertGreater(len(sources), 3)
        execute(os.environ.get("CXX", "c++"), "-std=c++20", "-fsyntax-only", f"-I{SOURCE}", "-x",
                "c++", "-", input="".join(f'#include "{one}"\n' for one in sources), code=0)

    def test_libraries_are_packed_for_another_machine_and_found_there(self):
        prefix = self.headers(*self.HEADERS, "CLI/CLI.hpp", under="installed")
        archive = self.root / "libraries.tar.gz"
        environment = {**os.environ, "CMAKE_PREFIX_PATH": str(prefix)}
        execute(self.root / "scripts/vendor", archive, env=environment, code=0)
        # it exists
        execute(self.root / "scripts/vendor", archive, env=environment, code=7)
        shutil.rmtree(prefix)
        (self.root / "given").mkdir()
        execute("tar", "-C", self.root / "given", "-xzf", archive)
        self.assertEqual(self.ask(f"-DLADDER_VENDOR={self.root}/given").returncode, 0)


@unittest.skipUnless(shutil.which("cmake"), "there is no CMake")
@unittest.skipIf(any((LADDER.parent / "lib").glob("libfmt*")),
                 "this build has a bundle, whose libraries the program would find")
class Bundle(unittest.TestCase):
    def setUp(self):
        folder = folder_of(self)
        self.program, self.folder = folder / "ladder", folder / "lib"
        shutil.copy(LADDER, self.program)  # which looks for libraries in lib/ next to it

    def bundle(self):
        execute("cmake", f"-DPROGRAM={self.program}", f"-DFOLDER={self.folder}", "-P",
                SOURCE / "harness/cmake/copy_libraries.cmake", code=0)
        return sorted(path.name for path in self.folder.iterdir())

    def test_it_copies_what_a_machine_without_gfortran_lacks(self):
        self.assertTrue(any(name.startswith("libgfortran.so") for name in self.bundle()))

    def test_it_replaces_copies_of_before(self):
        libraries = self.bundle()
        (self.folder / "libfmt.so.1").touch()  # of another build
        self.assertEqual(self.bundle(), libraries)
