"""The wave in Mojo, on a GPU.

Changes: Mojo: one kernel a step, a cell a thread, in CUDA graphs
Why: a language that reads like Python and is compiled as CUDA is, thread by thread.
Expected: the time of CuPy's within 10 %: the same loads, a cell found by a division
"""

import numpy

from device_cupy import CupyWave
from device_mojo import Kernel

LANGUAGE = "Mojo"
DEVICES = ("cuda",)
NEEDS = ("cupy",)


class Steps(CupyWave):
    def __init__(self, case, device):
        super().__init__(case, device)
        self.kernel = Kernel("wave_mojo", self.reach)

    def enqueue(self, turn, i):
        sizes = self.nx, self.nz, self.wide[1], len(self.sources), len(self.receivers)
        fields = self.fields[turn], self.fields[1 - turn], self.v2dt2, self.taper
        places = self.wavelets, self.sources, self.receivers, self.traces, self.step
        numbers = (numpy.int32(one) for one in (i, *sizes))
        threads = max(self.nx * self.nz, len(self.receivers))
        self.kernel(threads, *fields, self.taps_x, self.taps_z, *places, *numbers)
