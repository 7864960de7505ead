# label: cli
"""What `ladder export` writes, read by the tool that it is meant for; test_output_formats.cpp has
each field."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import unittest

from source_tree import BUILD, execute, folder_of

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
                      "benchmarks", folder / "old.json", folder / "new.json")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("_pvalue", run.stdout)
        self.assertRegex(run.stdout, r"OVERALL_GEOMEAN +\+0\.1000")
