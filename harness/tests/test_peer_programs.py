"""scripts/peers/torch and deepwave: programs in Python behind ladder's contract, and how Deepwave is judged."""

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
    """The equation as it stands in harness/stage.h."""

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
        nx, nz = self.now.shape
        for k in range(2 * reach + 1):
            total = total + self.case.taps_x[k] * wide[k:k + nx, reach:reach + nz]
            total = total + (self.case.taps_z[k] + self.tap_error) * wide[reach:reach + nx, k:k + nz]
        return total

    def advance(self, count):
        import numpy
        taper = numpy.outer(self.case.sponge_x, self.case.sponge_z)
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

    def ladder(self, plugin):
        return subprocess.run([LADDER, "verify", "--case=small", "--nt=61", f"--stage={plugin}"], capture_output=True,
                              text=True)

    def test_a_right_one_is_right_and_a_wrong_one_is_wrong(self):
        import stage_server
        programs = {"numpy-steps": NumPySteps, "wrong-tap": WrongTap}
        with stage_server.Server(programs):
            for name, code in (("numpy-steps", 0), ("wrong-tap", 3)):
                with self.subTest(name):
                    done = self.ladder(self.plugin(name))
                    self.assertEqual(done.returncode, code, done.stdout + done.stderr)

    def test_what_it_refuses_is_told(self):
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
        import deepwave_verdict
        import numpy
        self.numpy, self.judge = numpy, deepwave_verdict.judge
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
        from deepwave_verdict import quiet_samples
        from stage_server import Case
        # 100 x 50 cells of 10 m, a sponge of 10 at the right alone: its first cell is 89.
        case = Case(4, 1000, 10.0, 10.0, 0.001, *[None] * 4, self.numpy.zeros((100, 50)), None,
                    self.numpy.array([[50, 20]]), self.numpy.array([[70, 20], [89, 20]]))
        samples = quiet_samples(case, (0, 10, 0, 0), highest=1000.0)
        self.assertEqual(samples.tolist(), [(39 + 19) * 10, 39 * 10])

    def test_rounding_of_taps_grows_with_time_and_is_none_where_none_is_rounded(self):
        from deepwave_verdict import rounding_of_taps
        from stage_server import Case
        from taylor import side_taps
        sides = side_taps(4, 20.0)
        exact = self.numpy.array([*sides[::-1], -2 * sum(sides), *sides])
        wavelet = self.numpy.exp(-((self.numpy.arange(500) - 75) / 20.0) ** 2)[None]

        def of(taps, time):
            return rounding_of_taps(Case(4, 500, 20.0, 20.0, 0.002, taps, taps, *[None] * 3, wavelet, None, None), time,
                                    (1500.0, 4500.0))
        self.assertLess(of(exact, 1), 1e-9)
        rounded = exact.astype("float32")
        self.assertGreater(of(rounded, 1), 1e-7)
        self.assertAlmostEqual(of(rounded, 2) / of(rounded, 1), 2)


class Records(unittest.TestCase):
    def test_a_sample_taken_elsewhere_makes_a_record_of_the_schema(self):
        import peer_record
        path = sorted((SOURCE / "results").glob("*/20*.jsonl"))[0]
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
