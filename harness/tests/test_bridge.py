# label: cli
"""scripts/languages: a program in Python behind the bridge is proven as any stage, and the bridge
says what it took."""

import functools
import os
import shutil
import subprocess
import sys
import unittest

from peer_stand_ins import laplacian
from source_tree import LADDER, SOURCE, execute, folder_of, lacks

if not lacks("numpy"):
    import bridge_plugin
    import numpy
    import stage_server
LANGUAGES = SOURCE / "scripts" / "languages"


class NumPyWave:
    """The equation as it is in harness/problems/wave/wave.h."""

    tap_error = 0

    def __init__(self, case):
        self.load(case)

    def load(self, case):
        self.case = case

    def upload(self, now, before, step):
        self.now, self.before, self.step = now.copy(), before.copy(), step
        receivers = len(self.case.receivers)
        self.traces = numpy.zeros((self.case.steps + 1, receivers), "float32")
        self.record()

    def record(self):
        self.traces[self.step] = self.now[tuple(self.case.receivers.T)]

    def advance(self, count):
        taper = functools.reduce(numpy.multiply.outer, self.case.sponges)
        taps = numpy.asarray(self.case.taps) + self.tap_error
        for _ in range(count):
            after = 2 * self.now - self.before + self.case.v2dt2 * laplacian(self.now, taps)
            after[tuple(self.case.sources.T)] += self.case.wavelets[:, self.step]
            self.now, self.before = after * taper, self.now * taper
            self.step += 1
            self.record()

    def download(self, now, before, traces):
        now[:], before[:] = self.now, self.before
        traces[: self.step + 1] = self.traces[: self.step + 1]


class WrongTap(NumPyWave):
    tap_error = 1e-6


class NumPyHeat:
    """The equation as it is in harness/problems/heat/heat.h."""

    neighbours = 6

    def __init__(self, case):
        pass

    def load(self, case):
        self.factor = case.factor

    def upload(self, now):
        self.now = now.copy()

    def advance(self, count):
        inner = (slice(1, -1),) * 3
        for _ in range(count):
            around = -self.neighbours * self.now[inner]
            for axis in range(3):
                for ends in (slice(None, -2), slice(2, None)):
                    there = tuple(ends if other == axis else slice(1, -1) for other in range(3))
                    around = around + self.now[there]
            self.now[inner] += self.factor * around

    def download(self, now):
        now[:] = self.now


class WrongCentre(NumPyHeat):
    neighbours = 6.0001


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
@unittest.skipUnless(shutil.which(os.environ.get("CC", "cc")), "there is no C compiler")
class Programs(unittest.TestCase):
    def setUp(self):
        self.folder = folder_of(self)

    def verify(self, name, case="small", steps=60, problem="wave", code=None):
        plugin = bridge_plugin.build(name, self.folder, "cpu", "a test", "none", problem=problem)
        return execute(LADDER, "verify", f"--case={case}", f"--nt={steps + 1}", f"--stage={plugin}",
                       code=code)

    def test_what_is_right_is_right_and_what_is_wrong_is_wrong(self):
        for case, steps, problem, right, wrong in (
                ("small", 60, "wave", NumPyWave, WrongTap),
                ("wave3d-small", 20, "wave", NumPyWave, WrongTap),
                ("heat-small", 60, "heat", NumPyHeat, WrongCentre)):
            with self.subTest(case), stage_server.Server({"numpy": right, "wrong": wrong}):
                self.verify("numpy", case, steps, problem, code=0)
                self.verify("wrong", case, steps, problem, code=3)

    def test_the_bridge_says_what_it_took_of_a_whole_run(self):
        with stage_server.Server({"numpy": NumPyHeat}) as server:
            self.verify("numpy", "heat-small", problem="heat", code=0)
        runs = [run for costs in server.costs for run in costs.whole()]
        self.assertTrue(runs)
        for run in runs:
            self.assertEqual(run["steps"], run["of"])
            for entry in ("upload", "advance", "download"):
                outside, inside = run[entry]
                self.assertGreater(inside, 0)
                self.assertGreater(outside, inside)

    def test_what_a_library_prints_is_no_answer(self):
        talks = ("import os, sys; sys.path.insert(0, sys.argv.pop()); import rungs, serve; "
                 "rungs.every = lambda ladder: [type('', (), {'name': 'talks', 'device': 'cuda'})];"
                 "sys.modules['page_locks'] = type('', (), {"
                 "'locker': lambda: print('hello', flush=True) or os.system('echo hello')});"
                 "serve.main()")
        done = execute(sys.executable, "-B", "-c", talks, self.folder, "wave", "talks", LANGUAGES,
                       stdin=subprocess.DEVNULL)
        self.assertEqual(done.stdout, "listens\n", done.stderr)

    def test_what_it_refuses_is_reported(self):
        def refuse(case):
            raise stage_server.Refusal("it has its reasons")

        with stage_server.Server({"refuses": refuse}):
            done = self.verify("refuses")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("it has its reasons", done.stdout + done.stderr)

    def test_without_its_program_it_says_so(self):
        os.environ["LADDER_BRIDGE"] = str(self.folder / "nobody")
        done = self.verify("alone")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("does not answer", done.stdout + done.stderr)


class Command(unittest.TestCase):
    def run_it(self, *words, code=0):
        return execute(sys.executable, "-B", LANGUAGES / "run", *words, code=code)

    def test_each_rung_says_what_it_lacks_and_how_to_get_it(self):
        done = self.run_it("--list")
        for line in done.stdout.splitlines():
            self.assertRegex(line, r"^(wave|heat) +\w+-(cpu|gpu) +(its packages|.*pip install)")

    def test_an_unknown_rung_or_ladder_is_a_wrong_command(self):
        for words in (("wave", "cobol-cpu"), ("imaging", "cpu"), ("wave",), ("--what",)):
            self.run_it(f"--program={LADDER}", *words, code=2)

    def test_every_rung_that_runs_on_this_cpu_is_right(self):
        import rungs

        for ladder, case in (("wave", "small"), ("heat", "heat-small")):
            if all(one.lacks() for one in rungs.every(ladder) if one.device == "cpu"):
                self.skipTest("this Python has the packages of none")
            self.run_it(f"--program={LADDER}", ladder, "cpu", "verify", f"--case={case}",
                        "--nt=31")

    def test_a_missing_package_is_named(self):
        # Without the folder of packages none is there, whatever this machine has.
        command = [sys.executable, "-B", "-S", LANGUAGES / "run", f"--program={LADDER}"]
        execute(*command, "wave", "jax-cpu", code=6, says="pip install jax")
