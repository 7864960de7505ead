"""What PyTorch and Triton share: tensors of a case and CUDA graphs. No maths here."""

import numpy
import torch

from case_heat import HeatProgram
from case_wave import WaveProgram
from graphs import Graphed

KINDS = {"i": torch.int64, "f": torch.float32}


class OfTorch(Graphed):
    def made(self, values):
        """On the device, in memory that graphs may hold."""
        values = numpy.array(values)
        return torch.tensor(values, dtype=KINDS[values.dtype.kind], device=self.device)

    def zeros(self, *shape, kind=torch.float32):
        return torch.zeros(shape, dtype=kind, device=self.device)

    def overwrite(self, tensor, values):
        tensor.copy_(self.made(values))

    def capture(self, work):
        if self.device == "cpu":
            return work
        captured = torch.cuda.CUDAGraph()
        with torch.cuda.graph(captured):
            work()
        return captured.replay

    def wait(self):
        if self.device == "cuda":
            torch.cuda.synchronize()


class TorchWave(OfTorch, WaveProgram):
    """Has fields p(n) and p(n-1), or the other way round at odd turns, traces, and `step`: n, on
    the device."""

    def __init__(self, case, device):
        super().__init__(case, device)
        self.fields = [self.zeros(*self.wide) for _ in range(2)]
        self.traces = self.zeros(case.steps + 1, len(case.receivers))
        self.step = self.zeros(1, kind=torch.int64)

    def load(self, case):
        names = "taper", "wavelets", "sources", "receivers"
        arrays = self.arrays(case)
        axes = ("taps_y", "taps_x", "taps_z")[-case.v2dt2.ndim :]
        self.keep(**dict(zip((*names, *axes), arrays)), v2dt2=case.v2dt2)
        self.prepare()
        self.make_ready(case.steps)

    def prepare(self):
        pass

    def upload(self, now, before, step):
        self.turn, self.first, self.done = 0, step, step
        self.step.fill_(step)
        self.fields[0][self.inside].copy_(torch.from_numpy(now))
        self.fields[1][self.inside].copy_(torch.from_numpy(before))
        self.fields[1][self.inside].div_(self.taper)
        self.record()
        self.wait()

    def record(self):
        self.traces[self.done] = self.fields[self.turn].view(-1)[self.receivers]

    def download(self, now, before, traces):
        self.record()
        torch.from_numpy(now).copy_(self.fields[self.turn][self.inside])
        kept = self.fields[1 - self.turn][self.inside] * self.taper
        torch.from_numpy(before).copy_(kept)
        known = slice(self.first, self.done + 1)
        torch.from_numpy(traces[known]).copy_(self.traces[known])


class TorchHeat(OfTorch, HeatProgram):
    def __init__(self, case, device):
        super().__init__(case, device)
        self.fields = [self.zeros(*self.shape) for _ in range(2)]

    def load(self, case):
        self.factor = case.factor
        self.make_ready(case.steps)

    def upload(self, now):
        self.turn = 0
        for field in self.fields:
            field.copy_(torch.from_numpy(now))
        self.wait()

    def download(self, now):
        torch.from_numpy(now).copy_(self.fields[self.turn])
