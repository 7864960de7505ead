# label: unit
"""The figure of tricks: what is compared with what, which of them help, and what is empty."""

import json
import re
import unittest

from plotting import Plot


def record(stage, resident, kernel, call, right=True):
    """As `ladder --ladder=ROUTINE --output=FILE` writes it, of two calls."""
    return {"problem": "routine", "stage": {"name": stage},
            "launch": {"asked": {"resident": [resident]}}, "timed_steps": 2,
            "traced": {"scopes_ns": {"kernel": kernel}}, "summary": {"median_ns": call},
            "verdict": {"passed": right}}


ROWS = [record("cuda", 1, 2000, 4000), record("cuda", 0, 2000, 90000),
        record("cuda-shared", 1, 1600, 4000), record("cuda-coarsen", 1, 2500, 1000),
        record("cuda-graph", 1, 2000, 2500), record("cuda-constant", 1, 1, 1, False)]


class Tricks(Plot):
    def folder(self):
        folder = self.path / "machine" / "2026-01-01-tricks"
        folder.mkdir(parents=True)
        (folder / "jacobi.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in ROWS))
        (folder / "nests.json").write_text('{"jacobi": {"cuda-fused": 3}}')
        return folder

    def test_kernels_are_compared_and_of_a_graph_the_call(self):
        from plots import tricks

        row = tricks.times_as_fast(tricks.points(self.folder() / "jacobi.jsonl"))["jacobi"]
        self.assertEqual(row, {"cuda-shared": 1.25, "cuda-coarsen": 0.8, "cuda-graph": 1.6,
                               "cuda-constant": "wrong"})
        self.assertEqual(tricks.helped(row), (["cuda-graph", "cuda-shared"], ["cuda-coarsen"]))

    def test_the_table_of_port_counts_what_helped(self):
        from porting import spoken

        gains = {"cuda": 10, "cuda-shared": 12.5, "cuda-coarsen": 10.1, "c-simd": 40}
        said = " ".join(spoken.tricks(
            [{"rung": rung, "stage": rung} for rung in gains],
            {rung: {"speedup_without_transfers": gain} for rung, gain in gains.items()}))
        self.assertEqual(re.findall(r"[\d.]+\d|\d", said)[:3], ["2", "1", "1.25"])
        self.assertIn("cuda-shared", said)
        self.assertNotIn("coarsen", said)

    def test_a_rung_that_is_not_there_has_its_nests(self):
        svg = self.drawn("tricks", self.folder())
        self.has(svg, "1.25", "wrong", "3 nests", "jacobi")

    def test_nothing_to_draw(self):
        code, said = self.run_it("tricks", self.path)
        self.assertNotEqual(code, 0)
        self.assertIn("rung cuda", said)


if __name__ == "__main__":
    unittest.main()
