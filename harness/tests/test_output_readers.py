# label: cli
"""What `ladder export` writes, read by the tools it is meant for or by the readers of Python."""

import csv
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

BUILD = pathlib.Path(os.environ["LADDER_BUILD"])
COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian: libbenchmark-tools


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.kept = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.kept.cleanup)
        cls.folder = pathlib.Path(cls.kept.name)
        subprocess.run([BUILD / "ladder_tests", "--gtest_filter=OutputFormats.WriteSamples"],
                       check=True,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, LADDER_WRITE_SAMPLES=cls.kept.name))
        cls.records = [json.loads(line)
                       for line in cls.folder.joinpath("records.jsonl").read_text().splitlines()]
        cls.right = [record for record in cls.records if record["verdict"]["passed"]]

    def text(self, name):
        return self.folder.joinpath(name).read_text()

    def test_google_benchmarks_compare_finds_what_got_slower(self):
        if not COMPARE.exists() or not importlib.util.find_spec("scipy"):
            self.skipTest("libbenchmark-tools, or SciPy which it needs, is not installed")
        run = subprocess.run([sys.executable, COMPARE, "--no-color", "-d", self.folder / "out.json",
                              "benchmarks",
                              self.folder / "old.json", self.folder / "new.json"],
                             capture_output=True, text=True)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("_pvalue", run.stdout)
        self.assertRegex(run.stdout, r"OVERALL_GEOMEAN +\+0\.1000")

    def test_google_benchmark_has_an_entry_a_sample_and_the_caches_that_bencher_wants(self):
        whole = json.loads(self.text("google-benchmark"))
        self.assertEqual(whole["context"]["caches"], [])
        right = [entry for entry in whole["benchmarks"] if not entry.get("error_occurred")]
        self.assertEqual(len(right),
                         sum(len(record["samples"]["wall_ns"]) for record in self.right))

    def test_github_action_is_the_custom_array(self):
        for entry in json.loads(self.text("github-action")):
            self.assertIsInstance(entry["name"], str)
            self.assertIsInstance(entry["value"], float)
            self.assertEqual(entry["unit"], "ns")

    def test_bencher_metric_format(self):
        for name, measures in json.loads(self.text("bencher")).items():
            self.assertLessEqual(len(name), 1024)
            self.assertEqual(set(measures), {"latency", "throughput"})
            for measure in measures.values():
                self.assertLessEqual(measure.get("lower_value", measure["value"]), measure["value"])
                self.assertGreaterEqual(measure.get("upper_value", measure["value"]),
                                        measure["value"])

    def test_hyperfine_has_what_its_scripts_and_bencher_read(self):
        for result in json.loads(self.text("hyperfine"))["results"]:
            self.assertLessEqual({"command", "mean", "stddev", "median", "user", "system", "min",
                                  "max", "times", "exit_codes"}, set(result))
            self.assertEqual(len(result["times"]), len(result["exit_codes"]))
            self.assertLess(result["median"], 1000, "hyperfine's times are seconds")

    def test_csv_has_a_line_a_sample(self):
        with self.folder.joinpath("csv").open(newline="") as lines:
            rows = list(csv.DictReader(lines))
        self.assertEqual(len(rows),
                         sum(len(record["samples"]["wall_ns"]) for record in self.right) +
                         len(self.records) - len(self.right))
        self.assertNotIn(None, {key for row in rows for key in row})

    def test_junit_is_xml_with_a_test_case_a_record(self):
        suites = ElementTree.fromstring(self.text("junit"))
        self.assertEqual(len(list(suites.iter("testcase"))), len(self.records))
        self.assertEqual(len(list(suites.iter("failure"))), len(self.records) - len(self.right))

    def test_every_row_of_the_markdown_table_has_as_many_cells(self):
        rows = [line for line in self.text("markdown").splitlines() if line.startswith("|")]
        self.assertEqual(len({row.replace("\\|", "").count("|") for row in rows}), 1)
