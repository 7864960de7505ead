"""The wave in numba, on all cores.

Changes: numba: the time loop compiled, columns divided among threads
Why: LLVM compiles it as it compiles C; sums along a column are loops that it makes vectors of.
Expected: 0.9 to 2 times the speed of c-omp: LLVM's vectors along a column, no step in the driver
"""

import numpy
from numba import njit, prange

from case_wave import WaveProgram

LANGUAGE = "Python numba"
DEVICES = ("cpu",)
NEEDS = ("numba",)


@njit(parallel=True, error_model="numpy")
def time_loop(
    p, q, v2dt2, taper, taps_x, taps_z, wavelets, sources, receivers, traces, first, count
):
    nx, nz = v2dt2.shape
    reach = len(taps_x) - 1
    for n in range(first, first + count):
        for ix in prange(nx):
            x = ix + reach
            lap = (taps_x[0] + taps_z[0]) * p[x, reach : reach + nz]
            for k in range(1, reach + 1):
                left, right, here = p[x - k], p[x + k], p[x]
                for z in range(nz):
                    lap[z] += taps_x[k] * (left[z + reach] + right[z + reach]) + taps_z[k] * (
                        here[z + reach - k] + here[z + reach + k]
                    )
            for z in range(nz):
                t, old = taper[ix, z], q[x, z + reach]
                q[x, z + reach] = t * (
                    numpy.float32(2) * p[x, z + reach] - t * old + v2dt2[ix, z] * lap[z]
                )
        p, q = q, p
        for s in range(len(sources)):
            p.ravel()[sources[s]] += wavelets[n, s]
        for r in range(len(receivers)):
            traces[n + 1, r] = p.ravel()[receivers[r]]


class Steps(WaveProgram):
    def load(self, case):
        self.taper, self.wavelets, self.sources, self.receivers, *self.taps = self.arrays(case)
        self.v2dt2 = case.v2dt2.copy()
        self.fields = [numpy.zeros(self.wide, "float32") for _ in range(2)]
        self.traces = numpy.zeros((case.steps + 1, len(case.receivers)), "float32")
        self.upload(self.v2dt2, self.v2dt2, 0)
        self.advance(1)  # compiles

    def upload(self, now, before, step):
        self.first = self.step = step
        self.fields[0][self.inside], self.fields[1][self.inside] = now, before / self.taper
        self.traces[step] = self.fields[0].ravel()[self.receivers]

    def advance(self, count):
        time_loop(
            *self.fields,
            self.v2dt2,
            self.taper,
            *self.taps,
            self.wavelets,
            self.sources,
            self.receivers,
            self.traces,
            self.step,
            count,
        )
        self.step += count
        self.fields = self.fields[:: 1 - 2 * (count % 2)]

    def download(self, now, before, traces):
        now[:] = self.fields[0][self.inside]
        before[:] = self.fields[1][self.inside] * self.taper
        traces[self.first : self.step + 1] = self.traces[self.first : self.step + 1]
