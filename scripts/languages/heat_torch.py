"""The heat equation in PyTorch, on a CPU or a GPU.

Changes: PyTorch: a sum of shifted slices, compiled by torch.compile, in CUDA graphs
Why: arrays in, arrays out; the compiler sees the whole step.
Expected: the time of naive on a GPU, of c-omp on a CPU, within 20 %: the same kernel, written by a
  compiler
"""

import torch

from device_torch import TorchHeat
from stage_server import Refusal

LANGUAGE = "Python PyTorch"
DEVICES = ("cpu", "cuda")
NEEDS = ("torch",)
# Compiling takes seconds for each size, which ladder's tiny trial grids are not worth.
LEAST_CELLS = 64 * 64


class Steps(TorchHeat):
    def __init__(self, case, device):
        if torch.Size(case.shape).numel() < LEAST_CELLS or min(case.shape) < 3:
            raise Refusal("a grid this small is not worth compiling for")
        super().__init__(case, device)
        self.forward = torch.compile(self.forward_by, dynamic=False)

    def forward_by(self, t, after):
        inner = t[1:-1, 1:-1, 1:-1]
        around = t[:-2, 1:-1, 1:-1] + t[2:, 1:-1, 1:-1] + t[1:-1, :-2, 1:-1] + t[1:-1, 2:, 1:-1]
        around = around + t[1:-1, 1:-1, :-2] + t[1:-1, 1:-1, 2:]
        after[1:-1, 1:-1, 1:-1].copy_(inner + self.factor * (around - 6 * inner))

    def enqueue(self, turn, i):
        self.forward(self.fields[turn], self.fields[1 - turn])
