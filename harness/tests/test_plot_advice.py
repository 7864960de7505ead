# label: cli
"""The plot of the thesis' advice on memories: ratios are those of the kernels and of the whole
convolution, by size."""

import json

import made_up
from made_up import MACHINE
from plotting import Plot


def record(stage, side, kernel_us, half_length=8, copies_us=0):
    """On side x side cells, 4 steps, its kernels in so many us each."""
    made = json.loads(json.dumps(made_up.record(stage)))
    made["case"].update(name=f"uniform-{side}", hash=f"{side}-{half_length}", nz=side, nx=side,
                        half_length=half_length, steps=4)
    scopes = made["traced"]["scopes_ns"]
    scopes.update({name: 0 for name in scopes}, kernel=4000 * kernel_us, h2d=4000 * copies_us)
    for row in made["traced"]["profile"]:
        row.update(calls=4, total_ns=4000 * kernel_us, least_ns=1000 * kernel_us,
                   most_ns=1000 * kernel_us)
    return made


def sweep():
    """Constant memory halves the kernel on the larger grid alone; with its copies it takes 100 us
    there, the original 860."""
    found = []
    for side, gain in ((256, 1), (1024, 2)):
        found += [record("gmem-eb", side, 100), record("gmem-zp", side, 100),
                  record("cmem", side, 100 // gain, copies_us=50),
                  record("smem", side, 200), record("fortran", side, 860)]
    return found


class Advice(Plot):
    def test_kernels_are_compared_with_the_step_before_and_the_whole_with_the_original(self):
        text = self.drawn("advice", self.keep(sweep()), "--panels")
        self.has(text, "zero padding, M = 8", "constant memory, M = 8 (thesis 2)",
                 "shared memory, M = 8 (thesis 1.5)",
                 "constant memory, M = 8 (thesis 7.96)", "256²", "1024²", "0.25", "8.60",
                 MACHINE[0])

    def test_half_lengths_are_rows_of_their_own(self):
        more = [record(stage, side, 300 if stage == "gmem-zp" else 100, half_length=16)
                for side in (256, 1024)
                for stage in ("gmem-zp", "cmem")]
        self.has(self.drawn("advice", self.keep(sweep() + more), "--panels"),
                 "constant memory, M = 16", "3.00")