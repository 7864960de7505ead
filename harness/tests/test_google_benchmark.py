# label: cli
"""What a user of Google Benchmark knows: --benchmark_* options, the files they write, and its
compare.py that reads them."""

import csv
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import unittest

from command import Command, ladder
from source_tree import BUILD, execute, folder_of

NAMES = ["ladder/case:small/stage:fortran", "ladder/case:small/stage:c-O3"]


class GoogleBenchmark(Command):
    def measure(self, *options, command=()):
        run = self.exits(0, *command, "--case=small", "--nt=3", "--stage=fortran,c-O3",
                         f"--output={self.output}", *options)
        return run.stdout

    def entries(self, text):
        return json.loads(text)["benchmarks"]

    def test_a_sample_is_a_repetition(self):
        printed = self.entries(self.measure("--benchmark_repetitions=3", "--benchmark_format=json"))
        self.assertEqual([one["name"] for one in printed],
                         [name for name in NAMES for _ in range(3)])
        self.assertEqual([one["repetition_index"] for one in printed], [0, 1, 2, 0, 1, 2])
        self.assertTrue(all(one["real_time"] > 0 for one in printed))

    def test_the_file_is_in_addition_to_the_table_and_the_format_in_its_place(self):
        path = self.path / "times.json"
        table = self.measure("--benchmark_repetitions=1", f"--benchmark_out={path}")
        self.assertRegex(table, r"(?m)^c-O3 .*right")
        self.assertEqual(len(self.entries(path.read_text())), 2)

    def test_csv_says_what_json_says(self):
        path = self.path / "times.json"
        text = self.measure("--benchmark_repetitions=2", f"--benchmark_out={path}",
                            "--benchmark_format=csv")
        rows, entries = list(csv.DictReader(io.StringIO(text))), self.entries(path.read_text())
        self.assertEqual(len(rows), 4)
        for row, entry in zip(rows, entries, strict=True):
            self.assertEqual(row["name"], entry["name"])
            self.assertEqual(float(row["real_time"]), entry["real_time"])
            self.assertEqual(row["time_unit"], "ns")
        self.measure("--benchmark_repetitions=2", f"--benchmark_out={path}",
                     "--benchmark_out_format=csv", "--overwrite")
        self.assertEqual(path.read_text().splitlines()[0], text.splitlines()[0])

    def test_what_would_have_no_effect_is_refused(self):
        for words, *options in (
                ("--benchmark_repetitions says how many", "--benchmark_repetitions=2",
                 "--repetitions=3"),
                ("--benchmark_min_time says for how long", "--benchmark_min_time=1s",
                 "--time-limit=3"),
                ("--benchmark_out is missing", "--benchmark_out_format=csv"),
                ("--benchmark_out is missing", "--overwrite"),
                ("--json prints records", "--json", "--benchmark_format=json"),
                ("it takes one --half-length", "--benchmark_format=json", "--half-length=4,8")):
            self.ends_with(2, words, "sweep", "--case=small", *options)

    def test_a_filter_is_reported_once_for_each_stage_that_it_leaves_out(self):
        for filter in ("/c-O3/", "-/(fortran|c-O2)/"):
            run = ladder("--case=small", "--nt=3", "--stage=c-O2,c-O3", "--repetitions=3",
                         f"--benchmark_filter={filter}", f"--output={self.output}", code=0)
            self.assertEqual(run.stdout.count("not measured: filter"), 2)
            self.assertNotIn("Failed to match", run.stdout + run.stderr)

    def test_records_and_their_export_cannot_be_one_file(self):
        self.ends_with(7, "is the file of the records", "--case=small", f"--output={self.output}",
                       f"--benchmark_out={self.path}/./{self.output.name}")
        self.assertFalse(self.output.exists())


COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian: libbenchmark-tools


class Readers(unittest.TestCase):
    def test_google_benchmarks_compare_finds_what_got_slower(self):
        if not COMPARE.exists() or not importlib.util.find_spec("scipy"):
            self.skipTest("libbenchmark-tools, or SciPy which it needs, is not installed")
        folder = folder_of(self)
        subprocess.run([BUILD / "ladder_tests", "--gtest_filter=OutputFormats.WriteSamples"],
                       check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, LADDER_WRITE_SAMPLES=str(folder)))
        run = execute(sys.executable, COMPARE, "--no-color", "-d", folder / "out.json",
                      "benchmarks", folder / "old.json", folder / "new.json", code=0)
        self.assertIn("_pvalue", run.stdout)
        self.assertRegex(run.stdout, r"OVERALL_GEOMEAN +\+0\.1000")
