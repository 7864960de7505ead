# label: cli
"""A stage whose need is not met is left out with its reason; a need that nobody knows stops the
configuration. A build that leaves out rooms compiles nothing of them, and has no test that needs
one."""

import json
import os
import pathlib
import re
import shutil
import unittest

from source_tree import BUILD, SOURCE, compiles_nothing, execute, folder_of

WHY_NOT = compiles_nothing("cmake", "ninja", "cc", "gfortran")
# The build files alone, with no CUDA and with stages of one line.
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(stages C CXX Fortran)
set(LADDER_WHY_NO_CUDA "there is no nvcc")
include(harness/cmake/needs.cmake)
include(harness/cmake/stages.cmake)
ladder_add_stages(TRIED wave/[0-9]*.c wave/[0-9]*.cpp wave/[0-9]*.cu)
"""

@unittest.skipIf(WHY_NOT, WHY_NOT)
class Needs(unittest.TestCase):
    def setUp(self):
        self.root = folder_of(self)
        shutil.copytree(SOURCE / "harness/cmake", self.root / "harness/cmake")
        (self.root / "CMakeLists.txt").write_text(PROJECT)
        (self.root / "wave").mkdir()
        self.stage("00_plain.c")

    def stage(self, name, *directives):
        (self.root / "wave" / name).write_text("".join(f"// {line}\n" for line in directives)
                                               + "int nothing;\n")

    def configure(self, *options, code=0, **environment):
        return execute("cmake", "-G", "Ninja", "-S", self.root, "-B", self.root / "build", *options,
                       env={**os.environ, "CUDNN_ROOT": "", **environment}, code=code)

    def registry(self, *options, **environment):
        """(names that are built, {names that are left out: why})"""
        self.configure(*options, **environment)
        built, left_out = set(), {}
        for line in (self.root
                     / "build/generated/registry_table_TRIED.cpp").read_text().splitlines():
            words = line.strip().split('"')
            if words[0].startswith("{&ladder_stage_"):
                built.add(words[0][len("{&ladder_stage_"):].rstrip(", "))
            elif words[0] == "{":
                left_out[words[3]] = words[7]  # behind its ladder
        return built, left_out

    def left_out(self, stage, need, *options):
        """Why the stage is not built, where the plain one is."""
        self.stage(f"01_{stage}", f"needs: {need}")
        built, left_out = self.registry(*options)
        self.assertEqual(built, {"plain"})
        (reason,) = left_out.values()
        return reason

    def test_a_need_that_nobody_knows_stops_the_configuration(self):
        self.stage("01_wrong.c", "needs: cudn")
        printed = " ".join(self.configure(code=1).stderr.split())
        self.assertIn("wave/01_wrong.c: '// needs: cudn' is not known; there are cudnn, kokkos, "
                      "mpi, nccl, nvptx-offload, nvptx-openacc, tbb", printed)

    def test_without_nvcc_a_cuda_stage_is_left_out_unasked(self):
        self.stage("01_kernel.cu")
        self.assertEqual(self.registry(), ({"plain"}, {"kernel": "there is no nvcc"}))

    def test_a_compiler_without_offloading_leaves_its_stage_out(self):
        refuses = self.root / "gfortran"
        refuses.write_text('#!/bin/sh\ncase "$*" in *nvptx*) exit 1;; esac\n'
                           f'exec {shutil.which("gfortran")} "$@"\n')
        refuses.chmod(0o755)
        self.assertRegex(self.left_out("directives.c", "nvptx-offload",
                                       f"-DCMAKE_Fortran_COMPILER={refuses}"),
                         r"install gcc-\d+-offload-nvptx")

    def test_cudnn_is_found_where_its_root_is_named(self):
        for folder, major in (("old", 8), ("new", 9)):
            header = self.root / folder / "include/cudnn_version.h"
            header.parent.mkdir(parents=True)
            header.write_text(f"#define CUDNN_MAJOR {major}\n#define CUDNN_MINOR 1\n")
        self.assertIn("cuDNN 8 was found",
                      self.left_out("operator.c", "cudnn", f"-DCUDNN_ROOT={self.root}/old"))
        self.assertEqual(self.registry("--fresh", CUDNN_ROOT=f"{self.root}/new"),
                         ({"plain", "operator"}, {}))

    def test_what_is_missing_is_named_with_what_to_do(self):
        nowhere = ["-DCMAKE_FIND_ROOT_PATH=/nowhere", "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY"]
        for need, option, words in (
                ("cudnn", nowhere, "cuDNN was not found.*CUDNN_ROOT"),
                ("mpi", ["-DLADDER_MPI=OFF"], "-DLADDER_MPI=OFF"),
                ("nccl", nowhere, "NCCL_ROOT"),
                ("tbb", ["-DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON"],
                 "TBB was not found .* install libtbb-dev"),
                ("tbb", ["-DLADDER_TBB=OFF"], "-DLADDER_TBB=OFF")):
            with self.subTest(need, option=option):
                self.assertRegex(self.left_out("other.cpp", need, *option), words)

    def test_kokkos_without_openmp_is_not_taken(self):
        folder = self.root / "serial/lib/cmake/Kokkos"
        folder.mkdir(parents=True)
        (folder / "KokkosConfig.cmake").write_text("set(Kokkos_DEVICES SERIAL)\n")
        version = "set(PACKAGE_VERSION 4.6.2)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n"
        (folder / "KokkosConfigVersion.cmake").write_text(version)
        self.assertRegex(self.left_out("cells.cpp", "kokkos", f"-DKokkos_ROOT={self.root}/serial"),
                         "with its OpenMP back end .* set Kokkos_ROOT")

    def test_nccl_is_found_where_its_root_is_named(self):
        self.stage("01_messages.c", "needs: nccl")
        header = self.root / "here/include/nccl.h"
        header.parent.mkdir(parents=True)
        header.write_text("")
        self.assertEqual(self.registry(f"-DNCCL_ROOT={self.root}/here"),
                         ({"plain", "messages"}, {}))


ROOMS = ("seismic", "predict")
# Where this build found what it needs.
KEPT = r"(CMAKE_PREFIX_PATH|CMAKE_GENERATOR|LADDER_VENDOR|CMAKE_\w+_COMPILER|\w+_DIR):(\w+)=(.*)"


def included(file, seen):
    """The file and all that it includes, directly or not."""
    seen.add(file)
    for name in re.findall(r'(?m)^#include "([^"]+)"', file.read_text()):
        for header in (SOURCE / name, file.parent / name):
            if header.is_file() and header not in seen:
                included(header, seen)
    return seen


def room_of(file):
    """The room that a file of the tree is in, or an empty word."""
    parts = file.relative_to(SOURCE).parts
    return parts[1] if parts[0] == "harness" and parts[1] in ROOMS else ""


@unittest.skipIf(shutil.which("cmake") is None, "cmake is missing")
@unittest.skipUnless((BUILD / "CMakeCache.txt").is_file(), "the build was not configured here")
class WithoutRooms(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.build = folder_of(cls)
        cache = (BUILD / "CMakeCache.txt").read_text(errors="replace")
        known = {key: f"-D{key}:{kind}={value}" for key, kind, value in re.findall(KEPT, cache)
                 if value and not value.endswith("-NOTFOUND")}
        generator = re.search(r"CMAKE_GENERATOR:INTERNAL=(.*)", cache)[1]
        known.pop("CMAKE_GENERATOR", None)
        left_out = [f"-DLADDER_{name}=OFF" for name in ("SEISMIC", "PREDICT", "CUDA")]
        execute("cmake", "-S", SOURCE, "-B", cls.build, "-G", generator, *known.values(), *left_out,
                "-DBUILD_TESTING=ON", "-DLADDER_UNITY=OFF", code=0)
        commands = json.loads((cls.build / "compile_commands.json").read_text())
        files = (pathlib.Path(one["file"]) for one in commands)
        cls.compiled = [file for file in files if file.is_relative_to(SOURCE)]

    def test_no_source_of_them_is_compiled_and_what_is_there_in_their_place_is(self):
        self.assertEqual([file for file in self.compiled if room_of(file)], [])
        names = {file.name for file in self.compiled}
        self.assertLessEqual({f"without_{room}.cpp" for room in ROOMS}, names)

    def test_no_test_that_is_compiled_includes_anything_of_them(self):
        tests = [file for file in self.compiled if "tests" in file.relative_to(SOURCE).parts]
        self.assertTrue(tests)
        needed = {file.name for file in tests if any(map(room_of, included(file, set())))}
        self.assertEqual(needed, set())

    def test_tests_that_say_a_room_are_not_registered_and_all_others_are(self):
        shown = execute("ctest", "--test-dir", self.build, "--show-only=json-v1", check=True).stdout
        registered = {one["name"] for one in json.loads(shown)["tests"]}
        for file in sorted((SOURCE / "harness/tests").glob("test_*.py")):
            head = "\n".join(file.read_text().splitlines()[:5])
            says = re.search(r"(?m)^# room: .*\b(seismic|predict)\b", head)
            with self.subTest(file.name):
                self.assertEqual(file.stem in registered, not says)
