"""`ladder predict` needs no GPU: the record of a machine, the compiled kernels and the case are enough."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
LADDER = pathlib.Path(os.environ["LADDER_BUILD"], "ladder")
MIB = 2.0**20


def value(name, value, at=0.0):
    return {"name": name, "unit": "", "over": "", "at": at, "value": value, "uncertainty": 0.0, "samples": 1}


def made_up(bandwidth):
    """A machine of 100 multiprocessors at 1 GHz."""
    device = {"name": f"made-up, {bandwidth:g} B/s", "driver": 13000, "runtime": 13000, "compute_major": 9, "compute_minor": 0,
              "multiprocessors": 100, "threads_a_multiprocessor": 2048, "blocks_a_multiprocessor": 32,
              "registers_a_multiprocessor": 65536, "shared_bytes_a_multiprocessor": 233472.0, "shared_bytes_a_block": 232448.0,
              "reserved_bytes_a_block": 1024.0, "l2_bytes": 50 * MIB, "memory_bytes": 8e10, "clock_hz": 1e9,
              "memory_bytes_per_s": 4e12}
    measured = [value("clock.multiprocessor", 1e9), value("rate.issue", 128.0), value("rate.multiply_add", 128.0),
                value("latency.multiply_add", 4.0, 1.0), value("latency.memory.read_random", 700.0, 1.0),
                value("latency.l2.read", 280.0, 1.0), value("latency.l1.read", 32.0, 1.0),
                value("departure.memory.all_multiprocessors.delay_by_warp", 10.0), value("request.l1", 1.0, 32.0),
                value("block.hand_out", 1e-11), value("block.life_empty", 300.0), value("launch.queued", 1e-6),
                value("launch.host_call", 1e-6), value("launch.graph", 5e-7), value("bandwidth.read_by_set", 9e12, 50 * MIB),
                value("bandwidth.read_by_set", bandwidth, 256 * MIB)]
    measured += [value(f"bandwidth.memory.{mix}", bandwidth, 16.0) for mix in ("1_to_0", "3_to_1", "2_to_1", "1_to_1", "0_to_1")]
    measured += [value("latency.shared.read", 23.0, 1.0), value("request.shared", 1.0, 1.0), value("request.l1_vector", 4.0, 32.0)]
    measured += [value("residence.memory.3_to_1", (800.0**4 + (200.0 * blocks)**4)**0.25, float(blocks)) for blocks in range(1, 9)]
    return {"kind": "machine", "machine_schema": 1, "time": "2026-11-22T00:00:00Z", "commit": "", "device": device,
            "measured": measured, "not_measured": []}


class Tree(unittest.TestCase):
    """A tree with the cases of this one and results of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.home = pathlib.Path(folder.name)
        (self.home / "harness").mkdir()
        (self.home / "harness/stage.h").touch()
        (self.home / "data").symlink_to(SOURCE / "data")

    def keep(self, name, bandwidth=1e12):
        (self.home / "results" / name).mkdir(parents=True)
        (self.home / "results" / name / "machine.jsonl").write_text(json.dumps(made_up(bandwidth)) + "\n")

    def predict(self, *words):
        return subprocess.run([LADDER, "predict", *words], capture_output=True, text=True, cwd=self.home,
                              env={**os.environ, "LADDER_HOME": str(self.home)})


class WithoutCuda(Tree):
    def test_a_build_without_kernels_says_so(self):
        if (LADDER.parent / "compiled/contents").exists():
            self.skipTest("this build has CUDA")
        run = self.predict("--case=heat-128")
        self.assertEqual((run.returncode, run.stdout), (6, ""))
        self.assertIn("nothing is known of compiled kernels", run.stderr)


