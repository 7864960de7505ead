# label: cli
# room: predict
"""Each CUDA stage has a predicted time or a reason for having none; those whose blocks stay on the
chip follow case and launch. `ladder check --static` catches what was made worse on purpose, without
a GPU, and is silent on a rebuild."""

import json
import os
import re
import unittest

import machine_code
from made_up_machine import LADDER, Predicted, Tree
from source_tree import BUILD, SOURCE, execute, folder_of

CONTENTS = LADDER.parent / "compiled/contents"
CASES = {"wave": "thesis", "wave3d": "two-layer", "heat": "heat-128"}
# That fit a hundred multiprocessors.
FITS = {"wave": (), "wave3d": (), "heat": ("--grid=96x96x96",)}
# Whose blocks keep what they work on, and the launches of each that differ in their code.
PERSISTENT = {("wave", "persistent"): (["--columns=4"], ["--columns=2"]),
              ("wave", "halo-last"): ([],),
              ("wave", "temporal"): (["--columns=4"],), ("wave", "batch"): (["--shots=4"],),
              ("heat", "persistent"): (["--lines=8"], ["--lines=16"]),
              ("heat", "halo-last"): (["--lines=8"], ["--lines=16"]),
              ("wave3d", "persistent"): (["--cells=1"], ["--cells=2"])}


class PredictedStages(Predicted):
    def stages_of(self, ladder):
        names = re.findall(r"^stage (\S+)$", CONTENTS.read_text(), re.M)
        return {name.rpartition(".")[2]
                for name in names if (name.partition(".")[0] if "." in name else "wave") == ladder}

    def test_each_stage_is_predicted_or_named_with_a_reason(self):
        for ladder, case in CASES.items():
            run = self.run_predict("--json", f"--case={case}")
            predicted = {json.loads(line)["stage"]["name"] for line in run.stdout.splitlines()}
            reasons = {name: why for names, why in re.findall(r"^not predicted: ([^;]*); (.*)$",
                                                              run.stderr, re.M)
                       for name in names.split(", ")}
            for stage in self.stages_of(ladder):
                with self.subTest(stage, ladder=ladder):
                    self.assertNotEqual(stage in predicted, bool(reasons.get(stage)))

    def test_a_stage_that_declares_its_work_is_predicted_for_a_launch_of_each_code(self):
        for (ladder, stage), launches in PERSISTENT.items():
            for knob in launches:
                with self.subTest(stage, ladder=ladder, knob=knob):
                    row, = self.rows(*FITS[ladder], f"--stage={stage}", *knob, case=CASES[ladder])
                    self.assertLess(row["kernels_s"], 1e-4)
                    self.assertGreater(row["kernels_s"], 1e-7)

    def test_half_lengths_of_a_stage_that_stays_are_predicted(self):
        lengths = [1, 2, 3, 4, 6, 7, 8]  # at 5 nvcc 13.0 divides a load, and the part is not found
        for stage in ("persistent", "halo-last", "temporal", "batch"):
            rows = self.rows(f"--stage={stage}",
                             f"--half-length={','.join(map(str, lengths))}", "--dt=auto",
                             "--grid=200x300", *(["--shots=4"] if stage == "batch" else []))
            with self.subTest(stage):
                self.assert_built(rows, lengths)

    def test_the_steps_of_one_launch_take_the_same_time_each(self):
        for (ladder, stage), (knob, *_) in PERSISTENT.items():
            with self.subTest(stage, ladder=ladder):
                few, many = (
                    self.rows(*FITS[ladder], f"--stage={stage}", *knob, f"--nt={samples}",
                              case=CASES[ladder])[0]
                    for samples in (401, 801))
                self.assertAlmostEqual(many["kernels_s"] / few["kernels_s"], 1, delta=0.05)
                self.assertAlmostEqual(2 * many["kernels"][0]["launches"],
                                       few["kernels"][0]["launches"])

    def test_a_launch_that_does_not_fit_the_chip_is_not_predicted(self):
        for case, stage in (("heat-512", "persistent"), ("heat-512", "halo-last")):
            run = self.run_predict("--json", f"--case={case}", f"--stage={stage}")
            with self.subTest(stage):
                self.assertEqual((run.returncode, run.stdout), (6, ""))
                self.assertIn("not predicted", run.stderr)


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
# What the kernel was compiled with before and is now, and the words for it.
WORSE = (
    ({"BLOCKS": "8"}, {}, r"registers \d+ -> \d+"),
    ({"BLOCKS": "8"}, {}, r"occupancy 100 -> \d+ %"),
    ({"VALUES": "64"}, {"VALUES": "64", "BLOCKS": "8"}, r"spill_store_bytes 0 -> \d+"),
    ({}, {"WORD": "float"}, r"access_bytes [\d.]+ -> 4"),
    ({}, {"UNROLL": "1"}, r"loops 0 -> 1"),
)


