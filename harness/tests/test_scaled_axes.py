# label: unit
"""Which axes of a recorded call [scale] of ladder.toml makes longer."""

import unittest

import source_tree  # noqa: F401  (scripts are modules by it)
from adopting import scale


class Axes(unittest.TestCase):
    def found(self, bound, *recorded):
        """Whether an axis is as long as `n`; recorded: (n, first, last index) of each call."""
        calls = [
            {
                "call": number,
                "values": [
                    {"name": "a", "there": True, "lower": [low], "shape": [high - low + 1]}
                ],
            }
            for number, (_, low, high) in enumerate(recorded)
        ]
        numbers = {number: n for number, (n, _, _) in enumerate(recorded)}
        refuse = self.fail
        return scale.along({"name": "a"}, [bound], "n", numbers, {"calls": calls}, refuse) == [0]

    def test_bounds_that_name_the_argument_are(self):
        for bound in ("1:n", "0:n+1", "-2:n"):
            self.assertTrue(self.found(bound, (20, 1, 20)), bound)
        self.assertFalse(self.found("1:m", (20, 1, 20)))

    def test_bounds_without_a_name_are_where_they_end_at_it_or_have_a_border_on_both_sides(self):
        for low, high in ((1, 20), (0, 19), (0, 20), (0, 21), (-2, 23)):
            self.assertTrue(self.found("1:", (20, low, high)), (low, high))
        for low, high in ((1, 21), (1, 22), (0, 22), (-2, 21), (1, 5)):
            self.assertFalse(self.found("1:", (20, low, high)), (low, high))

    def test_bounds_without_a_name_are_by_all_calls(self):
        self.assertTrue(self.found("1:", (20, 0, 21), (30, 0, 31)))
        self.assertFalse(self.found("1:", (20, 0, 21), (30, 0, 21)))
