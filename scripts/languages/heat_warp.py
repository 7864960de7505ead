"""The heat equation in Warp, on a GPU, or a CPU (one core).

Changes: Warp: the body of a cell in Python, translated to CUDA C++, in CUDA graphs
Why: threads stay, pointers and launches go: a kernel has its cell, arrays have their shapes.
Expected: the time of naive within 20 % on a GPU: the same loads; on a CPU that of c-O3: one core
  works
"""

import warp as wp

from device_warp import WarpHeat

LANGUAGE = "Python Warp"
DEVICES = ("cpu", "cuda")
NEEDS = ("warp",)


@wp.kernel
def forward(now: wp.array3d(dtype=float), after: wp.array3d(dtype=float), factor: float):
    j, i, k = wp.tid()
    y, x, z = j + 1, i + 1, k + 1
    around = (now[y, x, z - 1] + now[y, x, z + 1]) + (now[y, x - 1, z] + now[y, x + 1, z])
    around += now[y - 1, x, z] + now[y + 1, x, z]
    after[y, x, z] = now[y, x, z] + factor * (around - 6.0 * now[y, x, z])


class Steps(WarpHeat):
    def enqueue(self, turn, i):
        inner = tuple(max(0, count - 2) for count in self.shape)
        inputs = [self.fields[turn], self.fields[1 - turn], self.factor]
        wp.launch(forward, inner, inputs, device=self.where)
