"""The heat equation in Mojo, on a GPU.

Changes: Mojo: one kernel a step, a cell a thread, in CUDA graphs
Why: a language that reads like Python and is compiled as CUDA is, thread by thread.
Expected: the time of CuPy's within 10 %: the same loads and divisions
"""

import numpy

from device_cupy import CupyHeat
from device_mojo import Kernel

LANGUAGE = "Mojo"
DEVICES = ("cuda",)
NEEDS = ("cupy",)


class Steps(CupyHeat):
    def __init__(self, case, device):
        super().__init__(case, device)
        self.kernel = Kernel("heat_mojo")

    def enqueue(self, turn, i):
        ny, nx, nz = (numpy.int32(count) for count in self.shape)
        now, after = self.fields[turn], self.fields[1 - turn]
        self.kernel(now.size, now, after, self.factor, nz, nx, ny)
