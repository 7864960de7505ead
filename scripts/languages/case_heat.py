"""The box of the heat equation as the rungs take it."""

import numpy

from shared_run import HeatCase
from stage_server import Refusal


class HeatProgram:
    """The box (ny, nx, nz)."""

    def __init__(self, case, device):
        if not isinstance(case, HeatCase):
            raise Refusal("it takes the heat equation")
        self.device, self.shape = device, case.shape

    def load(self, case):
        self.factor = numpy.float32(case.factor)
