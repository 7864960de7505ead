"""The shot of a case as Deepwave takes it: the same cells, time step, source and receivers, of a
plane or a volume.

- The sponge's cells become those of Deepwave's PML; a border without a sponge gets no PML, which
  leaves zeros beyond it, as ladder does.
- Deepwave subtracts (v dt)^2 f of its source f from p(n+1), so f is minus ladder's wavelet over (v
  dt)^2.
- Receivers in the sponge are left out: in its PML, Deepwave has none.
- Its sample n is p(n), as ours; the last one, p(steps), is taken from its final wavefield.
- Its fields stay on the device: its user gets the traces.
- Left to itself it takes a Courant number of 0.6, and more than one step a sample where dt is
  larger than that allows. It is given the Courant number of the case, so that a step is a sample.
"""

import time
import warnings

import deepwave
import numpy
import torch

import shot_parts
from shot_parts import Outside, Parts

COURANT_ROOM = 1.001  # so that rounding of the Courant number makes no second step


class Shot(Outside):

    def __init__(self, case, device):
        self.device, self.case, self.parts, self.info = (torch.device(device), case, Parts(case),
                                                         None)
        self.frequency = None  # of the PML; Deepwave finds it in the first run
        self.v = self.on_device(self.parts.speed[self.parts.inside])
        at_sources = case.v2dt2[tuple(case.sources.T)].astype(float)
        self.amplitudes = self.on_device(-case.wavelets / at_sources[:, None])[None]
        self.sources, self.receivers = (self.on_device(cells - self.parts.first, "int64")[None]
                                        for cells in (case.sources, self.parts.receivers))

    def on_device(self, values, kind="float32"):
        return torch.from_numpy(numpy.ascontiguousarray(values, dtype=kind)).to(self.device)

    def courant(self):
        return COURANT_ROOM * self.parts.courant()

    def propagate(self, courant):
        with torch.no_grad(), warnings.catch_warnings():
            # of the free surface, which is wanted, and of what it infers, which is reported
            warnings.simplefilter("ignore")
            return deepwave.scalar(
                self.v, self.case.spacing, self.case.dt, source_amplitudes=self.amplitudes,
                source_locations=self.sources, receiver_locations=self.receivers,
                accuracy=2 * self.case.half_length,
                pml_width=self.parts.widths, pml_freq=self.frequency, courant_number=courant,
                check_output_finite=False)

    def run(self):
        """What Deepwave returns, and in words how it ran."""
        out = self.propagate(self.courant())
        self.frequency, self.info = out.info.pml_freq, out.info
        return out

    def seconds(self):
        """Of a run with its traces brought to the host; its fields stay where they are."""
        began = time.perf_counter()
        self.run().receiver_amplitudes.cpu()
        return time.perf_counter() - began

    def gather(self):
        """[heard receivers, steps + 1], as ladder's."""
        out = self.run()
        last = out.wavefield_0[0].cpu().numpy()[tuple(self.parts.receivers.T)]
        return numpy.column_stack([out.receiver_amplitudes[0].cpu().numpy(), last]).astype(float)

    def head(self):
        return shot_parts.head(
            "deepwave", self.device.type == "cuda",
            f"Deepwave's scalar propagator, accuracy {2 * self.case.half_length}, PML",
            "slower than fused: a general code, one launch or more a step",
            f"deepwave {deepwave.__version__}, PyTorch {torch.__version__}")

    def knobs(self):
        return {"accuracy": [self.info.accuracy], "pml": [max(self.info.pml_width)],
                "steps_a_sample": [self.info.step_ratio]}

    def objection(self):
        return "" if self.info.step_ratio == 1 else f"it took {self.info.step_ratio} steps a sample"
