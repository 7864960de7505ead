# label: cli
# cost: 30
"""The files of plots: the same input gives the same bytes, without dates and paths; what cannot be
read or written is reported. The sweeps of the figures on a machine without a GPU: what they leave
is what the plots need."""

import json
import os
import pathlib
import shutil
import sys
import unittest

import command
import made_up
import plotting
from command import BUILD, lines_of
from plotting import SCRIPTS, Plot
from source_tree import execute

if not plotting.MISSING:
    from plots.lines import spread


class Output(Plot):
    def written(self, name, *arguments):
        """Both files, without a word."""
        self.assertEqual(self.run_it(name, *arguments), (0, ""))

    def test_the_same_input_gives_the_same_bytes(self):
        for name in ("waterfall", "roofline"):
            with self.subTest(name):
                records = self.keep(made_up.part_of_ladder())
                self.written(name, records)
                done = execute(sys.executable, "-B", SCRIPTS / "plot.py", name, *self.form, records,
                               "--output=other.svg", "--overwrite", cwd=self.path,
                               env={**os.environ, "PYTHONHASHSEED": "7"}, code=0)
                self.assertEqual(done.stdout.split(), ["other.svg", "other.png"])
                for ending in (".svg", ".png"):
                    self.assertTrue(self.output.with_suffix(ending).read_bytes()
                                    == (self.path / f"other{ending}").read_bytes(), ending)

    def test_a_python_without_the_packages_gets_a_message(self):
        """plots/__init__.py gives it, whichever figure is asked for."""
        copy = self.path / "scripts"  # where there is no build/venv to go on in
        shutil.copytree(SCRIPTS, copy, ignore=shutil.ignore_patterns("__pycache__"))
        for name in ("waterfall", "model", "all"):
            with self.subTest(name):
                execute(sys.executable, "-B", "-E", "-S", copy / "plot.py", name, code=6,
                        says="packages are missing: numpy, matplotlib; scripts/requirements.txt")

    def test_no_date_and_no_path_is_in_it(self):
        self.written("figure19", self.keep(made_up.launches("figure19")))
        svg = self.output.with_suffix(".svg").read_text()
        self.assertNotIn("dc:date", svg)
        self.assertNotIn(str(self.path), svg)
        self.assertNotIn(b"Software", self.output.with_suffix(".png").read_bytes())


class Names(Plot):
    def test_names_at_the_ends_of_curves_keep_apart_and_in_order(self):
        for wanted in ([0.5] * 7, [0.9, 0.1, 0.11, 0.12], [0.0, 1.0], [0.98, 0.99, 1.2], [0.3], []):
            with self.subTest(wanted):
                places = spread(wanted, 0.1, 0.0, 1.0)
                ordered = [place for _, place in sorted(zip(wanted, places))]
                self.assertTrue(all(b - a > 0.0999 for a, b in zip(ordered, ordered[1:])), places)
                self.assertTrue(all(-1e-9 <= place <= 1 + 1e-9 for place in places), places)


class Refusals(Plot):
    def test_a_missing_file_is_reported(self):
        self.fails(7, "gone.jsonl: No such file", "figure13", self.path / "gone.jsonl")

    def test_a_file_or_folder_without_a_record_is_reported(self):
        self.fails(7, "there is no record in it", "waterfall", self.keep([]))
        (self.path / "folder").mkdir()
        self.fails(7, "there is no file", "waterfall", self.path / "folder")
        (self.path / "folder/lines.jsonl").write_text('{"experiment": 1}\n')
        self.fails(7, "there is no file", "waterfall", self.path / "folder")

    def test_a_damaged_file_of_a_folder_is_reported(self):
        (self.path / "folder").mkdir()
        self.keep(made_up.ladder(), "folder/ladder.jsonl")
        (self.path / "folder/bad.jsonl").write_text("no JSON\n")
        self.fails(7, "bad.jsonl:1: this is no JSON", "waterfall", self.path / "folder")

    def test_what_is_no_record_is_reported_with_its_line(self):
        good = json.dumps(made_up.ladder()[0])
        no_record = r"this is not a record of ladder \(it has no schema\)"
        for code, words, line in ((7, "this is no JSON", good[:50]), (7, no_record, "[1]"),
                                  (7, no_record, "{}"),
                                  (5, "its schema is 1, this program reads 2; measure it again",
                                   '{"schema": 1}'),
                                  (7, "this record lacks", '{"schema": 2}')):
            with self.subTest(line):
                path = self.path / "bad.jsonl"
                path.write_text(f"{good}\n{line}\n")
                self.fails(code, f"bad.jsonl:2: {words}", "figure15", path)
        path.write_bytes(b"\xff\xfe\x00")
        self.fails(7, "this is no text", "figure15", path)

    def test_a_last_line_that_a_crash_cut_short_is_left_out(self):
        whole, cut = (json.dumps(record) for record in made_up.ladder()[:2])
        path = self.path / "cut.jsonl"
        path.write_text(f"{whole}\n{cut[:50]}")
        code, said = self.run_it("figure15", path)
        self.assertIn("cut.jsonl:2: this line is truncated and was left out", said)
        self.assertNotEqual(code, 7, said)
        path.write_text(cut[:50])
        self.fails(7, "cut.jsonl:1: this is no JSON", "figure15", path)

    def test_no_point_for_a_figure_is_reported_with_what_would_measure_it(self):
        ladder = self.keep(made_up.ladder(), "ladder.jsonl")
        host = self.keep(plotting.on_another_machine(made_up.ladder()))
        alone = self.keep(made_up.ladder()[:1], "alone.jsonl")
        without_events = made_up.ladder()
        for record in without_events:
            record["traced"].pop("timeline", None)
        older = self.keep(without_events, "older.jsonl")
        for name, words, path in (("figure13", "scripts/experiments/figure_sweeps", host),
                                  ("figure20", "scripts/experiments/figure_sweeps", ladder),
                                  ("figure14", "no record of a stage on a GPU", host),
                                  ("timeline", "no record here keeps the events of a step", older),
                                  ("scaling", "of one grid size", ladder),
                                  ("error_growth", "sweep --nt", ladder),
                                  ("waterfall", "no stage has a record of its parent", alone)):
            with self.subTest(name):
                self.fails(6, words, name, path)


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
