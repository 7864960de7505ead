"""The wave as the arrays of the rungs take it."""

import functools

import numpy

from shared_run import HeatCase
from stage_server import Refusal


class WaveProgram:
    """A plane of the wave, or a volume where AXES says so. Fields are (nx, nz) or (ny, nx, nz)
    within a margin of zeros as wide as the operator reaches, `inside` are their cells. A step is
    p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)), T the taper: so p(n-1), which ladder has
    tapered twice, is kept tapered once, and upload divides by T."""

    AXES = (2,)  # how many it takes

    def __init__(self, case, device):
        if isinstance(case, HeatCase) or case.v2dt2.ndim not in self.AXES:
            raise Refusal(f"it takes the wave in {' or '.join(map(str, self.AXES))} dimensions")
        self.device, self.reach, shape = device, case.half_length, case.v2dt2.shape
        self.nx, self.nz = shape[-2:]
        self.wide = tuple(count + 2 * self.reach for count in shape)
        self.inside = tuple(slice(self.reach, self.reach + count) for count in shape)

    def arrays(self, case):
        """Tapers, wavelets as they are added after the taper, cells of sources and receivers
        within `wide`."""
        taper = functools.reduce(numpy.multiply.outer, case.sponges)
        wavelets = (case.wavelets * taper[tuple(case.sources.T)][:, None]).T
        places = [cells + self.reach for cells in (case.sources, case.receivers)]
        flat = [numpy.ravel_multi_index(at.T, self.wide).astype(numpy.int32) for at in places]
        taps = [numpy.array(taps[case.half_length :]) for taps in case.taps]  # from the centre on
        return taper, numpy.ascontiguousarray(wavelets), *flat, *taps
