"""The plane of the wave as the arrays of the rungs take it."""

import numpy

from shared_run import HeatCase
from stage_server import Refusal


class WaveProgram:
    """A plane of the wave. Fields are (nx, nz) within a margin of zeros as wide as the operator
    reaches, `inside` are their cells. A step is p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)),
    T the taper: so p(n-1), which ladder has tapered twice, is kept tapered once, and upload
    divides by T."""

    def __init__(self, case, device):
        if isinstance(case, HeatCase) or case.v2dt2.ndim != 2:
            raise Refusal("it takes the wave in two dimensions")
        self.device, self.reach = device, case.half_length
        self.nx, self.nz = case.v2dt2.shape
        self.wide = self.nx + 2 * self.reach, self.nz + 2 * self.reach
        self.inside = tuple(slice(self.reach, self.reach + count) for count in (self.nx, self.nz))

    def arrays(self, case):
        """Tapers, wavelets as they are added after the taper, cells of sources and receivers
        within `wide`."""
        taper = numpy.multiply.outer(*case.sponges)
        wavelets = (case.wavelets * taper[tuple(case.sources.T)][:, None]).T
        places = [cells + self.reach for cells in (case.sources, case.receivers)]
        flat = [(at @ [self.wide[1], 1]).astype(numpy.int32) for at in places]
        taps = [numpy.array(taps[case.half_length :]) for taps in case.taps]  # from the centre on
        return taper, numpy.ascontiguousarray(wavelets), *flat, *taps
