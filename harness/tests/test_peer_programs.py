# label: cli
"""scripts/peers: how the traces of a peer are judged that runs outside of ladder, and what its
record holds; what Deepwave and SWEEP are given of a shot in any number of dimensions, by stand-ins
for them in NumPy; and whether the verdict sees a shot that is another."""

import json
import sys
import unittest

from peer_stand_ins import DT, M, STEPS, exact_taps, numpy, propagate, stand_ins
from source_tree import SOURCE, folder_of, lacks

if not lacks("numpy"):
    from border_verdict import judge, quiet_samples, rounding_of_steps, rounding_of_taps
    from shared_run import Case
    from shot_parts import Parts
    from taylor import side_taps


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class Verdicts(unittest.TestCase):
    def setUp(self):
        self.ours = numpy.random.default_rng(1).normal(size=(3, 20))
        self.quiet = numpy.array([20, 10, 0])

    def verdict(self, receiver=0, sample=0, change=0.0, quiet=None):
        traces = self.ours.copy()
        traces[receiver, sample] += change
        return judge(traces, self.ours, self.quiet if quiet is None else quiet, 1e-6)[0]["passed"]

    def test_a_difference_counts_until_the_borders_answer(self):
        self.assertTrue(self.verdict())
        self.assertFalse(self.verdict(receiver=1, sample=9, change=0.01))
        self.assertTrue(self.verdict(receiver=1, sample=10, change=0.01))

    def test_no_number_is_wrong_wherever_it_stands(self):
        self.assertFalse(self.verdict(receiver=2, sample=5, change=float("nan")))

    def test_nothing_compared_is_nothing_proved(self):
        self.assertFalse(self.verdict(quiet=0 * self.quiet))
        self.ours[:, :5] = 0  # until then the wave has not come
        self.assertFalse(self.verdict(quiet=0 * self.quiet + 5))

    def test_the_border_answers_along_the_way_to_the_mirror_image(self):
        # 100 x 50 cells of 10 m, a sponge of 10 at the right alone: the last cell before it is 89.
        sponge = numpy.ones(100)
        sponge[90:] = 0.9
        case = Case(4, 1000, 0.001, (10.0, 10.0), None, (sponge, numpy.ones(50)),
                    numpy.ones((100, 50)), None,
                    numpy.array([[50, 20]]), numpy.array([[70, 20], [89, 20], [90, 20]]))
        # A cell takes 10 samples. The last receiver is in the sponge.
        self.assertEqual(quiet_samples(case, Parts(case)).tolist(), [(39 + 19) * 10, 39 * 10])

    def test_rounding_of_taps_grows_with_time_and_is_none_where_none_is_rounded(self):
        sides = side_taps(4, 20.0)
        exact = numpy.array([*sides[::-1], -2 * sum(sides), *sides])
        wavelet = numpy.exp(-((numpy.arange(500) - 75) / 20.0) ** 2)[None]

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
        taps = (numpy.array([1.0, -2.0, 1.0]),) * 2

        def of(steps, v2dt2):
            field = numpy.full((3, 3), v2dt2)
            return rounding_of_steps(Case(1, steps, 1.0, (1.0, 1.0), taps, None, field,
                                          *[None] * 3),
                                     numpy.ones((2, steps + 1)))
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


def sponge(cells, before, after):
    factors = numpy.ones(cells)
    factors[:before] = factors[cells - after:] = 0.9
    return factors


