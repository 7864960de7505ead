"""The wave in PyTorch, on a CPU or a GPU.

Changes: PyTorch: sums of shifted slices, compiled by torch.compile, in CUDA graphs
Why: arrays in, arrays out: no kernel, no thread is named. The compiler (Inductor, which writes
  Triton) sees the whole step.
Expected: 3 times the time of fused on a GPU, 2 times that of c-omp on a CPU: four kernels a step
"""

import torch

from device_torch import TorchWave
from stage_server import Refusal

LANGUAGE = "Python PyTorch"
DEVICES = ("cpu", "cuda")
NEEDS = ("torch",)
# Compiling takes seconds for each size, which ladder's tiny trial grids are not worth.
LEAST_CELLS = 64 * 64


def laplacian(wide, taps):
    """Both neighbours at a distance are added first, as their taps are the same; taps of each
    axis."""
    reach = len(taps[0]) - 1

    def shifted(axis, cells):
        shifts = [cells if one == axis else 0 for one in range(wide.ndim)]
        return wide[tuple(slice(reach + i, n - reach + i) for i, n in zip(shifts, wide.shape))]

    total = sum(along[0] for along in taps) * shifted(0, 0)
    for k in range(1, reach + 1):
        for axis, along in enumerate(taps):
            total = total + along[k] * (shifted(axis, k) + shifted(axis, -k))
    return total


class Steps(TorchWave):
    AXES = (2, 3)

    def __init__(self, case, device):
        if case.v2dt2.size < LEAST_CELLS:
            raise Refusal("a grid this small is not worth compiling for")
        super().__init__(case, device)
        self.forward = torch.compile(self.forward_by, dynamic=False)

    def prepare(self):
        volume = [self.taps_y.tolist()] if self.v2dt2.ndim == 3 else []
        self.taps = [*volume, self.taps_x.tolist(), self.taps_z.tolist()]

    def forward_by(self, wide, old):
        """p(n+1) into the place of p(n-1)."""
        now, before = wide[self.inside], old[self.inside]
        change = self.v2dt2 * laplacian(wide, self.taps)
        before.copy_(self.taper * (2 * now - self.taper * before + change))

    def enqueue(self, turn, i):
        self.forward(self.fields[turn], self.fields[1 - turn])
        after = self.fields[1 - turn].view(-1)
        after.index_add_(0, self.sources, self.wavelets.index_select(0, self.step)[0])
        self.step += 1
        self.traces.index_copy_(0, self.step, after.index_select(0, self.receivers)[None])
