# label: cli
"""Which half-lengths CUDA kernels are compiled for: all, or those of the cases; the rest is refused
in words. Reports on compiled kernels that come from the object files of the program: the same
machine code that is compiled for a report alone."""

import re
import shutil
import subprocess
import unittest

from source_tree import SOURCE, execute, folder_of

NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
PROBE = """
#include "cuda_stages/shared/half_lengths.cuh"
template <int M> __global__ void kernel(float *p) { *p = M; }
template <int M = 1> void launch(int m, float *p) {
  if (m == M)
    call_with_half_length<M>([&](auto k) { kernel<k><<<1, 1>>>(p); });
  else if constexpr (M < 16)
    launch<M + 1>(m, p);
}
void any(int m, float *p) { launch(m, p); }
"""

class Masks(unittest.TestCase):
    """What CMake makes of the cases."""

    def flags(self, lengths, ladder):
        folder = folder_of(self)
        (folder / "CMakeLists.txt").write_text(f"""cmake_minimum_required(VERSION 3.25)
project(probe NONE)
set(PROJECT_SOURCE_DIR {SOURCE})
set(LADDER_HALF_LENGTHS {lengths})
include({SOURCE}/harness/cmake/half_lengths.cmake)
ladder_half_length_flags(flags {ladder})
message("flags: ${{flags}}")
""")
        done = execute("cmake", "-S", folder, "-B", folder / "build")
        return done.returncode, done.stderr

    def test_the_flags_name_the_half_lengths_of_the_cases_of_that_ladder(self):
        for ladder in ("wave", "wave3d", "heat"):
            found = {int(number) for path in SOURCE.glob(f"data/{ladder}/*.toml")
                     for number in re.findall(r"(?m)^half_length *= *(\d+)", path.read_text())}
            expected = f"-DLADDER_HALF_LENGTHS={sum(1 << m for m in found)}u" if found else ""
            self.assertEqual(self.flags("cases", ladder), (0, f"flags: {expected}\n"), ladder)
            self.assertEqual(self.flags("all", ladder), (0, "flags: \n"), ladder)

    def test_the_half_length_that_a_case_has_unsaid_is_built(self):
        """case_file.h has 8, and a case of the wave says 8."""
        unsaid = re.search(r"int half_length = (\d+);",
                           (SOURCE / "harness/problems/wave/case_file.h").read_text())[1]
        self.assertTrue(int(re.search(r"=(\d+)u", self.flags("cases", "wave")[1])[1]) >> int(unsaid)
                        & 1)

    def test_another_word_is_refused(self):
        code, words = self.flags("some", "wave")
        self.assertNotEqual(code, 0)
        self.assertIn("expected all or cases", words)


@unittest.skipIf(not NVCC, "there is no CUDA compiler here")
class Kernels(unittest.TestCase):
    def kernels(self, *flags):
        folder = folder_of(self)
        source, ptx = folder / "probe.cu", folder / "probe.ptx"
        source.write_text(PROBE)
        execute(NVCC, "-ptx", "-std=c++20", "-arch=sm_90", f"-I{SOURCE}",
                "-DLADDER_STAGE_NAME=\"x\"", "-DLADDER_STAGE_SYMBOL=x", *flags, "-o", ptx, source,
                code=0)
        return {int(m) for m in re.findall(r"\.entry _Z6kernelILi(\d+)E", ptx.read_text())}

    def test_all_are_compiled_unless_fewer_are_named(self):
        self.assertEqual(self.kernels(), set(range(1, 17)))
        self.assertEqual(self.kernels("-DLADDER_HALF_LENGTHS=272u"), {4, 8})


SM_90 = "-gencode=arch=compute_90,code=sm_90"
SCALE = "__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }\n"


@unittest.skipIf(not NVCC, "there is no CUDA compiler here")
class CubinOfObject(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)
        (self.folder / "probe.cu").write_text(SCALE)

    def compiled(self, name, *flags):
        subprocess.run([NVCC, *flags, "-o", name, "probe.cu"], cwd=self.folder, check=True)
        return self.folder / name

    def taken(self, obj):
        cubin = self.folder / "taken.cubin"
        done = execute("cmake", f"-DOBJECT={obj}", f"-DCUBIN={cubin}", "-DOBJCOPY=objcopy", "-P",
                       SOURCE / "harness/cmake/cubin_of_object.cmake")
        return done, cubin

    def test_it_is_what_is_compiled_for_a_report_alone(self):
        alone = self.compiled("alone.cubin", "-cubin", "-arch=sm_90")
        for ptx in ([], ["-gencode=arch=compute_75,code=compute_75"]):
            done, cubin = self.taken(self.compiled("probe.o", "-c", *ptx, SM_90, "--no-compress"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(cubin.read_bytes(), alone.read_bytes(), ptx)

    def test_other_objects_are_refused(self):
        for flags in (["-gencode=arch=compute_75,code=compute_75"],
                      ["-gencode=arch=compute_80,code=sm_80", SM_90]):
            done, cubin = self.taken(self.compiled("probe.o", "-c", "--no-compress", *flags))
            self.assertNotEqual(done.returncode, 0, flags)
            self.assertFalse(cubin.exists(), flags)
