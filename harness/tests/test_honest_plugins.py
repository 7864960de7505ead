# label: cli
"""Plug-ins that are right in many ways: none may be rejected. LADDER_TEST_HONEST=5 tries all five
times; those in CUDA need a GPU."""

import glob
import os
import unittest

from command import BUILD, Command

HONEST = BUILD / "plugins/honest"
# Heat over 100 steps: a run of all 5000 takes a plain plug-in a minute.
CASES = {"wave": (("--case=small",), ("--case=wave3d-small",)),
         "heat": (("--case=heat-128", "--nt=100"),)}
EACH = int(os.environ.get("LADDER_TEST_HONEST", 0))


def names():
    gpu = glob.glob("/dev/nvidia[0-9]*")
    return sorted(one.stem for one in HONEST.glob("*.so") if gpu or "cuda" not in one.stem)


class Honest(Command):
    def are_right(self, plugins, case, repetitions):
        files = ",".join(str(HONEST / f"{name}.so") for name in plugins)
        for proof in ("whole", "samples"):
            with self.subTest(names=plugins, case=case[0], proof=proof):
                self.exits(0, f"--stage={files}", *case, f"--proof={proof}", "--json",
                           f"--repetitions={repetitions}", f"--output={self.output}")

    def test_there_are_twenty(self):
        self.assertGreaterEqual(len(names()), 20)

    def test_some_of_them_on_every_problem_and_with_every_proof(self):
        for case in CASES["wave"]:
            self.are_right(("wave_fast_math", "wave_loop_threads"), case, 2)
        self.are_right(("heat_fast_math",), ("--case=heat-small",), 2)

    @unittest.skipUnless(EACH, "LADDER_TEST_HONEST=5 tries all of them five times")
    def test_all_of_them(self):
        for name in names() * EACH:
            for case in CASES[name.split("_")[0]]:
                self.are_right((name,), case, 3)
