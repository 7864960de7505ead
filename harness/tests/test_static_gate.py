# label: cli
# room: predict
"""`ladder check --static` catches what was made worse on purpose, without a GPU, and is silent on a
rebuild."""

import json
import os
import unittest

import machine_code
import made_up_machine as made_up
from source_tree import BUILD, SOURCE, execute, folder_of

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
        self.path = folder_of(self)
        (self.path / "work.cu").write_text(KERNEL)

    def build(self, name, **changed):
        flags = [f"-D{key}={value}" for key, value in {**AS_IT_WAS, **changed}.items()]
        return machine_code.build_for_the_check(self.path / name, self.path / "work.cu", *flags)

    def check(self, old, new, code):
        run = execute(new, "check", "--static", f"--against={old}")
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run.stdout

    def test_a_rebuild_is_as_before(self):
        self.assertIn("1 kernel as before", self.check(self.build("old"), self.build("new"), 0))

    def test_registers_that_rose_tell_the_occupancy_that_fell(self):
        words = self.check(self.build("old", BLOCKS="8"), self.build("new"), 1)
        self.assertRegex(words, r"registers \d+ -> \d+")
        self.assertRegex(words, r"occupancy 100 -> \d+ %")

    def test_spills(self):
        self.assertRegex(self.check(self.build("old", VALUES="64"),
                                    self.build("new", VALUES="64", BLOCKS="8"), 1),
                         r"spill_store_bytes 0 -> \d+")

    def test_vector_accesses_that_were_lost(self):
        self.assertRegex(self.check(self.build("old"), self.build("new", WORD="float"), 1),
                         r"access_bytes [\d.]+ -> 4")

    def test_a_loop_that_is_no_longer_unrolled(self):
        self.assertRegex(self.check(self.build("old"), self.build("new", UNROLL="1"), 1),
                         r"loops 0 -> 1")


BUILT = BUILD / "compiled/contents"


@unittest.skipUnless(machine_code.tool("nvcc") and BUILT.exists(), "this build has no CUDA")
class PredictedCost(unittest.TestCase):
    """Of a stage of this program, for a case: what a change of its machine code costs on a machine
    that is known."""

    def setUp(self):
        self.path = folder_of(self)
        self.flags = [f"-I{SOURCE}", "-ftz=true", '-DLADDER_STAGE_NAME="block"',
                      "-DLADDER_STAGE_SYMBOL=ladder_stage_heat_block"]
        self.text = (SOURCE / "cuda_stages/heat/22_block.cu").read_text()
        (self.path / "harness").mkdir()
        (self.path / "harness/stage.h").touch()
        (self.path / "data").symlink_to(SOURCE / "data")
        kept = self.path / "results/one/2026-11-24-microbench"
        kept.mkdir(parents=True)
        (kept / "machine.jsonl").write_text(json.dumps(made_up.machine(1e12)) + "\n")

    def build(self, name, text=None):
        source = self.path / f"{name}.cu"
        source.write_text(text or self.text)
        return machine_code.build_for_the_check(self.path / name, source, *self.flags,
                                                stage="heat.block")

    def check(self, old, new):
        return execute(new, "check", "--static", f"--against={old}", "--case=heat-128",
                       env={**os.environ, "LADDER_HOME": str(self.path)})

    def test_a_kernel_with_more_registers_is_predicted_slower(self):
        self.assertIn("step_cells(Grid g, float factor, float *now, float *next) {", self.text)
        # Shared memory for one block a multiprocessor, and a barrier so that it stays.
        heavy = self.text.replace("float *next) {",
                                  "float *next) {\n  __shared__ float kept[12000];\n  "
                                  "kept[threadIdx.x] = factor;\n  __syncthreads();\n  factor = "
                                  "kept[threadIdx.x ^ 1];", 1)
        run = self.check(self.build("old"), self.build("new", heavy))
        self.assertEqual(run.returncode, 1, run.stdout + run.stderr)
        self.assertRegex(run.stdout, r"shared_bytes 0 -> 48000")
        self.assertRegex(run.stdout, r"[1-9]\d* % slower predicted on made-up, 1e\+12 B/s "
                                     r"\(heat-128, 100 -> \d+ % of the warps\)")

    def test_the_same_source_costs_nothing(self):
        run = self.check(self.build("old"), self.build("new"))
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotIn("predicted", run.stdout)
