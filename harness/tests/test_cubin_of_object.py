# label: cli
"""Reports on compiled kernels that come from the object files of the program: the same machine code
that is compiled for a report alone."""

import shutil
import subprocess
import unittest

from source_tree import SOURCE, execute, folder_of

NVCC = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
SM_90 = "-gencode=arch=compute_90,code=sm_90"
PROBE = "__global__ void scale(float *p, float by) { p[threadIdx.x] *= by; }\n"


@unittest.skipIf(not NVCC, "there is no CUDA compiler here")
class CubinOfObject(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)
        (self.folder / "probe.cu").write_text(PROBE)

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
