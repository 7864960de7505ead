"""`ladder check --static` catches what was made worse on purpose, without a GPU, and is silent on a rebuild."""

import pathlib
import subprocess
import tempfile
import unittest

import machine_code

KERNEL = """
constexpr int unroll = UNROLL;
__global__ void __launch_bounds__(256, BLOCKS) work(const WORD *a, WORD *b, int n) {
  const int i = blockIdx.x * 256 + threadIdx.x;
  float s[VALUES];
  for (int k = 0; k < VALUES; ++k) s[k] = reinterpret_cast<const float *>(a)[i + k * n];
#pragma unroll unroll
  for (int k = 0; k < 8; ++k) {
    WORD v = a[i + k * n];
#pragma unroll
    for (int j = 0; j < VALUES; ++j) reinterpret_cast<float &>(v) += s[j] * s[(j + 1) % VALUES];
    b[i + k * n] = v;
  }
}
"""
AS_IT_WAS = {"BLOCKS": "1", "WORD": "float4", "UNROLL": "8", "VALUES": "24"}


@unittest.skipUnless(machine_code.tool("nvcc"), "nvcc is not installed")
class Gate(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = pathlib.Path(self.folder.name)
        (self.path / "work.cu").write_text(KERNEL)

    def build(self, name, **changed):
        flags = [f"-D{key}={value}" for key, value in {**AS_IT_WAS, **changed}.items()]
        return machine_code.build_for_the_check(self.path / name, self.path / "work.cu", *flags)

    def check(self, old, new, code):
        run = subprocess.run([new, "check", "--static", f"--against={old}"], capture_output=True, text=True)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def test_a_rebuild_is_as_before(self):
        self.assertIn("1 kernel as before", self.check(self.build("old"), self.build("new"), 0))

    def test_registers_that_rose_tell_the_occupancy_that_fell(self):
        words = self.check(self.build("old", BLOCKS="8"), self.build("new"), 1)
        self.assertRegex(words, r"registers \d+ -> \d+")
        self.assertRegex(words, r"occupancy 100 -> \d+ %")

    def test_spills(self):
        self.assertRegex(self.check(self.build("old", VALUES="64"), self.build("new", VALUES="64", BLOCKS="8"), 1), r"spill_store_bytes 0 -> \d+")

    def test_vector_accesses_that_were_lost(self):
        self.assertRegex(self.check(self.build("old"), self.build("new", WORD="float"), 1), r"access_bytes [\d.]+ -> 4")

    def test_a_loop_that_is_no_longer_unrolled(self):
        self.assertRegex(self.check(self.build("old"), self.build("new", UNROLL="1"), 1), r"loops 0 -> 1")


if __name__ == "__main__":
    unittest.main()
