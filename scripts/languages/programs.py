"""What the programs of this folder share: the case as their arrays take it, and steps in CUDA graphs. Contract, no maths."""

import numpy

from stage_server import HeatCase, Refusal

GRAPH_STEPS = 100  # of one graph: launching it costs little, and it is soon captured


class WaveProgram:
    """A plane of the wave. Fields are (nx, nz) within a margin of zeros as wide as the operator reaches, `inside` are their
    cells. A step is p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)), T the taper: so p(n-1), which ladder has tapered
    twice, is kept tapered once, and upload divides by T."""

    def __init__(self, case, device):
        if isinstance(case, HeatCase) or case.v2dt2.ndim != 2:
            raise Refusal("it takes the wave in two dimensions")
        self.device, self.reach = device, case.half_length
        self.nx, self.nz = case.v2dt2.shape
        self.wide = self.nx + 2 * self.reach, self.nz + 2 * self.reach
        self.inside = tuple(slice(self.reach, self.reach + count) for count in (self.nx, self.nz))

    def arrays(self, case):
        """Tapers, wavelets as they are added after the taper, cells of sources and receivers within `wide`."""
        taper = numpy.multiply.outer(*case.sponges)
        wavelets = (case.wavelets * taper[tuple(case.sources.T)][:, None]).T
        places = [cells + self.reach for cells in (case.sources, case.receivers)]
        flat = [(at @ [self.wide[1], 1]).astype(numpy.int32) for at in places]
        taps = [numpy.array(taps[case.half_length :]) for taps in case.taps]  # from the centre on
        return taper, numpy.ascontiguousarray(wavelets), *flat, *taps


class HeatProgram:
    """The box (ny, nx, nz)."""

    def __init__(self, case, device):
        if not isinstance(case, HeatCase):
            raise Refusal("it takes the heat equation")
        self.device, self.shape = device, case.shape

    def load(self, case):
        self.factor = numpy.float32(case.factor)


class Graphed:
    """Steps from CUDA graphs. The program has enqueue(turn, i), step i of a graph that begins with field `turn` as p(n),
    capture(work), which returns what launches `work` again, and wait(); finish(count), where there is one, ends a graph."""

    turn = 0

    def make_ready(self, steps):
        """While no time is taken: compiles and captures what a whole run takes."""
        self.graphs = getattr(self, "graphs", {})
        self.turn = 0
        for count in pieces(steps):
            self.graph(count)
            self.turn = (self.turn + count) % 2
        self.turn = 0
        self.wait()

    def graph(self, count):
        key = self.turn, count
        if key not in self.graphs:
            if not self.graphs:
                self.work(*key)  # compiles
                self.wait()
            self.graphs[key] = self.capture(lambda: self.work(*key))
        return self.graphs[key]

    def work(self, turn, count):
        for i in range(count):
            self.enqueue((turn + i) % 2, i)
        self.finish(count)

    def finish(self, count):
        pass

    def run(self, count):
        for piece in pieces(count):
            self.graph(piece)()
            self.turn = (self.turn + piece) % 2
        self.wait()


def pieces(count):
    """Graphs of GRAPH_STEPS, and one of the rest."""
    return [GRAPH_STEPS] * (count // GRAPH_STEPS) + [count % GRAPH_STEPS] * (
        count % GRAPH_STEPS > 0
    )
