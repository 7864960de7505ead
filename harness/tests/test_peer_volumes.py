# label: cli
"""scripts/peers: what Deepwave is given of a shot in any number of dimensions, by a stand-in for it in NumPy; and whether the
verdict sees a shot that is another."""

import os
import pathlib
import sys
import tempfile
import types
import unittest
from unittest import mock

from missing import lacks

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
sys.path[:0] = [str(SOURCE / "scripts" / one) for one in ("peers", "languages")]
sys.dont_write_bytecode = True

try:
    import numpy
    Array = numpy.ndarray
except ImportError:
    Array = object

M, DT, STEPS = 2, 0.001, 40


class Tensor(Array):
    """An array that answers as a tensor."""

    def to(self, device):
        return self

    def cpu(self):
        return self

    def numpy(self):
        return numpy.asarray(self)


def exact_taps(spacing):
    from taylor import side_taps
    sides = side_taps(M, spacing)
    return numpy.array([*sides[::-1], -2 * sum(sides), *sides])


def propagate(v2dt2, taps, amplitudes, sources, receivers):
    """p(0) to p(steps) at the receivers, and the last field, with zeros beyond the border. A source adds its amplitude."""
    now, before, traces = numpy.zeros(v2dt2.shape), numpy.zeros(v2dt2.shape), []
    for amplitude in amplitudes.T:
        traces.append(now[tuple(receivers.T)])
        wide, lap = numpy.pad(now, M), 0
        for axis, axis_taps in enumerate(taps):
            for k, tap in enumerate(axis_taps):
                lap = lap + tap * wide[tuple(slice(k, k + n) if other == axis else slice(M, M + n)
                                             for other, n in enumerate(now.shape))]
        now, before = 2 * now - before + v2dt2 * lap, now
        now[tuple(sources.T)] += amplitude
    return numpy.array([*traces, now[tuple(receivers.T)]]).T, now, before


def scalar(v, grid_spacing, dt, source_amplitudes, source_locations, receiver_locations, accuracy, pml_width, **_):
    """Deepwave's, but that its border cells absorb nothing."""
    ends = list(zip(pml_width[::2], pml_width[1::2]))
    inside, first = numpy.array(v.shape), numpy.array([before for before, _ in ends])
    for cells in (source_locations[0], receiver_locations[0]):
        if (cells < 0).any() or (cells >= inside).any():
            raise ValueError("a location is in no cell of the model")
    v2dt2 = (numpy.pad(numpy.asarray(v, dtype=float), ends, mode="edge") * dt)**2
    sources, receivers = (numpy.asarray(cells[0]) + first for cells in (source_locations, receiver_locations))
    forces = numpy.asarray(source_amplitudes[0], dtype=float) * v2dt2[tuple(sources.T)][:, None]
    taps = [exact_taps(d) for d in grid_spacing]
    traces, now, before = propagate(v2dt2, taps, -forces, sources, receivers)
    info = types.SimpleNamespace(pml_freq=8.0, step_ratio=1, accuracy=accuracy, pml_width=list(pml_width))
    now, before, traces = (values[None].view(Tensor) for values in (now, before, traces[:, :-1]))
    return types.SimpleNamespace(wavefield_0=now, wavefield_m1=before, receiver_amplitudes=traces, info=info)


def stand_ins():
    """Of deepwave and torch; what is made from them is imported anew."""
    torch = types.ModuleType("torch")
    torch.device = lambda name: types.SimpleNamespace(type=name)
    torch.from_numpy = lambda values: values.view(Tensor)
    torch.no_grad = mock.MagicMock
    torch.__version__ = "0"
    deepwave = types.ModuleType("deepwave")
    deepwave.scalar, deepwave.__version__ = scalar, "0"
    sys.modules.pop("deepwave_shot", None)
    return mock.patch.dict(sys.modules, {"torch": torch, "deepwave": deepwave})


def sponge(cells, before, after):
    factors = numpy.ones(cells)
    factors[:before] = factors[cells - after:] = 0.9
    return factors


