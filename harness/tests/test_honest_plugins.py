# label: cli
"""Plug-ins that are right in many ways: none may be rejected. harness/tests/honest_variants.py runs
all of them."""

import unittest

from honest_variants import CASES, names, rejections


class Honest(unittest.TestCase):
    def test_there_are_twenty(self):
        self.assertGreaterEqual(len(names()), 20)

    def test_some_of_them_on_every_problem_and_with_every_proof(self):
        wave, heat = ("wave_fast_math", "wave_loop_threads"), ("heat_fast_math",)
        for names_of_all, case in ([(wave, case) for case in CASES["wave"]]
                                   + [(heat, ("--case=heat-small",))]):
            for proof in ("whole", "samples"):
                with self.subTest(names=names_of_all, case=case[0], proof=proof):
                    self.assertEqual(rejections(names_of_all, case, proof, repetitions=2), [])
