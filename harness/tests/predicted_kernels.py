"""What `ladder predict` says of the kernels of a stage, on a made-up machine."""

import unittest

from made_up_machine import Tree
from source_tree import LADDER

# What a thread does is the same in a volume of few whole tiles as in one of many, which takes
# seconds to make.
CELLS = 192
VOLUME = (f"--grid={CELLS}", "--dt=auto")


@unittest.skipUnless((LADDER.parent / "compiled/contents").exists(), "this build has no CUDA")
class Predicted(Tree):
    def setUp(self):
        super().setUp()
        self.keep("one")

    def run_predict(self, *words):
        return self.predict("--on=one", *words)

    def rows(self, *words, case="thesis"):
        return super().rows("--on=one", f"--case={case}", *words)

    def kernels(self, *words):
        """Of each half-length that is built: that, and its kernels by name."""
        return [(row["case"]["half_length"],
                 {kernel["name"].split("<")[0]: kernel for kernel in row["kernels"]})
                for row in self.rows(*words, "--half-length=1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16",
                                     "--dt=auto")]

    def assert_built(self, rows, half_lengths):
        """All that were asked for, or those of the cases where a build has no others."""
        found = {row["case"]["half_length"] for row in rows}
        self.assertIn(found, ({*half_lengths}, {*half_lengths} & {4, 8}, {8}))

    def of_volumes(self, *words, half_lengths=(1, 2, 4, 8)):
        """Of each half-length that is built: that, and the one kernel."""
        asked = "--half-length=" + ",".join(map(str, half_lengths))
        rows = self.rows(*words, asked, *VOLUME, case="two-layer-512")
        self.assert_built(rows, half_lengths)
        for row in rows:
            kernel, = row["kernels"]
            yield row["case"]["half_length"], kernel
