# label: cli
"""scripts/peers/torch and deepwave: programs in Python behind ladder's contract, and how a peer's traces are judged."""

import functools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

from missing import lacks

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
LADDER = pathlib.Path(os.environ.get("LADDER_BUILD") or SOURCE / "build") / "ladder"
PEERS = SOURCE / "scripts" / "peers"
sys.path.insert(0, str(PEERS))
sys.dont_write_bytecode = True


class NumPySteps:
    """The equation as it is in harness/stage.h."""

    tap_error = 0

    def __init__(self, case):
        self.load(case)

    def load(self, case):
        self.case = case

    def upload(self, now, before, step):
        import numpy
        self.now, self.before, self.step = now.copy(), before.copy(), step
        self.traces = numpy.zeros((self.case.steps + 1, len(self.case.receivers)), "float32")
        self.record()

    def record(self):
        self.traces[self.step] = self.now[tuple(self.case.receivers.T)]

    def laplacian(self):
        import numpy
        reach = self.case.half_length
        wide, total = numpy.pad(self.now, reach), 0
        for axis, taps in enumerate(self.case.taps):
            for k in range(2 * reach + 1):
                here = [slice(k if other == axis else reach, (k if other == axis else reach) + count)
                        for other, count in enumerate(self.now.shape)]
                total = total + (taps[k] + self.tap_error) * wide[tuple(here)]
        return total

    def advance(self, count):
        import numpy
        taper = functools.reduce(numpy.multiply.outer, self.case.sponges)
        for _ in range(count):
            after = 2 * self.now - self.before + self.case.v2dt2 * self.laplacian()
            after[tuple(self.case.sources.T)] += self.case.wavelets[:, self.step]
            self.now, self.before = after * taper, self.now * taper
            self.step += 1
            self.record()

    def download(self, now, before, traces):
        now[:], before[:], traces[:self.step + 1] = self.now, self.before, self.traces[:self.step + 1]


