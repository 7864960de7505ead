"""scripts/peers: what needs neither the network nor the peers themselves."""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
PEERS = SOURCE / "scripts" / "peers"


def load(path):
    loader = importlib.machinery.SourceFileLoader(path.stem, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(path.stem, loader))
    loader.exec_module(module)
    return module


class Gathers(unittest.TestCase):
    def setUp(self):
        try:
            import numpy
        except ImportError:
            self.skipTest("NumPy is not there")
        self.numpy, self.compare = numpy, load(PEERS / "compare_gathers.py").compare

    def test_a_gather_is_itself(self):
        one = self.numpy.arange(12.0).reshape(3, 4)
        correlation, misfit = self.compare(one, one)
        self.assertAlmostEqual(correlation, 1)
        self.assertEqual(misfit, 0)

    def test_a_sign_is_seen_and_a_scale_is_a_misfit(self):
        one = self.numpy.arange(12.0).reshape(3, 4)
        self.assertAlmostEqual(self.compare(-one, one)[0], -1)
        self.assertAlmostEqual(self.compare(1.5 * one, one)[1], 0.5)

    def test_zeros_and_other_shapes_are_refused(self):
        one = self.numpy.arange(12.0).reshape(3, 4)
        for other in (0 * one, one.T):
            with self.assertRaises(ValueError):
                self.compare(one, other)


class Devito(unittest.TestCase):
    def record(self, times):
        return {"samples": {"wall_ns": times}}

    def test_a_ratio_is_of_neighbouring_samples(self):
        # The machine slowed down for both in the second half: the ratio does not see it.
        ours, theirs = self.record([1, 1, 1, 10, 10, 10]), self.record([2, 2, 2, 20, 20, 20])
        for value in load(PEERS / "devito").ratio(ours, theirs):
            self.assertAlmostEqual(value, 2)

    def test_a_ratio_lies_in_its_interval(self):
        middle, low, high = load(PEERS / "devito").ratio(self.record([10, 11, 9, 12]), self.record([20, 19, 25, 18]))
        self.assertLess(low, high)
        self.assertTrue(low <= middle <= high)

    def command(self, *words):
        return subprocess.run([sys.executable, "-B", str(PEERS / "devito"), *words], capture_output=True, text=True)

    def test_an_unknown_case_is_a_wrong_command(self):
        done = self.command("--cases=nowhere")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("nowhere", done.stderr)

    def test_without_a_build_it_says_what_to_run(self):
        done = self.command("--ladder=/nonexistent/ladder")
        self.assertEqual(done.returncode, 6)
        self.assertIn("scripts/ladder", done.stderr)


if __name__ == "__main__":
    unittest.main()
