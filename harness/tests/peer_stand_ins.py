"""Stand-ins in NumPy for Deepwave, SWEEP and PyTorch, which are large."""

import sys
import types
from unittest import mock

import source_tree  # noqa: F401  (scripts are modules by it)

try:
    import numpy
    Array = numpy.ndarray
except ImportError:
    numpy, Array = None, object

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


def laplacian(field, taps):
    """By the taps of each axis, with zeros beyond the border."""
    reach, total = len(taps[0]) // 2, 0
    wide = numpy.pad(field, reach)
    for axis, axis_taps in enumerate(taps):
        for k, tap in enumerate(axis_taps):
            total = total + tap * wide[tuple(slice(k, k + n) if other == axis
                                             else slice(reach, reach + n)
                                             for other, n in enumerate(field.shape))]
    return total


def propagate(v2dt2, taps, amplitudes, sources, receivers):
    """p(0) to p(steps) at the receivers, and the last field, with zeros beyond the border. A source
    adds its amplitude."""
    now, before, traces = numpy.zeros(v2dt2.shape), numpy.zeros(v2dt2.shape), []
    for amplitude in amplitudes.T:
        traces.append(now[tuple(receivers.T)])
        now, before = 2 * now - before + v2dt2 * laplacian(now, taps), now
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