@unittest.skipUnless((LADDER.parent / "compiled/contents").exists(), "this build has no CUDA")
class Predict(Tree):
    def rows(self, *words):
        run = self.predict("--json", *words)
        self.assertEqual(run.returncode, 0, run.stderr)
        return [json.loads(line) for line in run.stdout.splitlines()]

    def test_a_machine_that_nobody_measured(self):
        self.assertEqual(self.predict("--case=heat-128").returncode, 6)
        self.keep("one")
        run = self.predict("--case=heat-128", "--on=two")
        self.assertEqual(run.returncode, 2)
        self.assertIn("--on takes one", run.stderr)

    def test_a_stage_whose_work_is_not_known_is_named_with_the_reason(self):
        self.keep("one")
        run = self.predict("--case=heat-128", "--stage=march,persistent,c-O3")
        self.assertEqual((run.returncode, run.stdout), (6, ""))
        self.assertIn("not predicted: march; what it does with this launch is not declared", run.stderr)
        self.assertIn("not predicted: persistent; what it does is not declared", run.stderr)
        self.assertIn("not predicted: c-O3; no GPU runs it", run.stderr)

    def test_a_large_case_takes_as_much_longer_as_the_memory_is_slower(self):
        self.keep("fast", 1e12)
        self.keep("slow", 0.5e12)
        fast, = self.rows("--case=heat-512", "--stage=coarsen", "--on=fast")
        slow, = self.rows("--case=heat-512", "--stage=coarsen", "--on=slow")
        self.assertEqual((fast["regime"], slow["regime"]), ("memory", "memory"))
        self.assertAlmostEqual(slow["step_s"] / fast["step_s"], 2, delta=0.05)
        self.assertAlmostEqual(fast["step_s"], 512**3 * 8 / 1e12, delta=0.05 * fast["step_s"])

    def test_the_terms_and_the_launch_make_the_time(self):
        self.keep("one")
        for row in self.rows("--case=heat-128", "--stage=block,restrict,coarsen,fused-graph"):
            with self.subTest(row["stage"]):
                terms = dict(row["terms_s"])
                launch = terms.pop("launch")
                self.assertGreater(row["step_s"], launch + max(terms.values()))
                self.assertLess(row["step_s"], launch + sum(terms.values()))
                self.assertGreater(min(row["other_models_s"].values()), 0)

    def test_the_block_changes_the_prediction(self):
        self.keep("one")
        wide, = self.rows("--case=heat-128", "--stage=block", "--block=64x8")
        narrow, = self.rows("--case=heat-128", "--stage=block", "--block=1x32")
        self.assertEqual(narrow["launch"]["asked"], {"block": [1, 32], "depth": [1]})
        self.assertGreater(narrow["step_s"], wide["step_s"])

    def test_a_loop_turns_as_often_as_the_launch_says(self):
        self.keep("one")
        short, = self.rows("--case=heat-128", "--stage=march", "--planes=4")
        long, = self.rows("--case=heat-128", "--stage=march", "--planes=64")
        self.assertGreater(long["terms_s"]["latency"], 4 * short["terms_s"]["latency"])

    def test_half_lengths_make_a_row_each_and_more_work(self):
        self.keep("one")
        rows = self.rows("--case=two-layer", "--dt=auto", "--stage=resident", "--half-length=2,4,8")
        self.assertEqual([row["case"]["half_length"] for row in rows], [2, 4, 8])
        cache = [row["terms_s"]["first-level cache"] for row in rows]
        self.assertEqual(cache, sorted(cache))
        self.assertEqual([kernel["name"] for kernel in rows[0]["kernels"]], ["stencil", "record_sample", "inject", "taper_both"])

    def test_a_prediction_names_what_it_depends_on(self):
        self.keep("one")
        row, = self.rows("--case=heat-128", "--stage=block")
        self.assertEqual(row["kind"], "prediction")
        self.assertEqual(sorted(row["hashes"]), ["cubin", "machine", "program", "stage"])
        with open(self.home / "results/one/machine.jsonl", "a") as file:
            file.write(json.dumps(made_up(2e12)) + "\n")
        other, = self.rows("--case=heat-128", "--stage=block")
        self.assertEqual([key for key in row["hashes"] if row["hashes"][key] != other["hashes"][key]], ["machine"])


if __name__ == "__main__":
    unittest.main()
