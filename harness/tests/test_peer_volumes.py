# label: cli
"""scripts/peers: what Deepwave and SWEEP are given of a shot in any number of dimensions, by
stand-ins for them in NumPy; and whether the verdict sees a shot that is another."""

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
    """p(0) to p(steps) at the receivers, and the last field, with zeros beyond the border. A source
    adds its amplitude."""
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


def scalar(v, grid_spacing, dt, source_amplitudes, source_locations, receiver_locations, accuracy,
           pml_width, **_):
    """Deepwave's, but that its border cells absorb nothing."""
    ends = list(zip(pml_width[::2], pml_width[1::2]))
    inside, first = numpy.array(v.shape), numpy.array([before for before, _ in ends])
    for cells in (source_locations[0], receiver_locations[0]):
        if (cells < 0).any() or (cells >= inside).any():
            raise ValueError("a location is in no cell of the model")
    v2dt2 = (numpy.pad(numpy.asarray(v, dtype=float), ends, mode="edge") * dt)**2
    sources, receivers = (numpy.asarray(cells[0]) + first
                          for cells in (source_locations, receiver_locations))
    forces = numpy.asarray(source_amplitudes[0], dtype=float) * v2dt2[tuple(sources.T)][:, None]
    taps = [exact_taps(d) for d in grid_spacing]
    traces, now, before = propagate(v2dt2, taps, -forces, sources, receivers)
    info = types.SimpleNamespace(pml_freq=8.0, step_ratio=1, accuracy=accuracy,
                                 pml_width=list(pml_width))
    now, before, traces = (values[None].view(Tensor) for values in (now, before, traces[:, :-1]))
    return types.SimpleNamespace(wavefield_0=now, wavefield_m1=before, receiver_amplitudes=traces,
                                 info=info)


class Solver:
    """SWEEP's, but that its border cells absorb nothing: axes are z, (y), x, and coordinates the
    other way round."""

    def __init__(self, order, shape, dh, dt, device, abcn, free_surface, impl, **_):
        self.order, self.shape, self.dh, self.dt, self.impl = order, shape, dh, dt, impl
        sides = 2 * len(shape)
        free = ([free_surface] + [False] * (sides - 1) if isinstance(free_surface, bool)
                else free_surface)
        widths = abcn if isinstance(abcn, list) else [abcn] * sides
        self.widths = [0 if surface else width for surface, width in zip(free, widths)]

    def __call__(self, wavelet, sources, receivers, models, max_vel):
        ends = list(zip(self.widths[::2], self.widths[1::2]))
        v2dt2 = (numpy.pad(numpy.asarray(models[0], dtype=float), ends, mode="edge") * self.dt)**2
        first = [before for before, _ in ends]
        sources, receivers = (cells[:, ::-1] + first for cells in (sources, receivers[0]))
        taps = [exact_taps(d) for d in self.dh]
        traces, _, _ = propagate(v2dt2, taps, numpy.asarray(wavelet, dtype=float)[None], sources,
                                 receivers)
        return traces[:, 1:].T[None, :, :, None].view(Tensor)


def stand_in_of_sweep():
    modules = {name: types.ModuleType(name)
               for name in ("sweep", "sweep.equations", "sweep.propagator",
                            "sweep.propagator.options", "sweep.propagator.torch")}
    modules["sweep.equations"].Acoustic = modules[
        "sweep.equations"].Acoustic3D = lambda spatial_order, device: spatial_order
    modules["sweep.propagator.options"].Full = object
    modules["sweep.propagator.torch"].PropTorch = Solver
    return modules


def stand_ins():
    """Of deepwave, sweep and torch; what is made from them is imported anew."""
    torch = types.ModuleType("torch")
    torch.device = lambda name: types.SimpleNamespace(type=name)
    torch.from_numpy = lambda values: values.view(Tensor)
    torch.no_grad = mock.MagicMock
    torch.__version__ = "0"
    deepwave = types.ModuleType("deepwave")
    deepwave.scalar, deepwave.__version__ = scalar, "0"
    sys.modules.pop("deepwave_shot", None)
    return mock.patch.dict(sys.modules,
                           {"torch": torch, "deepwave": deepwave, **stand_in_of_sweep()})


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


if __name__ == "__main__":
    unittest.main()
