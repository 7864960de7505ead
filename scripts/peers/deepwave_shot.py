"""The shot of a case as Deepwave takes it: the same cells, time step, source and receivers.

- The sponge's cells become those of Deepwave's PML; a border without a sponge gets no PML, which leaves zeros beyond it,
  as ladder does.
- Deepwave subtracts (v dt)^2 f of its source f from p(n+1), so f is minus ladder's wavelet over (v dt)^2.
- Its sample n is p(n), as ours; the last one, p(steps), is taken from its final wavefield.
- Left to itself it takes a Courant number of 0.6, and more than one step a sample where dt is larger than that allows.
  It is told the Courant number of the case, so that a step is a sample.
"""

import time
import warnings

import deepwave
import numpy
import torch

ACCURACY = 8  # the highest it has: order 8 in space, which is Taylor's operator of half-length 4
COURANT_ROOM = 1.001  # so that rounding of the Courant number makes no second step


def sponge_cells(factors):
    """Of its beginning and its end."""
    half = len(factors) // 2
    return int((factors[:half] < 1).sum()), int((factors[half:] < 1).sum())


class Shot:
    def __init__(self, case, device):
        self.device, self.case = torch.device(device), case
        left, right = sponge_cells(case.sponge_x)
        top, bottom = sponge_cells(case.sponge_z)
        self.pml = [left, right, top, bottom]
        nx, nz = case.v2dt2.shape
        self.inside = slice(left, nx - right), slice(top, nz - bottom)
        self.speed = numpy.sqrt(case.v2dt2.astype(float)) / case.dt
        self.frequency = None  # of the PML; Deepwave finds it in the first run
        self.v = self.on_device(self.speed[self.inside], "float32")
        self.amplitudes = self.on_device(-case.wavelets / case.v2dt2[tuple(case.sources.T)][:, None], "float32")[None]
        self.sources, self.receivers = (self.on_device(cells - [left, top], "int64")[None]
                                        for cells in (case.sources, case.receivers))

    def on_device(self, values, kind):
        return torch.from_numpy(numpy.ascontiguousarray(values, dtype=kind)).to(self.device)

    def courant(self):
        spacing = numpy.hypot(1 / self.case.dx, 1 / self.case.dz)
        return COURANT_ROOM * float(self.speed.max() * self.case.dt * spacing)

    def propagate(self, courant):
        with torch.no_grad(), warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of the free surface, which is wanted, and of what it infers, which is told
            return deepwave.scalar(
                self.v, (self.case.dx, self.case.dz), self.case.dt, source_amplitudes=self.amplitudes,
                source_locations=self.sources, receiver_locations=self.receivers, accuracy=ACCURACY,
                pml_width=self.pml, pml_freq=self.frequency, courant_number=courant, check_output_finite=False)

    def run(self, courant=None):
        """Final fields p(n) and p(n-1), traces [receivers, steps], on the host, and what Deepwave tells of the run."""
        out = self.propagate(courant or self.courant())
        self.frequency = out.info.pml_freq
        fields = [wave[0].cpu().numpy() for wave in (out.wavefield_0, out.wavefield_m1)]
        return fields, out.receiver_amplitudes[0].cpu().numpy(), out.info

    def seconds(self):
        """Of a run with its results brought to the host, and of the call alone, by CUDA events."""
        cuda = self.device.type == "cuda"
        if cuda:
            torch.cuda.synchronize()
            events = [torch.cuda.Event(enable_timing=True) for _ in range(2)]
        began = time.perf_counter()
        self.run()
        wall = time.perf_counter() - began
        if not cuda:
            return wall, None
        events[0].record()
        self.propagate(self.courant())
        events[1].record()
        torch.cuda.synchronize()
        return wall, 1e-3 * events[0].elapsed_time(events[1])

    def gather(self):
        """[receivers, steps + 1], as ladder's, and what Deepwave tells of the run."""
        fields, traces, info = self.run()
        return numpy.column_stack([traces, fields[0][tuple(self.case.receivers.T)]]).astype(float), info
