"""Arrays of a case in CuPy, and CUDA graphs. No maths here."""

import cupy
import numpy

from case_heat import HeatProgram
from case_wave import WaveProgram
from graphs import Graphed


class OfCupy(Graphed):
    @staticmethod
    def made(values):
        return cupy.asarray(numpy.ascontiguousarray(values))

    @staticmethod
    def overwrite(array, values):
        array.set(numpy.ascontiguousarray(values))

    stream = None  # of all graphs, which follow each other

    def capture(self, work):
        self.stream = self.stream or cupy.cuda.Stream(non_blocking=True)
        with self.stream:
            self.stream.begin_capture()
            work()
            graph = self.stream.end_capture()
        return lambda: graph.launch(self.stream)

    def wait(self):
        cupy.cuda.runtime.deviceSynchronize()


class CupyWave(OfCupy, WaveProgram):
    """Has fields p(n) and p(n-1), or the other way round at odd turns, traces, and `step`: n, on
    the device."""

    def __init__(self, case, device):
        super().__init__(case, device)
        self.fields = [cupy.zeros(self.wide, "float32") for _ in range(2)]
        self.traces = cupy.zeros((case.steps + 1, len(case.receivers)), "float32")
        self.step = cupy.zeros(1, "int32")

    def load(self, case):
        names = "taper", "wavelets", "sources", "receivers", "taps_x", "taps_z"
        self.keep(**dict(zip(names, self.arrays(case))), v2dt2=case.v2dt2)
        self.step.fill(0)
        self.make_ready(case.steps)

    def finish(self, count):
        self.step += count

    def upload(self, now, before, step):
        self.turn, self.first, self.done = 0, step, step
        self.step.fill(step)
        self.fields[0][self.inside] = cupy.asarray(now)
        self.fields[1][self.inside] = cupy.asarray(before) / self.taper
        self.wait()

    def download(self, now, before, traces):
        p, q = self.fields[self.turn], self.fields[1 - self.turn]
        self.traces[self.done] = p.ravel()[self.receivers]
        now[:] = cupy.asnumpy(p[self.inside])
        before[:] = cupy.asnumpy(q[self.inside] * self.taper)
        self.traces[self.first : self.done + 1].get(out=traces[self.first : self.done + 1])


class CupyHeat(OfCupy, HeatProgram):
    def __init__(self, case, device):
        super().__init__(case, device)
        self.fields = [cupy.zeros(self.shape, "float32") for _ in range(2)]

    def upload(self, now):
        self.turn = 0
        self.fields[0].set(now)
        self.fields[1][:] = self.fields[0]
        self.wait()

    def download(self, now):
        self.fields[self.turn].get(out=now)
