# label: unit
"""The figure of how often checks are wrong and how often they decide."""

import unittest

from plotting import Plot


class CheckRates(Plot):
    def test_a_share_is_of_the_checks_drawn(self):
        from plots.figures import check_rates
        made = [{"slow_down": 0.05, "rounds": 20, "draws": 200, "slower": 50, "inconclusive": 150},
                {"slow_down": 0, "rounds": 20, "draws": 200, "not slower": 100, "slower": 2}]
        self.assertEqual(check_rates.rates(made), {
            ("slower", 20): [(0, 1), (5, 25)], ("not slower", 20): [(0, 50), (5, 0)]})
        self.has(self.drawn("check_rates"), "not slower", "50 rounds")


if __name__ == "__main__":
    unittest.main()
