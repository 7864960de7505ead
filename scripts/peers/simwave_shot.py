"""The shot of a case as simwave takes it: the same cells, time step, source and receivers, of a
plane or a volume.

- The sponge's cells become those of its damping layer, which goes beyond the model, as does the
  velocity of its edge. Beyond the layer are zeros that it never touches, as beyond ladder's border:
  boundary condition "none".
- Its axes are called z, x and y, of which y is the fastest: here they are ladder's y, x and z.
- It adds (v dt)^2 w of its wavelet w to p(n+1): so w is ladder's over (v dt)^2.
- A source at a point of the grid has, with a window of radius 1, the weights 0, 1 and 0 along each
  axis, to 1e-16. So has a receiver.
- Its row n is p(n). It takes a step for each row, so one more than ladder, whose result it drops.
- It says how long its compiled function took: with all steps, fields and traces in the host's
  memory before and after. That is the time of a sample here; what its Python does around it is not
  in it.
"""

import contextlib
import importlib.metadata
import io
import os
import re

import numpy
from simwave import Compiler, MultiWavelet, Receiver, Solver, Source, SpaceModel, TimeModel
from simwave.kernel.frontend import fd

import shot_parts
from shot_parts import Outside, Parts

LANGUAGES = {"cpu": "cpu_openmp", "cuda": "gpu_openmp"}
WINDOW = 1  # radius [cells]


class Shot(Outside):

    def __init__(self, case, device, compiler, flags, folder):
        self.case, self.parts, self.device = case, Parts(case), device
        self.compiler = Compiler(cc=compiler, language=LANGUAGES[device], cflags=flags)
        self.folder = folder  # into which it compiles
        speed = self.parts.speed[self.parts.inside]
        box = [end for count, d in zip(speed.shape, case.spacing) for end in (0, (count - 1) * d)]
        space = SpaceModel(bounding_box=box, grid_spacing=case.spacing, velocity_model=speed,
                           space_order=2 * case.half_length, dtype=numpy.float32)
        widths = self.parts.widths
        space.config_boundary(damping_length=tuple(width * case.spacing[i // 2]
                                                   for i, width in enumerate(widths)))
        if space.shape != speed.shape or list(space.nbl) != widths:
            raise ValueError(f"simwave makes {space.shape} cells and borders of {space.nbl}, not "
                             f"{speed.shape} and {widths}")
        # Its count of rows is rounded up, so half a step is left out.
        times = TimeModel(space_model=space, tf=(case.steps - 0.5) * case.dt, dt=case.dt)
        wavelets = case.wavelets / case.v2dt2[tuple(case.sources.T)].astype(float)[:, None]
        rows = numpy.vstack([wavelets.T, numpy.zeros(len(case.sources))])
        places = [(cells - self.parts.first) * numpy.array(case.spacing)
                  for cells in (case.sources, self.parts.receivers)]
        self.solver = Solver(space_model=space, time_model=times,
                             sources=Source(space, places[0], WINDOW),
                             receivers=Receiver(space, places[1], WINDOW),
                             wavelet=MultiWavelet(rows, times), compiler=self.compiler)

    def forward(self):
        """Traces [rows, heard receivers], and the seconds of its compiled function."""
        said, here = io.StringIO(), os.getcwd()
        os.chdir(self.folder)  # it compiles into tmp/ there
        try:
            with contextlib.redirect_stdout(said):
                _, traces = self.solver.forward()
        finally:
            os.chdir(here)
        return traces, float(re.search(r"Run forward in ([\d.]+) seconds", said.getvalue())[1])

    def seconds(self):
        return self.forward()[1]

    def gather(self):
        """[heard receivers, steps + 1], as ladder's."""
        return self.forward()[0].T.astype(float)

    def taps(self):
        """Its weights are rounded, and then divided by the spacing."""
        side = numpy.array(fd.half_coefficients(2, 2 * self.case.half_length),
                           numpy.float32)
        return tuple(numpy.concatenate([side[:0:-1], side]) / d**2 for d in self.case.spacing)

    def head(self):
        return shot_parts.head(
            "simwave", self.device == "cuda", f"simwave, space order {2 * self.case.half_length}, "
            f"{self.compiler.language}, a damping layer",
            "slower than our fused pass: each axis is a sum of its own, and no loop is blocked",
            f"simwave {importlib.metadata.version('simwave')}",
            f"{self.compiler.cc} {self.compiler.cflags}")

    def knobs(self):
        return {"order": [2 * self.case.half_length], "damping": [max(self.parts.widths)]}
