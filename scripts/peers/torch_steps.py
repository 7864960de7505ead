"""The time loop of ladder as a user of PyTorch would write it, in four ways of taking the Laplacian.

conv      two one-dimensional convolutions (torch.nn.functional.conv2d, a kernel of one column and one of one row)
dense     one convolution with the square kernel whose cross holds the taps
slices    sums of shifted slices of a padded field
compiled  the slices, compiled by torch.compile, which makes one kernel of them

Everything is float32, and TF32 is off. On a GPU the steps are captured into CUDA graphs, so that Python is not in the
way; the number of the step lives on the device for that.
"""

import numpy
import torch
from torch.nn.functional import conv2d

from stage_server import Refusal

WAYS = ("conv", "dense", "slices", "compiled")
PADDED = ("slices", "compiled")
GRAPH_STEPS = 100  # of one graph: so many that launching it costs little, so few that it is soon captured
EAGER_STEPS = 8  # so few are not worth a graph
LEAST_COMPILED = 64 * 64  # [cells] compiling takes seconds for each size, which ladder's tiny trial grids are not worth


def prepare():
    torch.backends.cudnn.allow_tf32 = False
    torch.backends.cuda.matmul.allow_tf32 = False
    torch.backends.cudnn.benchmark = True  # takes the fastest algorithm for the size, as users of one size do


class Laplacian:
    """Of a field (nx, nz), z the last axis; `slices` takes the field with its margin of zeros."""

    def __init__(self, case, device):
        self.reach = case.half_length
        self.taps = [taps.tolist() for taps in case.taps]
        kernels = [torch.tensor(taps, device=device) for taps in self.taps]
        self.kernel_x, self.kernel_z = kernels[0].reshape(1, 1, -1, 1), kernels[1].reshape(1, 1, 1, -1)
        self.cross = torch.zeros(1, 1, 2 * self.reach + 1, 2 * self.reach + 1, device=device)
        self.cross[0, 0, :, self.reach] += kernels[0]
        self.cross[0, 0, self.reach, :] += kernels[1]

    def conv(self, p):
        image = p[None, None]
        return (conv2d(image, self.kernel_x, padding=(self.reach, 0)) +
                conv2d(image, self.kernel_z, padding=(0, self.reach)))[0, 0]

    def dense(self, p):
        return conv2d(p[None, None], self.cross, padding=self.reach)[0, 0]

    def slices(self, wide):
        """Both neighbours at a distance are added first, as their taps are the same."""
        reach = self.reach
        nx, nz = (count - 2 * reach for count in wide.shape)
        rows, columns = wide[:, reach:reach + nz], wide[reach:reach + nx]
        total = (self.taps[0][reach] + self.taps[1][reach]) * rows[reach:reach + nx]
        for k in range(1, reach + 1):
            total = total + self.taps[0][reach + k] * (rows[reach + k:reach + k + nx] + rows[reach - k:reach - k + nx])
            total = total + self.taps[1][reach + k] * (columns[:, reach + k:reach + k + nz] +
                                                       columns[:, reach - k:reach - k + nz])
        return total


