# label: cli
"""Plug-ins that are right in many ways: none may be rejected. harness/tests/honest_variants.py runs all of them."""

import unittest

from honest_variants import CASES, names, rejections


class Honest(unittest.TestCase):
    def test_there_are_twenty(self):
        self.assertGreaterEqual(len(names()), 20)

    def test_some_of_them_on_every_problem_and_with_every_proof(self):
        for name in ("wave_fast_math", "wave_loop_threads", "heat_fast_math"):
            for case in CASES[name.split("_")[0]]:
                for proof in ("whole", "samples"):
                    with self.subTest(name=name, case=case[0], proof=proof):
                        self.assertEqual(rejections(name, case, proof, repetitions=2), [])


if __name__ == "__main__":
    unittest.main()