class WrongTap(NumPySteps):
    tap_error = 1e-6


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
@unittest.skipUnless(shutil.which(os.environ.get("CC", "cc")), "there is no C compiler")
class Programs(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def plugin(self, name):
        import peer_plugin
        return peer_plugin.build(name, self.folder, "cpu", "a test", "none")

    def ladder(self, plugin, case="small", steps=60):
        return subprocess.run([LADDER, "verify", f"--case={case}", f"--nt={steps + 1}", f"--stage={plugin}"],
                              capture_output=True, text=True)

    def test_a_right_one_is_right_and_a_wrong_one_is_wrong(self):
        import stage_server
        programs = {"numpy-steps": NumPySteps, "wrong-tap": WrongTap}
        with stage_server.Server(programs):
            for name, code in (("numpy-steps", 0), ("wrong-tap", 3)):
                for case, steps in (("small", 60), ("wave3d-small", 20)):
                    with self.subTest(name, case=case):
                        done = self.ladder(self.plugin(name), case, steps)
                        self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_what_it_refuses_is_reported(self):
        import stage_server

        def refuse(case):
            raise stage_server.Refusal("it has its reasons")

        with stage_server.Server({"refuses": refuse}):
            done = self.ladder(self.plugin("refuses"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("it has its reasons", done.stdout + done.stderr)

    def test_without_its_program_it_says_so(self):
        os.environ["LADDER_PEER"] = str(self.folder / "nobody")
        done = self.ladder(self.plugin("alone"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("does not answer", done.stdout + done.stderr)

    @unittest.skipIf(lacks("torch"), lacks("torch"))
    def test_pytorch_is_right(self):
        done = subprocess.run([sys.executable, "-B", PEERS / "torch", f"--ladder={LADDER}", "--device=cpu", "--cases=small",
                               "--ways=slices,conv", "--repetitions=1", f"--output={self.folder / 'records'}"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        records = [json.loads(line) for line in (self.folder / "records").read_text().splitlines()]
        self.assertLess({"torch-slices", "torch-conv"}, {one["stage"]["name"] for one in records})


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class Verdicts(unittest.TestCase):
    def setUp(self):
        import border_verdict
        import numpy
        self.numpy, self.judge = numpy, border_verdict.judge
        self.ours = numpy.random.default_rng(1).normal(size=(3, 20))
        self.quiet = numpy.array([20, 10, 0])

    def verdict(self, receiver=0, sample=0, change=0.0, quiet=None):
        traces = self.ours.copy()
        traces[receiver, sample] += change
        return self.judge(traces, self.ours, self.quiet if quiet is None else quiet, 1e-6)[0]["passed"]

    def test_the_same_is_right(self):
        self.assertTrue(self.verdict())

    def test_a_difference_counts_until_the_borders_answer(self):
        self.assertFalse(self.verdict(receiver=1, sample=9, change=0.01))
        self.assertTrue(self.verdict(receiver=1, sample=10, change=0.01))

    def test_no_number_is_wrong_wherever_it_stands(self):
        self.assertFalse(self.verdict(receiver=2, sample=5, change=float("nan")))

    def test_nothing_compared_is_nothing_proved(self):
        self.assertFalse(self.verdict(quiet=0 * self.quiet))
        self.ours[:, :5] = 0  # until then the wave has not come
        self.assertFalse(self.verdict(quiet=0 * self.quiet + 5))

    def test_the_border_answers_along_the_way_to_the_mirror_image(self):
        from border_verdict import quiet_samples
        from shot_parts import Parts
        from stage_server import Case
        # 100 x 50 cells of 10 m, a sponge of 10 at the right alone: the last cell before it is 89.
        sponge = self.numpy.ones(100)
        sponge[90:] = 0.9
        case = Case(4, 1000, 0.001, (10.0, 10.0), None, (sponge, self.numpy.ones(50)), self.numpy.ones((100, 50)), None,
                    self.numpy.array([[50, 20]]), self.numpy.array([[70, 20], [89, 20], [90, 20]]))
        # A cell takes 10 samples. The last receiver is in the sponge.
        self.assertEqual(quiet_samples(case, Parts(case)).tolist(), [(39 + 19) * 10, 39 * 10])

    def test_rounding_of_taps_grows_with_time_and_is_none_where_none_is_rounded(self):
        from border_verdict import rounding_of_taps
        from stage_server import Case
        from taylor import side_taps
        sides = side_taps(4, 20.0)
        exact = self.numpy.array([*sides[::-1], -2 * sum(sides), *sides])
        wavelet = self.numpy.exp(-((self.numpy.arange(500) - 75) / 20.0) ** 2)[None]

        def of(taps, time, axes=2):
            return rounding_of_taps(Case(4, 500, 0.002, (20.0,) * axes, (taps,) * axes, None, None, wavelet, None, None), time,
                                    (1500.0, 4500.0))
        self.assertLess(of(exact, 1), 1e-9)
        rounded = exact.astype("float32")
        self.assertGreater(of(rounded, 1), 1e-7)
        self.assertAlmostEqual(of(rounded, 2) / of(rounded, 1), 2)
        self.assertGreaterEqual(of(rounded, 1, axes=3), of(rounded, 1))  # a volume has the directions of a plane too


    def test_rounding_of_steps_grows_as_the_root_of_their_number_and_with_slowness(self):
        from border_verdict import rounding_of_steps
        from stage_server import Case
        taps = (self.numpy.array([1.0, -2.0, 1.0]),) * 2

        def of(steps, v2dt2):
            field = self.numpy.full((3, 3), v2dt2)
            return rounding_of_steps(Case(1, steps, 1.0, (1.0, 1.0), taps, None, field, *[None] * 3),
                                     self.numpy.ones((2, steps + 1)))
        # The largest stable (v dt)^2 is 1/2 here.
        self.assertAlmostEqual(of(99, 0.5), 8 * 2**-24 * 10)
        self.assertAlmostEqual(of(399, 0.5), 2 * of(99, 0.5))
        self.assertAlmostEqual(of(99, 0.005), 5 * of(99, 0.5))
        self.assertEqual(rounding_of_steps(Case(1, 1, 1.0, (1.0,), taps, None, self.ours, *[None] * 3), 0 * self.ours), 0)


class Records(unittest.TestCase):
    def test_a_sample_taken_elsewhere_makes_a_record_of_the_schema(self):
        import peer_record
        path = sorted((SOURCE / "results").glob("*/*-thesis/ladder.jsonl"))[0]
        reference = json.loads(path.read_text().splitlines()[0])
        sampled = peer_record.Sampled(lambda: (0.5, None))
        sampled.warm_up(1)
        sampled.take(3)
        sampled.take(4)
        head = {**reference["stage"], "name": "peer", "file": "peer 1.0"}
        made = peer_record.record_of(reference, head, {"knob": [1]}, sampled, {"passed": True})
        self.assertEqual(set(made) - {"why_not_traced"}, set(reference) - {"why_not_traced"})
        self.assertEqual(made["samples"]["round"], [0, 0, 0, 1, 1, 1, 1])
        self.assertEqual({len(values) for values in made["samples"].values()}, {7})
        self.assertEqual(made["summary"]["median_ns"], 500_000_000)
        self.assertNotEqual(made["session"], reference["session"])
        self.assertEqual(reference["stage"]["name"], json.loads(path.read_text().splitlines()[0])["stage"]["name"])


if __name__ == "__main__":
    unittest.main()
