"""Arrays of a case in Warp, and CUDA graphs. No maths here."""

import numpy
import warp as wp

from case_heat import HeatProgram
from case_wave import WaveProgram
from graphs import Graphed

wp.config.quiet = True
wp.init()


class OfWarp(Graphed):
    def made(self, values):
        values = numpy.ascontiguousarray(values)
        return wp.array(values, dtype=int if values.dtype.kind == "i" else float, device=self.where)

    def overwrite(self, array, values):
        wp.copy(array, self.made(values))

    def capture(self, work):
        if not self.where.is_cuda:
            return work
        wp.capture_begin(self.where)
        try:
            work()
        finally:
            graph = wp.capture_end(self.where)
        return lambda: wp.capture_launch(graph)

    def wait(self):
        wp.synchronize_device(self.where)


class WarpWave(OfWarp, WaveProgram):
    """Has fields p(n) and p(n-1), or the other way round at odd turns, traces, and `step`: n, on
    the device."""

    def __init__(self, case, device):
        super().__init__(case, device)
        self.where = wp.get_device(device)
        self.fields = [self.made(numpy.zeros(self.wide, "float32")) for _ in range(2)]
        self.traces = self.made(numpy.zeros((case.steps + 1, len(case.receivers)), "float32"))

    def load(self, case):
        self.taper_here, wavelets, _, _, taps_x, taps_z = self.arrays(case)
        places = {"sources": case.sources + self.reach, "receivers": case.receivers + self.reach}
        self.keep(taper=self.taper_here, wavelets=wavelets, taps_x=taps_x, taps_z=taps_z, **places)
        self.keep(v2dt2=case.v2dt2, step=numpy.zeros(1, "int32"))
        self.heard = tuple((case.receivers + self.reach).T)
        self.make_ready(case.steps)

    def upload(self, now, before, step):
        self.turn, self.first, self.done = 0, step, step
        for field, values in zip(self.fields, (now, before / self.taper_here)):
            self.overwrite(field, numpy.pad(values, self.reach))
        self.overwrite(self.step, numpy.array([step], "int32"))
        self.wait()

    def download(self, now, before, traces):
        p, q = (self.fields[one].numpy() for one in (self.turn, 1 - self.turn))
        now[:], before[:] = p[self.inside], q[self.inside] * self.taper_here
        traces[self.first : self.done] = self.traces.numpy()[self.first : self.done]
        traces[self.done] = p[self.heard]


class WarpHeat(OfWarp, HeatProgram):
    def __init__(self, case, device):
        super().__init__(case, device)
        self.where = wp.get_device(device)
        self.fields = [self.made(numpy.zeros(self.shape, "float32")) for _ in range(2)]

    def upload(self, now):
        self.turn = 0
        for field in self.fields:
            self.overwrite(field, now)
        self.wait()

    def download(self, now):
        now[:] = self.fields[self.turn].numpy()
