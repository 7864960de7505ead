# label: cli
# room: predict
"""The project's own gate: what the compilers make of its stages has not become more than the
baselines in results/ say. Both counts are exact, so a change is real; when it is wanted, write the
baseline anew and commit it.

A baseline holds for its compilers alone. With others the gate itself is tried, on a baseline of
this very build."""

import json
import re
import shutil
import unittest

from command import BUILD, Command, ladder, pathlib

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"
HOST = ("--metric=instructions", "--case=small")


class NotSlower(unittest.TestCase):
    def check(self, *arguments):
        run = ladder("check", *arguments)
        if (run.returncode == 5 and re.search(r"(compiler|build\.(c|cxx|fortran|cuda)) differs",
                                              run.stderr)):
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    @unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
    def test_kernels(self):
        self.check("--static", "--baseline=%s" % (RESULTS / "compiled/sm_90-nvcc-13.0.json"))

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_instructions_on_the_host(self):
        self.check(*HOST, "--stage=fortran,c-O2,c-O3,c-restrict",
                   "--baseline=%s" % (RESULTS / "instructions/gcc-12.2.json"))


@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
class TheGate(Command):
    def test_it_passes_what_did_not_change_and_fails_what_became_more(self):
        baseline = self.path / "baseline.json"
        point = (*HOST, "--stage=c-O2")
        self.ends_with(0, "kept in", "check", *point, "--write-baseline=%s" % baseline)
        self.ends_with(0, "not slower", "check", *point, "--baseline=%s" % baseline)
        counts = json.loads(baseline.read_text())
        counts["counts"] = {name: 0.99 * count for name, count in counts["counts"].items()}
        baseline.write_text(json.dumps(counts))
        self.ends_with(1, "SLOWER", "check", *point, "--baseline=%s" % baseline)

    def test_a_baseline_of_another_case_is_no_reason_to_skip(self):
        baseline = self.path / "baseline.json"
        self.ends_with(0, "kept in", "check", *HOST, "--stage=c-O2",
                       "--write-baseline=%s" % baseline)
        baseline.write_text(baseline.read_text().replace("small", "elsewhere"))
        run = ladder("check", *HOST, "--stage=c-O2", "--baseline=%s" % baseline)
        self.assertNotEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotRegex(run.stderr, r"(compiler|build\.\w+) differs")
