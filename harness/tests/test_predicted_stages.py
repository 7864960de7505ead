# label: cli
# room: predict
"""Each CUDA stage has a predicted time or a reason for having none; those whose blocks stay on the
chip follow case and launch."""

import json
import re

from predicted_kernels import LADDER, Predicted

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
