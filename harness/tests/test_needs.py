# label: cli
"""A stage whose need is not met is left out with its reason; a need that nobody knows stops the
configuration."""

import os
import shutil
import unittest

from missing import compiles_nothing
from source_tree import SOURCE, execute, folder_of

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

    def configure(self, *options, **environment):
        return execute("cmake", "-G", "Ninja", "-S", self.root, "-B", self.root / "build", *options,
                       env={**os.environ, "CUDNN_ROOT": "", **environment})

    def registry(self, *options, **environment):
        """(names that are built, {names that are left out: why})"""
        done = self.configure(*options, **environment)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        built, left_out = set(), {}
        for line in (self.root
                     / "build/generated/registry_table_TRIED.cpp").read_text().splitlines():
            words = line.strip().split('"')
            if words[0].startswith("{&ladder_stage_"):
                built.add(words[0][len("{&ladder_stage_"):].rstrip(", "))
            elif words[0] == "{":
                left_out[words[3]] = words[7]  # behind its ladder
        return built, left_out

    def test_a_need_that_nobody_knows_stops_the_configuration(self):
        self.stage("01_wrong.c", "needs: cudn")
        done = self.configure()
        self.assertNotEqual(done.returncode, 0)
        printed = " ".join(done.stderr.split())
        self.assertIn("wave/01_wrong.c: '// needs: cudn' is not known; there are cudnn, kokkos, "
                      "mpi, nccl, nvptx-offload, nvptx-openacc, tbb", printed)

    def test_without_nvcc_a_cuda_stage_is_left_out_unasked(self):
        self.stage("01_kernel.cu")
        self.assertEqual(self.registry(), ({"plain"}, {"kernel": "there is no nvcc"}))

    def test_a_compiler_without_offloading_leaves_its_stage_out(self):
        self.stage("01_directives.c", "needs: nvptx-offload")
        refuses = self.root / "gfortran"
        refuses.write_text('#!/bin/sh\ncase "$*" in *nvptx*) exit 1;; esac\n'
                           f'exec {shutil.which("gfortran")} "$@"\n')
        refuses.chmod(0o755)
        built, left_out = self.registry(f"-DCMAKE_Fortran_COMPILER={refuses}")
        self.assertEqual(built, {"plain"})
        self.assertRegex(left_out["directives"], r"install gcc-\d+-offload-nvptx")

    def test_cudnn_is_found_where_its_root_is_named(self):
        self.stage("01_operator.c", "needs: cudnn")
        for folder, major in (("old", 8), ("new", 9)):
            header = self.root / folder / "include/cudnn_version.h"
            header.parent.mkdir(parents=True)
            header.write_text(f"#define CUDNN_MAJOR {major}\n#define CUDNN_MINOR 1\n")
        built, left_out = self.registry(f"-DCUDNN_ROOT={self.root}/old", "--fresh")
        self.assertEqual(built, {"plain"})
        self.assertIn("cuDNN 8 was found", left_out["operator"])
        self.assertEqual(self.registry("--fresh", CUDNN_ROOT=f"{self.root}/new"),
                         ({"plain", "operator"}, {}))

    def test_what_is_missing_is_named_with_what_to_do(self):
        self.stage("01_operator.c", "needs: cudnn")
        _, left_out = self.registry("-DLADDER_CUDNN_INCLUDE=LADDER_CUDNN_INCLUDE-NOTFOUND",
                                    "-DCMAKE_FIND_ROOT_PATH=/nowhere",
                                    "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY")
        self.assertIn("cuDNN was not found", left_out["operator"])
        self.assertIn("CUDNN_ROOT", left_out["operator"])

    def test_several_ranks_and_several_gpus_name_what_they_lack(self):
        self.stage("01_ranks.c", "needs: mpi")
        self.stage("02_messages.c", "needs: nccl")
        _, left_out = self.registry("-DLADDER_MPI=OFF",
                                    "-DLADDER_NCCL_INCLUDE=LADDER_NCCL_INCLUDE-NOTFOUND",
                                    "-DCMAKE_FIND_ROOT_PATH=/nowhere",
                                    "-DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY")
        self.assertIn("-DLADDER_MPI=OFF", left_out["ranks"])
        self.assertIn("NCCL_ROOT", left_out["messages"])

    def test_tbb_is_wanted_by_its_stage_alone(self):
        self.stage("01_algorithm.cpp", "needs: tbb")
        built, left_out = self.registry("-DCMAKE_DISABLE_FIND_PACKAGE_TBB=ON")
        self.assertEqual(built, {"plain"})
        self.assertRegex(left_out["algorithm"], "TBB was not found .* install libtbb-dev")
        self.assertIn("-DLADDER_TBB=OFF",
                      self.registry("--fresh", "-DLADDER_TBB=OFF")[1]["algorithm"])

    def test_kokkos_without_openmp_is_not_taken(self):
        self.stage("01_cells.cpp", "needs: kokkos")
        folder = self.root / "serial/lib/cmake/Kokkos"
        folder.mkdir(parents=True)
        (folder / "KokkosConfig.cmake").write_text("set(Kokkos_DEVICES SERIAL)\n")
        version = "set(PACKAGE_VERSION 4.6.2)\nset(PACKAGE_VERSION_COMPATIBLE TRUE)\n"
        (folder / "KokkosConfigVersion.cmake").write_text(version)
        built, left_out = self.registry(f"-DKokkos_ROOT={self.root}/serial")
        self.assertEqual(built, {"plain"})
        self.assertRegex(left_out["cells"], "with its OpenMP back end .* set Kokkos_ROOT")

    def test_nccl_is_found_where_its_root_is_named(self):
        self.stage("01_messages.c", "needs: nccl")
        header = self.root / "here/include/nccl.h"
        header.parent.mkdir(parents=True)
        header.write_text("")
        self.assertEqual(self.registry(f"-DNCCL_ROOT={self.root}/here"),
                         ({"plain", "messages"}, {}))
