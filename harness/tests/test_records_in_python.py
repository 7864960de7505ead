"""Python reads of records what the program reads: which are right, of how many shots, and what they were without transfers."""

import json
import unittest

import command
import plotting
from plots import records

RESULTS = plotting.SOURCE / "results"


def without_the_numbers(record):
    """As records were before they carried them."""
    older = json.loads(json.dumps(record))
    older["work"].pop("shots", None)
    older["summary"].pop("without_transfers_ns", None)
    for field in ("ratio", "disturbed", "runs"):
        older["traced"].pop(field, None)
    return older


class KeptRecords(unittest.TestCase):
    def speedups(self, path):
        """What `ladder compare` tells of a file's steps, by session, stage and launch."""
        run = command.ladder("compare", path, "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        return {(group["session"], step["stage"]): step for group in map(json.loads, run.stdout.splitlines())
                for step in group["steps"]}

    def test_the_program_and_python_agree_on_every_whole_ladder(self):
        compared = 0
        for path in sorted(RESULTS.glob("*/????-??-??*.jsonl")):
            told = self.speedups(path)
            kept = records.lines_of(path)
            original = {r["session"]: records.wall(r)[0] for r in kept if r["stage"]["parent"] is None}
            for record in kept:
                step = told.get((record["session"], records.stage(record)))
                if step is None:
                    continue
                wall = records.wall(record)[0]
                alone = records.without_transfers(record)
                with self.subTest(f"{path.name}: {records.stage(record)}"):
                    self.assertTrue(records.right(record))
                    self.assertAlmostEqual(step["speedup"] * wall / original[record["session"]], 1, 6)
                    if alone is not None and step["speedup_without_transfers"] is not None:
                        alone /= records.shots(record)
                        self.assertAlmostEqual(step["speedup_without_transfers"] * alone / original[record["session"]], 1, 6)
                compared += 1
        self.assertGreater(compared, 50)


class OneRecord(command.Command):
    def setUp(self):
        super().setUp()
        done = command.ladder("--stage=c-O3", "--case=small", "--nt=3", "--repetitions=1", f"--output={self.output}")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.record = records.lines_of(self.output)[-1]

    def test_a_new_record_carries_the_numbers_and_older_ones_come_to_the_same(self):
        self.assertEqual(self.record["work"]["shots"], 1)
        carried = self.record["summary"]["without_transfers_ns"]
        older = without_the_numbers(self.record)
        self.assertEqual(records.shots(older), records.shots(self.record))
        self.assertAlmostEqual(1e9 * records.without_transfers(older), carried, delta=1)

    def test_of_a_disturbed_run_nobody_says_what_it_were_without_transfers(self):
        self.record["traced"]["disturbed"] = True
        self.assertIsNotNone(records.without_transfers(self.record), "a stage on the host has none")
        self.record["stage"]["device"] = "cuda"
        self.assertIsNone(records.without_transfers(self.record))

    def test_the_ratio_is_that_of_the_traced_run_to_the_median(self):
        traced = self.record["traced"]
        self.assertAlmostEqual(traced["ratio"], traced["wall_ns"] / self.record["summary"]["median_ns"], 3)
        self.assertEqual(traced["disturbed"], not 0.8 <= traced["ratio"] <= 1.1)
        self.assertIn(traced["runs"], (1, 2, 3))

    def test_what_is_carried_counts_and_is_not_worked_out_again(self):
        self.record["work"]["shots"] = 6
        self.record["summary"]["without_transfers_ns"] = 12
        self.assertEqual(records.shots(self.record), 6)
        self.assertAlmostEqual(records.without_transfers(self.record), 12e-9)

    def test_a_knob_of_a_plugin_is_not_believed(self):
        older = without_the_numbers(self.record)
        older["launch"]["used"]["shots"] = [8]
        self.assertEqual(records.shots(older), 8)
        older["stage"]["file"] = "./my_kernel.so"
        self.assertEqual(records.shots(older), 1)


if __name__ == "__main__":
    unittest.main()
