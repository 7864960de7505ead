"""Plug-ins that are right are not rejected, however odd they are."""

import unittest

from attack import Attack


class RightOnes(Attack):
    def test_honest_loop(self):
        self.accepted("honest_loop")

    def test_another_order_of_summation(self):
        self.accepted("honest_order")

    def test_fused_multiply_adds(self):
        self.accepted("honest_fused")

    def test_sums_in_double(self):
        self.accepted("honest_double")

    def test_fast_math(self):
        self.accepted("honest_fast_math")

    def test_sleeps_every_tenth_is_right_but_told_as_unsteady(self):
        run = self.accepted("sleeps_every_tenth")
        self.assertRegex(run.stdout, "right, UNSTEADY: [5-9][0-9] % of its kernels' time")
        record = self.records("sleeps_every_tenth")[0]
        self.assertGreater(record["traced"]["outlier_share"], 0.5)


if __name__ == "__main__":
    unittest.main()
