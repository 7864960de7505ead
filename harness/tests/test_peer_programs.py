# label: cli
"""scripts/peers: how the traces of a peer are judged that runs outside of ladder, and what its
record holds."""

import json
import unittest

from missing import lacks
from source_tree import SOURCE


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
        return self.judge(traces, self.ours, self.quiet if quiet is None else quiet,
                          1e-6)[0]["passed"]

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
        from shared_run import Case
        # 100 x 50 cells of 10 m, a sponge of 10 at the right alone: the last cell before it is 89.
        sponge = self.numpy.ones(100)
        sponge[90:] = 0.9
        case = Case(4, 1000, 0.001, (10.0, 10.0), None, (sponge, self.numpy.ones(50)),
                    self.numpy.ones((100, 50)), None,
                    self.numpy.array([[50, 20]]), self.numpy.array([[70, 20], [89, 20], [90, 20]]))
        # A cell takes 10 samples. The last receiver is in the sponge.
        self.assertEqual(quiet_samples(case, Parts(case)).tolist(), [(39 + 19) * 10, 39 * 10])

    def test_rounding_of_taps_grows_with_time_and_is_none_where_none_is_rounded(self):
        from border_verdict import rounding_of_taps
        from shared_run import Case
        from taylor import side_taps
        sides = side_taps(4, 20.0)
        exact = self.numpy.array([*sides[::-1], -2 * sum(sides), *sides])
        wavelet = self.numpy.exp(-((self.numpy.arange(500) - 75) / 20.0) ** 2)[None]

        def of(taps, time, axes=2):
            return rounding_of_taps(Case(4, 500, 0.002, (20.0,) * axes, (taps,) * axes, None, None,
                                         wavelet, None, None), time,
                                    (1500.0, 4500.0))
        self.assertLess(of(exact, 1), 1e-9)
        rounded = exact.astype("float32")
        self.assertGreater(of(rounded, 1), 1e-7)
        self.assertAlmostEqual(of(rounded, 2) / of(rounded, 1), 2)
        # a volume has the directions of a plane too
        self.assertGreaterEqual(of(rounded, 1, axes=3), of(rounded, 1))


    def test_rounding_of_steps_grows_as_the_root_of_their_number_and_with_slowness(self):
        from border_verdict import rounding_of_steps
        from shared_run import Case
        taps = (self.numpy.array([1.0, -2.0, 1.0]),) * 2

        def of(steps, v2dt2):
            field = self.numpy.full((3, 3), v2dt2)
            return rounding_of_steps(Case(1, steps, 1.0, (1.0, 1.0), taps, None, field,
                                          *[None] * 3),
                                     self.numpy.ones((2, steps + 1)))
        # The largest stable (v dt)^2 is 1/2 here.
        self.assertAlmostEqual(of(99, 0.5), 8 * 2**-24 * 10)
        self.assertAlmostEqual(of(399, 0.5), 2 * of(99, 0.5))
        self.assertAlmostEqual(of(99, 0.005), 5 * of(99, 0.5))
        self.assertEqual(rounding_of_steps(Case(1, 1, 1.0, (1.0,), taps, None, self.ours,
                                                *[None] * 3), 0 * self.ours), 0)


class Records(unittest.TestCase):
    def test_a_sample_taken_elsewhere_makes_a_record_of_the_schema(self):
        import peer_record
        path = sorted((SOURCE / "results").glob("*/*-thesis/ladder.jsonl"))[0]
        reference = json.loads(path.read_text().splitlines()[0])
        sampled = peer_record.Sampled(lambda: 0.5)
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
        self.assertEqual(reference["stage"]["name"],
                         json.loads(path.read_text().splitlines()[0])["stage"]["name"])