def case_of(widths, shape):
    """A velocity that grows along the first axis, but not in its borders; every axis has another spacing."""
    from shared_run import Case
    spacing = (12.0, 11.0, 10.0)[-len(shape):]
    sponges = tuple(sponge(n, *pair) for n, pair in zip(shape, zip(widths[::2], widths[1::2])))
    along = numpy.clip(numpy.arange(shape[0]), widths[0], shape[0] - 1 - widths[1])
    speed = (1500.0 + 100 * along).reshape(-1, *[1] * (len(shape) - 1)) * numpy.ones(shape)
    times = (numpy.arange(STEPS) - 12) / 5
    wavelet = ((1 - 2 * times**2) * numpy.exp(-times**2))[None].astype("float32")
    middle = numpy.array([[n // 2 for n in shape]])
    receivers = numpy.array([[n // 2 + shift for n in shape] for shift in (-2, -1, 1, 2)] + [[0] * len(shape)])
    taps = tuple(exact_taps(d).astype("float32") for d in spacing)
    return Case(M, STEPS, DT, spacing, taps, sponges, ((speed * DT)**2).astype("float32"), wavelet, middle, receivers)


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class Shots(unittest.TestCase):
    SHAPES = (((2, 3, 0, 4), (21, 19)), ((2, 3, 0, 4, 5, 1), (21, 17, 19)), ((0,) * 6, (17, 21, 19)))

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
                ours, _, _ = propagate(case.v2dt2, case.taps, case.wavelets, case.sources, case.receivers[shot.parts.heard])
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
            self.assertFalse(right(case._replace(sources=case.sources + numpy.eye(3, dtype=int)[axis])), f"axis {axis}")
        late = numpy.pad(case.wavelets, ((0, 0), (1, 0)))[:, :-1]
        self.assertFalse(right(case._replace(wavelets=late)), "a sample late")
        self.assertFalse(right(case._replace(v2dt2=case.v2dt2 * numpy.float32(1.001))), "a velocity 0.05 % too high")

    def test_a_border_answers_from_every_side(self):
        from border_verdict import quiet_samples
        from shot_parts import Parts
        for side in range(6):
            widths = [0] * 6
            widths[side] = 3
            case = case_of(widths, (21, 17, 19))
            parts, axis = Parts(case), side // 2
            to_last = [parts.inside[axis].start, parts.inside[axis].stop - 1][side % 2]
            here = case.sources[0, axis]  # of the source; a receiver at the source hears it after both ways
            at_source = case._replace(receivers=case.sources, steps=10000)
            wanted = 2 * abs(to_last - here) * case.spacing[axis] / parts.speed.max() / DT
            self.assertEqual(quiet_samples(at_source, Parts(at_source)).tolist(), [int(wanted)], f"side {side}")


class Verdicts(unittest.TestCase):
    def test_the_worse_of_two_is_the_one_that_failed_or_has_less_room(self):
        if lacks("numpy"):
            self.skipTest(lacks("numpy"))
        from side_by_side import worse
        little, much, failed = ({"passed": passed, "error": error, "limit": 1.0} for passed, error in
                                ((True, 0.1), (True, 0.5), (False, float("inf"))))
        self.assertIs(worse(little, much), much)
        self.assertIs(worse(failed, much), failed)


class Volumes(unittest.TestCase):
    def test_a_small_volume_has_a_narrow_sponge_and_a_large_one_that_of_the_case(self):
        import peer_cases
        with tempfile.TemporaryDirectory() as folder:
            case, options = peer_cases.make_volume("64-order-8", pathlib.Path(folder))
            self.assertEqual(options, ("--grid=64", "--half-length=4"))
            self.assertEqual(case.read_text().count(" = 8\n"), 6 + 1)  # sides, and the half-length of the case
            self.assertEqual(peer_cases.make_volume("512-order-2", pathlib.Path(folder)),
                             ("salt3d", ("--grid=512", "--half-length=1")))

    def test_without_absorbing_borders_all_six_sides_have_none(self):
        import peer_cases
        with tempfile.TemporaryDirectory() as folder:
            case, _ = peer_cases.make_volume("512-order-2", pathlib.Path(folder), sponge=False)
            self.assertEqual(case.read_text().count(" = 0\n"), 6)

    def test_two_step_is_measured_where_it_has_the_order(self):
        from peer_run import volume_stages
        self.assertIn("two-step", volume_stages("cuda", 2))
        self.assertNotIn("two-step", volume_stages("cuda", 4))

    def test_the_blocks_of_samples_are_all_that_was_asked_for(self):
        if lacks("numpy"):
            self.skipTest(lacks("numpy"))
        from side_by_side import blocks
        for repetitions in (1, 2, 3, 7, 15):
            for rounds in (1, 2):
                self.assertEqual(sum(blocks(repetitions, rounds)), repetitions)
                self.assertEqual(len(blocks(repetitions, rounds)), rounds + 1)


if __name__ == "__main__":
    unittest.main()
