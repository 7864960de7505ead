# label: unit
"""results/check_experiment/stopping.json: verdicts that stop when they are decided are wrong as
seldom as stated."""

import json
import math
import unittest

from command import pathlib

RECORD = json.loads((pathlib.Path(__file__).resolve().parents[2]
                     / "results/check_experiment/stopping.json").read_text())
STATED = 0.03


def at_most(count, draws, share):
    """Within three standard deviations of so many draws."""
    return count <= draws * share + 3 * math.sqrt(draws * share * (1 - share))


class Stopping(unittest.TestCase):
    def test_intervals_hold_their_level(self):
        draws = sum(one["draws"] for one in RECORD["steps"])
        self.assertGreaterEqual(sum(one["held"] for one in RECORD["steps"]), 0.93 * draws)

    def test_checks_are_wrong_as_seldom_as_stated(self):
        for one in RECORD["checks"]:
            wrong = "slower" if one["slow_down"] <= 0 else "not slower"
            if one["slow_down"] in (0, 0.02, 0.03, 0.05, 0.1):
                with self.subTest(one):
                    self.assertTrue(at_most(one.get(wrong, 0), one["draws"], STATED))

    def test_a_tenth_is_found_and_an_unchanged_one_excluded_the_more_the_longer(self):
        for slow_down, verdict in ((0.1, "slower"), (0, "not slower")):
            found = [one[verdict] for one in RECORD["checks"] if one["slow_down"] == slow_down]
            self.assertEqual(found, sorted(found))
