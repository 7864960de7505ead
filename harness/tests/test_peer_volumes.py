# label: cli
"""scripts/peers: what Deepwave and SWEEP are given of a shot in any number of dimensions, by
stand-ins for them in NumPy; and whether the verdict sees a shot that is another."""

import pathlib
import sys
import tempfile
import unittest

from missing import lacks
from peer_stand_ins import DT, M, STEPS, exact_taps, numpy, propagate, stand_ins


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

    def test_deepwave_gets_the_shot_of_ladder(self):
        for widths, shape in self.SHAPES:
            with self.subTest(widths=widths):
                case = case_of(widths, shape)
                shot = self.Shot(case, "cpu")
                traces = shot.gather()
                self.assertEqual(shot.info.pml_width, list(widths))
                self.assertEqual(shot.info.accuracy, 2 * M)
                # The last receiver is in a corner: in the sponge, where there is one.
                self.assertEqual(shot.parts.heard.tolist(), [True] * 4 + [not any(widths)])
                ours, _, _ = propagate(case.v2dt2, case.taps, case.wavelets, case.sources,
                                       case.receivers[shot.parts.heard])
                self.assertEqual(traces.shape, ours.shape)
                self.assertLess(numpy.abs(traces - ours).max(), 1e-5 * numpy.abs(ours).max())

    def test_sweep_gets_the_shot_of_ladder(self):
        self.addCleanup(sys.modules.pop, "sweep_shot", None)
        import sweep_shot
        usual = ((50, 50, 0, 50), (121, 70))  # of one width, and a free surface above
        for widths, shape in (*self.SHAPES[:2], usual):
            with self.subTest(widths=widths):
                case = case_of(widths, shape)
                shot = sweep_shot.Shot(case, "cpu")
                ours, _, _ = propagate(case.v2dt2, case.taps, case.wavelets, case.sources,
                                       case.receivers[shot.parts.heard])
                traces = shot.gather()
                self.assertEqual(shot.solver.order, 2 * M)
                self.assertEqual(traces.shape, ours.shape)
                self.assertLess(numpy.abs(traces - ours).max(), 1e-5 * numpy.abs(ours).max())

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
        from border_verdict import quiet_samples
        from shot_parts import Parts
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
        with tempfile.TemporaryDirectory() as folder:
            task = table_cases.task_of("64-order-16", "cpu", pathlib.Path(folder))
            self.assertEqual(task.options[:2], ("--grid=64", "--half-length=8"))
            self.assertTrue(task.volume)
            text = task.case.read_text()
            heights = [float(line.split()[2])
                       for line in text.splitlines() if line.startswith("z = ")]
            self.assertLess(abs(heights[0] - heights[1]), 50)

    def test_every_case_of_the_table_has_stages_on_both_devices(self):
        import table_cases
        with tempfile.TemporaryDirectory() as folder:
            for name in table_cases.names():
                for device in ("cpu", "cuda") if name != "migration" else ():
                    task = table_cases.task_of(name, device, pathlib.Path(folder))
                    self.assertTrue(all(task.stages) and task.samples > 1, name)