class Steps:
    """A program of stage_server.py. With T the taper, a step is p(n+1) = T (2 p(n) - T p(n-1) + (v dt)^2 L p(n)): so
    p(n-1), which ladder has tapered twice, is tapered once only in between."""

    def __init__(self, case, device, way):
        if case.v2dt2.ndim != 2:
            raise Refusal("it takes two dimensions")
        if way == "compiled" and case.v2dt2.size < LEAST_COMPILED:
            raise Refusal("a grid this small is not worth compiling for")
        self.device, self.graphs, self.way = torch.device(device), {}, way
        self.laplacian = Laplacian(case, device)
        self.margin = case.half_length if way in PADDED else 0
        self.forward = torch.compile(self.forward_by, dynamic=False) if way == "compiled" else self.forward_by
        nx, nz = case.v2dt2.shape
        self.wide = [self.zeros(nx + 2 * self.margin, nz + 2 * self.margin) for _ in range(2)]
        self.inside = slice(self.margin, self.margin + nx), slice(self.margin, self.margin + nz)
        self.fields = [wide[self.inside] for wide in self.wide]  # p(n) and p(n-1), and the other way round
        self.turn = self.first = self.count = 0
        self.v2dt2, self.taper, self.minus_taper = self.zeros(nx, nz), self.zeros(nx, nz), self.zeros(nx, nz)
        self.wavelets = self.zeros(case.steps, len(case.sources))
        self.traces = self.zeros(case.steps + 1, len(case.receivers))
        self.step = self.zeros(1, kind=torch.int64)  # n
        self.sources = self.zeros(len(case.sources), kind=torch.int64)
        self.receivers = self.zeros(len(case.receivers), kind=torch.int64)

    def zeros(self, *shape, kind=torch.float32):
        return torch.zeros(shape, dtype=kind, device=self.device)

    def load(self, case):
        width = self.wide[0].shape[1]
        taper = numpy.outer(*case.sponges)
        wavelets = (case.wavelets * taper[tuple(case.sources.T)][:, None]).T  # they are added after the taper
        self.taper.copy_(torch.from_numpy(taper))
        self.minus_taper.copy_(-self.taper)
        for tensor, values in ((self.v2dt2, case.v2dt2), (self.wavelets, wavelets)):
            tensor.copy_(torch.from_numpy(numpy.array(values)))
        for tensor, cells in ((self.sources, case.sources), (self.receivers, case.receivers)):
            tensor.copy_(torch.from_numpy((cells.astype(numpy.int64) + self.margin) @ [width, 1]))
        turn = 0
        for count in pieces(case.steps):  # made for a whole run while no time is taken
            self.make_ready(turn, count)
            turn = (turn + count) % 2

    def forward_by(self, wide, before):
        """p(n+1) into the place of p(n-1)."""
        now = wide[self.inside]
        lap = getattr(self.laplacian, "slices" if self.way in PADDED else self.way)(wide)
        before.mul_(self.minus_taper).add_(now, alpha=2).addcmul_(self.v2dt2, lap).mul_(self.taper)

    def one_step(self, turn):
        self.forward(self.wide[turn], self.fields[1 - turn])
        after = self.wide[1 - turn].view(-1)
        after.index_add_(0, self.sources, self.wavelets.index_select(0, self.step)[0])
        self.step += 1
        self.traces.index_copy_(0, self.step, after.index_select(0, self.receivers)[None])

    def steps(self, turn, count):
        for i in range(count):
            self.one_step((turn + i) % 2)

    def make_ready(self, turn, count):
        """Captures steps that begin with that field as p(n). They are tried before, as cuDNN and the compiler choose
        and allocate then; what is on the device stays as it is."""
        if (turn, count) in self.graphs or count <= EAGER_STEPS:
            return
        changed = [*self.wide, self.traces, self.step]
        kept = [tensor.clone() for tensor in changed]
        self.step.zero_()
        if self.device.type == "cuda":
            aside = torch.cuda.Stream()
            aside.wait_stream(torch.cuda.current_stream())
            with torch.cuda.stream(aside):
                self.steps(turn, 2)
            torch.cuda.current_stream().wait_stream(aside)
            captured = torch.cuda.CUDAGraph()
            with torch.cuda.graph(captured):
                self.steps(turn, count)
            self.graphs[turn, count] = captured.replay
        else:
            self.steps(turn, 2)
            self.graphs[turn, count] = lambda: self.steps(turn, count)
        for tensor, values in zip(changed, kept):
            tensor.copy_(values)
        self.wait()

    def upload(self, now, before, step):
        self.turn, self.first, self.count = 0, step, step
        self.step.fill_(step)
        self.fields[0].copy_(torch.from_numpy(now))
        self.fields[1].copy_(torch.from_numpy(before))
        self.fields[1].div_(self.taper)
        self.traces[step] = self.wide[0].view(-1)[self.receivers]
        self.wait()

    def advance(self, count):
        for piece in pieces(count):
            self.make_ready(self.turn, piece)
            if (self.turn, piece) in self.graphs:
                self.graphs[self.turn, piece]()
            else:
                self.steps(self.turn, piece)
            self.turn = (self.turn + piece) % 2
        self.count += count
        self.wait()

    def download(self, now, before, traces):
        torch.from_numpy(now).copy_(self.fields[self.turn])
        torch.from_numpy(before).copy_(self.fields[1 - self.turn] * self.taper)
        known = slice(self.first, self.count + 1)
        torch.from_numpy(traces[known]).copy_(self.traces[known])

    def wait(self):
        if self.device.type == "cuda":
            torch.cuda.synchronize()


def pieces(count):
    """Graphs of GRAPH_STEPS, and one of the rest."""
    return [GRAPH_STEPS] * (count // GRAPH_STEPS) + [count % GRAPH_STEPS] * (count % GRAPH_STEPS > 0)