def case_of(widths, shape):
    """A velocity that grows along the first axis, but not in its borders; every axis has another
    spacing."""
    from shared_run import Case
    spacing = (12.0, 11.0, 10.0)[-len(shape):]
    sponges = tuple(sponge(n, *pair) for n, pair in zip(shape, zip(widths[::2], widths[1::2])))
    along = numpy.clip(numpy.arange(shape[0]), widths[0], shape[0] - 1 - widths[1])
    speed = (1500.0 + 100 * along).reshape(-1, *[1] * (len(shape) - 1)) * numpy.ones(shape)
    times = (numpy.arange(STEPS) - 12) / 5
    wavelet = ((1 - 2 * times**2) * numpy.exp(-times**2))[None].astype("float32")
    middle = numpy.array([[n // 2 for n in shape]])
    receivers = numpy.array([[n // 2 + shift for n in shape] for shift in (-2, -1, 1, 2)]
                            + [[0] * len(shape)])
    taps = tuple(exact_taps(d).astype("float32") for d in spacing)
    return Case(M, STEPS, DT, spacing, taps, sponges, ((speed * DT)**2).astype("float32"), wavelet,
                middle, receivers)


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class Shots(unittest.TestCase):
    SHAPES = (((2, 3, 0, 4), (21, 19)), ((1, 3, 0, 4, 5, 1), (21, 17, 19)),
              ((0,) * 6, (17, 21, 19)))

    def setUp(self):
        patched = stand_ins()
        patched.start()
        self.addCleanup(sys.modules.pop, "deepwave_shot", None)
        self.addCleanup(patched.stop)
        import deepwave_shot
        self.Shot = deepwave_shot.Shot

    def compared(self, shot_of, widths, shape):
        """A shot whose traces are those of ladder."""
        case = case_of(widths, shape)
        shot = shot_of(case, "cpu")
        traces = shot.gather()
        ours, _, _ = propagate(case.v2dt2, case.taps, case.wavelets, case.sources,
                               case.receivers[shot.parts.heard])
        self.assertEqual(traces.shape, ours.shape)
        self.assertLess(numpy.abs(traces - ours).max(), 1e-5 * numpy.abs(ours).max())
        return shot

    def test_deepwave_gets_the_shot_of_ladder(self):
        for widths, shape in self.SHAPES:
            with self.subTest(widths=widths):
                shot = self.compared(self.Shot, widths, shape)
                self.assertEqual(shot.info.pml_width, list(widths))
                self.assertEqual(shot.info.accuracy, 2 * M)
                # The last receiver is in a corner: in the sponge, where there is one.
                self.assertEqual(shot.parts.heard.tolist(), [True] * 4 + [not any(widths)])

    def test_sweep_gets_the_shot_of_ladder(self):
        self.addCleanup(sys.modules.pop, "sweep_shot", None)
        import sweep_shot
        usual = ((50, 50, 0, 50), (121, 70))  # of one width, and a free surface above
        for widths, shape in (*self.SHAPES[:2], usual):
            with self.subTest(widths=widths):
                self.assertEqual(self.compared(sweep_shot.Shot, widths, shape).solver.order, 2 * M)

    def test_another_shot_is_wrong(self):
        from side_by_side import judged
        case = case_of((0,) * 6, (17, 21, 19))
        ours, _, _ = propagate(case.v2dt2, case.taps, case.wavelets, case.sources, case.receivers)

        def right(other):
            shot = self.Shot(other, "cpu")
            return judged(shot, shot.gather(), ours, "all along")[0]["passed"]

        self.assertTrue(right(case))
        for axis in range(3):
            self.assertFalse(right(case._replace(sources=case.sources
                                                 + numpy.eye(3, dtype=int)[axis])), f"axis {axis}")
        late = numpy.pad(case.wavelets, ((0, 0), (1, 0)))[:, :-1]
        self.assertFalse(right(case._replace(wavelets=late)), "a sample late")
        self.assertFalse(right(case._replace(v2dt2=case.v2dt2 * numpy.float32(1.001))),
                         "a velocity 0.05 % too high")

    def test_a_border_answers_from_every_side(self):
        for side in range(6):
            widths = [0] * 6
            widths[side] = 3
            case = case_of(widths, (21, 17, 19))
            parts, axis = Parts(case), side // 2
            to_last = [parts.inside[axis].start, parts.inside[axis].stop - 1][side % 2]
            # of the source; a receiver at the source hears it after both ways
            here = case.sources[0, axis]
            at_source = case._replace(receivers=case.sources, steps=10000)
            wanted = 2 * abs(to_last - here) * case.spacing[axis] / parts.speed.max() / DT
            self.assertEqual(quiet_samples(at_source, Parts(at_source)).tolist(), [int(wanted)],
                             f"side {side}")


class Cases(unittest.TestCase):
    def test_the_volume_has_source_and_receivers_at_its_interface(self):
        import table_cases
        task = table_cases.task_of("64-order-16", "cpu", folder_of(self))
        self.assertEqual(task.options[:2], ("--grid=64", "--half-length=8"))
        self.assertTrue(task.volume)
        heights = [float(line.split()[2])
                   for line in task.case.read_text().splitlines() if line.startswith("z = ")]
        self.assertLess(abs(heights[0] - heights[1]), 50)

    def test_every_case_of_the_table_has_stages_on_both_devices(self):
        import table_cases
        for name in table_cases.names():
            for device in ("cpu", "cuda") if name != "migration" else ():
                task = table_cases.task_of(name, device, folder_of(self))
                self.assertTrue(all(task.stages) and task.samples > 1, name)
