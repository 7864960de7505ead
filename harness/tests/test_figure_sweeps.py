# label: cli
# cost: 20
"""The sweeps of the figures on a machine without a GPU: what they leave is what the plots need."""

import os
import pathlib
import unittest

import command
import plotting
from command import BUILD, lines_of
from plotting import Plot
from source_tree import execute

SWEEPS = plotting.SCRIPTS / "experiments/figure_sweeps"
SMALL = ("--case=small", "--lengths=64,126", "--sizes=24,40", "--heat-sizes=12,16",
         "--wave3d-sizes=12,20")
# As on a machine without a GPU, wherever the test runs; threads that wait for each other leave the
# cores to other tests.
ENVIRONMENT = {**os.environ, "CUDA_VISIBLE_DEVICES": "", "OMP_WAIT_POLICY": "passive"}


def figure_sweeps(*arguments, code=0):
    return execute(SWEEPS, *arguments, timeout=600, env=ENVIRONMENT, code=code)


class WithoutGpu(Plot):
    def test_what_is_possible_is_measured_drawn_and_resumed(self):
        done = figure_sweeps(*SMALL, BUILD, self.path / "results")
        self.assertIn("the CUDA stages cannot run here", done.stderr)
        kept = {path.name: lines_of(path) for path in sorted((self.path / "results").iterdir())}
        self.assertEqual(list(kept), ["error_growth.jsonl", "heat-passes.jsonl",
                                      "heat-sizes-12.jsonl", "heat-sizes-16.jsonl",
                                      "scaling-24.jsonl", "scaling-40.jsonl",
                                      "wave3d-sizes-12.jsonl", "wave3d-sizes-20.jsonl"])
        self.assertEqual({record["case"]["steps"] for record in kept["error_growth.jsonl"]},
                         {63, 125})
        text = self.drawn("error_growth", "--case", "small", self.path / "results")
        self.has(text, "fortran", "c-simd", "c-omp", "limit", "63 to 125 steps")
        text = self.drawn("scaling", self.path / "results")
        self.has(text, "c-simd", "c-omp", "case uniform-24 (24 x 24 cells",
                 "case uniform-40 (40 x 40 cells")

        text = self.drawn("heat_sizes", self.path / "results")
        self.has(text, "c-temporal", "memory, 8 B a point", "heat-12 (12 x 12 x 12 cells",
                 "heat-16 (16 x 16 x 16 cells")
        text = self.drawn("heat_passes", "--case", "heat-16", self.path / "results")
        self.has(text, "c-temporal, 1 step", "c-temporal, 8 steps")

        text = self.drawn("wave3d_sizes", self.path / "results")
        self.has(text, "c-wavefront", "memory, 16 B a point", "wave3d-12 (12 x 12 x 12 cells",
                 "wave3d-20 (20 x 20 x 20 cells")

        # A point is taken away, as if the sweep had been interrupted.
        path = self.path / "results/scaling-40.jsonl"
        command.write_lines(path, kept["scaling-40.jsonl"][:-1])
        figure_sweeps(*SMALL, BUILD, self.path / "results")
        names = [[record["stage"]["name"] for record in records]
                 for records in (lines_of(path), kept["scaling-40.jsonl"])]
        self.assertEqual(*names)
        self.assertEqual(len(lines_of(self.path / "results/error_growth.jsonl")),
                         len(kept["error_growth.jsonl"]))

    def test_a_file_that_no_sweep_makes_is_refused_in_words(self):
        done = figure_sweeps("--only=error_growth,scalings", BUILD, self.path / "results", code=2)
        self.assertIn("--only=scalings: there is no such file; there are figure13 ", done.stderr)
        self.assertIn(" error_growth scaling heat-sizes heat-passes wave3d-sizes\n", done.stderr)
        self.assertFalse((self.path / "results").exists())
        done = figure_sweeps("--only=copies-3072", BUILD, self.path / "results", code=2)
        self.assertIn("--only=copies-3072 names none of the files that can be made here",
                      done.stderr)


class Arguments(unittest.TestCase):
    def test_wrong_ones_are_refused(self):
        for arguments in ((), (BUILD, "x", "y"), ("--bogus", BUILD, "x"),
                          (pathlib.Path("/nowhere"), "x")):
            with self.subTest(arguments):
                figure_sweeps(*arguments, code=2)
