"""Plug-ins that are right are not rejected, however odd they are."""

import pathlib
import unittest

from attack import WRONG, Attack
from command import BUILD, ladder

GPU = any(pathlib.Path("/dev").glob("nvidia[0-9]*"))


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

    def test_page_locked_arrays_are_given_or_their_lack_is_told(self):
        if GPU:
            self.accepted("asks_for_page_locks")
        else:
            run = self.run_with("asks_for_page_locks")
            self.assertEqual(run.returncode, WRONG, run.stdout + run.stderr)
            self.assertRegex(run.stdout + run.stderr, "cannot be page-locked: .")

    def test_list_shows_one_though_it_has_no_case(self):
        run = ladder("list", "--json", f"--stage={BUILD / 'plugins/honest_loop.so'}")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn('"honest-loop"', run.stdout)

    def test_sleeps_every_tenth_is_right_but_told_as_unsteady(self):
        run = self.accepted("sleeps_every_tenth")
        self.assertRegex(run.stdout, "right, UNSTEADY: [5-9][0-9] % of its kernels' time")
        record = self.records("sleeps_every_tenth")[0]
        self.assertGreater(record["traced"]["outlier_share"], 0.5)


if __name__ == "__main__":
    unittest.main()
