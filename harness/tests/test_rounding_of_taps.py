# label: physics
"""A stage stays right where the taps of the two axes have no exact sum, and for as many steps as
that takes to show.

`--size` makes cells that are longer along x than along z. A stage that rounds the sum of the two
centre taps to one errs alike in every cell at every step: at these half-lengths by some 3e-8 of the
tap, more than is allowed before a thousand steps are done.
"""

import json
import unittest

import command


class RoundingOfTaps(unittest.TestCase):
    def test_every_stage_that_can_run_keeps_the_taps_apart(self):
        for half_length in (3, 6):
            with self.subTest(half_length=half_length):
                run = command.ladder("verify", "--json", "--size=131x150",
                                     f"--half-length={half_length}", "--nt=1000")
                verdicts = {line["stage"]: line["verdict"]
                            for line in map(json.loads, run.stdout.splitlines())}
                self.assertEqual(verdicts["c-simd"], "right")
                self.assertEqual(set(verdicts.values()) - {"right", "skipped"}, set(), verdicts)

    def test_a_stage_that_rounds_their_sum_is_found(self):
        plugin = command.BUILD / "plugins/merges_centre_taps.so"
        for half_length in (3, 6):
            with self.subTest(half_length=half_length):
                run = command.ladder("verify", f"--stage={plugin}", "--size=131x150",
                                     f"--half-length={half_length}", "--nt=1000")
                self.assertEqual(run.returncode, 3, run.stdout + run.stderr)
                self.assertRegex(run.stdout, "the interior is off by")

    def test_a_stage_near_a_source_at_the_surface_is_right(self):
        # The interior holds 1e-5 of the peak then, and the original happens to round well.
        for depth in (0, 40):
            with self.subTest(depth=depth):
                run = command.ladder("verify", "--case=small", "--stage=c-simd", "--nt=60",
                                     "--operator=taylor", "--half-length=8",
                                     f"--source=2200,{depth}")
                self.assertEqual(run.returncode, 0, run.stdout + run.stderr)