@unittest.skipUnless(machine_code.tool("nvcc"), "nvcc is not installed")
class Gate(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        (self.path / "work.cu").write_text(KERNEL)

    def build(self, changed, name="built"):
        """Once for each setting and name."""
        folder = self.path / "-".join([name, *changed, *changed.values()])
        if not folder.exists():
            flags = [f"-D{key}={value}" for key, value in {**AS_IT_WAS, **changed}.items()]
            machine_code.build_for_the_check(folder, self.path / "work.cu", *flags)
        return folder / "ladder"

    def check(self, old, new, code):
        run = execute(new, "check", "--static", f"--against={old}", code=code)
        return run.stdout

    def test_what_got_worse_is_named_and_a_rebuild_is_as_before(self):
        for old, new, words in WORSE:
            with self.subTest(words):
                self.assertRegex(self.check(self.build(old), self.build(new), 1), words)
        self.assertIn("1 kernel as before",
                      self.check(self.build({}), self.build({}, name="again"), 0))


@unittest.skipUnless(machine_code.tool("nvcc") and (BUILD / "compiled/contents").exists(),
                     "this build has no CUDA")
class PredictedCost(Tree):
    """Of a stage of this program, for a case: what a change of its machine code costs on a machine
    that is known."""

    def build(self, name, text):
        source = self.home / f"{name}.cu"
        source.write_text(text)
        return machine_code.build_for_the_check(
            self.home / name, source, f"-I{SOURCE}", "-ftz=true", '-DLADDER_STAGE_NAME="block"',
            "-DLADDER_STAGE_SYMBOL=ladder_stage_heat_block", stage="heat.block")

    def check(self, code, old, new):
        run = execute(new, "check", "--static", f"--against={old}", "--case=heat-128",
                      env={**os.environ, "LADDER_HOME": str(self.home)}, code=code)
        return run.stdout

    def test_a_kernel_with_more_registers_is_predicted_slower_and_the_same_source_is_not(self):
        self.keep("one")
        text = (SOURCE / "cuda_stages/heat/22_block.cu").read_text()
        head = "step_cells(Grid g, float factor, float *now, float *next) {"
        self.assertIn(head, text)
        # Shared memory for one block a multiprocessor, and a barrier so that it stays.
        heavy = text.replace(head, head + """
  __shared__ float kept[12000];
  kept[threadIdx.x] = factor;
  __syncthreads();
  factor = kept[threadIdx.x ^ 1];""", 1)
        old = self.build("old", text)
        shown = self.check(1, old, self.build("new", heavy))
        self.assertRegex(shown, r"shared_bytes 0 -> 48000")
        self.assertRegex(shown, r"[1-9]\d* % slower predicted on made-up, 1e\+12 B/s "
                                r"\(heat-128, 100 -> \d+ % of the warps\)")
        self.assertNotIn("predicted", self.check(0, old, self.build("same", text)))
