"""The shot of a case as SWEEP (`sweep-solver` on PyPI) takes it: the same cells, time step, source
and receivers, of a plane or a volume.

- On a GPU its compiled CUDA core runs (impl='c'), on a CPU its step through torch.compile
  (impl='eager').
- The sponge's cells become those of its CPML; a border without a sponge is its free surface, where
  the halo is zero, as beyond ladder's border.
- Its axes are z, (y), x: ours with the last axis in front. Coordinates are x, (y), z.
- It adds the wavelet to p(n+1) as it is, and its row n is p(n+1).
- Without a gradient it keeps no wavefield, and adds no cells between model and CPML
  (boundary_buffer=0).
"""

import time
import warnings
from importlib.metadata import version

import numpy
import torch
from sweep.equations import Acoustic, Acoustic3D
from sweep.propagator.options import Full
from sweep.propagator.torch import PropTorch

import shot_parts
from shot_parts import Outside, Parts


class Shot(Outside):

    def __init__(self, case, device):
        self.device, self.case, self.parts = torch.device(device), case, Parts(case)
        volume = len(case.spacing) == 3
        if len(case.sources) != 1:
            raise ValueError("one source a shot is all that is compared with SWEEP")
        model = numpy.moveaxis(self.parts.speed[self.parts.inside], -1, 0)
        widths = [*self.parts.widths[-2:], *self.parts.widths[:-2]]
        free = [width == 0 for width in widths]
        if len({*widths} - {0}) == 1 and not any(free[1:]):  # what its user would write
            free, widths = free[0], max(widths)
        equation = (Acoustic3D if volume else Acoustic)(
            spatial_order=2 * case.half_length, device=device
        )
        self.solver = PropTorch(
            equation,
            shape=model.shape,
            dh=[case.spacing[-1], *case.spacing[:-1]],
            dt=case.dt,
            device=device,
            abcn=widths,
            free_surface=free,
            boundary_buffer=0,
            memory=Full(),
            impl="c" if self.device.type == "cuda" else "eager",
        )
        if self.solver.impl != "c" and self.device.type == "cuda":
            raise ValueError("SWEEP's CUDA core is not there")
        self.model = torch.from_numpy(numpy.ascontiguousarray(model, dtype="float32")).to(
            self.device
        )
        self.wavelet = torch.from_numpy(case.wavelets[0].astype("float32")).to(self.device)
        axes = [1, 0, 2] if volume else [0, 1]
        self.source, self.receivers = (
            (cells - self.parts.first)[:, axes].astype("int64")
            for cells in (case.sources, self.parts.receivers)
        )

    def run(self):
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            traces = self.solver(
                self.wavelet,
                self.source,
                self.receivers[None],
                models=[self.model],
                max_vel=float(self.parts.speed.max()),
            )
        return traces[0, :, :, 0].cpu().numpy()

    def seconds(self):
        """Of a run with its traces brought to the host."""
        began = time.perf_counter()
        self.run()
        return time.perf_counter() - began

    def gather(self):
        """[heard receivers, steps + 1], as ladder's."""
        traces = self.run().T.astype(float)
        return numpy.column_stack([numpy.zeros(len(traces)), traces])

    def taps(self):
        """Rounded before they are divided by the spacing squared."""
        from sweep.scalars import fd_coefficients

        side = fd_coefficients(2, 2 * self.case.half_length)
        whole = numpy.concatenate([side[::-1], [-2 * side.sum()], side]).astype("float32")
        return tuple(whole / numpy.float32(d) ** 2 for d in self.case.spacing)

    def head(self):
        return shot_parts.head(
            "sweep", self.device.type == "cuda",
            f"SWEEP, order {2 * self.case.half_length}, impl='{self.solver.impl}', CPML",
            "slower than fused: fields of the CPML, a launch or more a step",
            f"sweep-solver {version('sweep-solver')}, PyTorch {torch.__version__}")

    def knobs(self):
        return {"order": [2 * self.case.half_length], "cpml": [max(self.parts.widths)]}
