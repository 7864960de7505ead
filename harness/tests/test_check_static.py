# label: cli
# room: predict
# cost: 35
"""`ladder check --static`: kernels of two builds, without a GPU. The project's own gate: what the
compilers make of its stages has not become more than the baselines in results/ say. Both counts are
exact, so a change is real; when it is wanted, write the baseline anew and commit it. A baseline
holds for its compilers alone. With others the gate itself is tried, on a baseline of this very
build."""

import json
import re
import shutil
import unittest

from command import BUILD, LADDER, Command, ladder, pathlib


@unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
class Static(Command):
    def setUp(self):
        super().setUp()
        self.kept = self.path / "compiled.json"
        self.ends_with(0, "kept in", "check", "--static", "--write-baseline=%s" % self.kept)

    def changed(self, key, value):
        whole = json.loads(self.kept.read_text())
        whole["kernels"][0][key] += value
        self.kept.write_text(json.dumps(whole))

    def check(self, code, words, *arguments):
        self.ends_with(code, words, "check", "--static", "--baseline=%s" % self.kept, *arguments)

    def test_the_same_build_is_the_same(self):
        self.check(0, "kernels? as before")
        self.ends_with(0, "as before", "check", "--static", "--against=%s" % LADDER)

    def test_more_registers_than_before(self):
        self.changed("registers", -1)
        self.check(1, "SLOWER *worse: registers")

    def test_a_kernel_that_is_gone(self):
        whole = json.loads(self.kept.read_text())
        whole["kernels"].append(dict(whole["kernels"][0], kernel="gone"))
        self.kept.write_text(json.dumps(whole))
        self.check(5, "gone")

    def test_nothing_is_overwritten(self):
        self.ends_with(7, "exists and is not replaced", "check", "--static",
                       "--write-baseline=%s" % self.kept)

    def test_a_stage_of_the_host(self):
        self.check(6, "none of these stages has compiled kernels", "--stage=c-O3")


RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"
def half_lengths():
    """all or cases, as CMake keeps it."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    return re.search(r"^LADDER_HALF_LENGTHS:STRING=(\w+)", cache, re.M)[1]


HOST = ("--metric=instructions", "--case=small")


class NotSlower(Command):
    def check(self, *arguments):
        run = ladder("check", *arguments)
        if (run.returncode == 5 and re.search(r"(compiler|build\.(c|cxx|fortran|cuda)) differs",
                                              run.stderr)):
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    @unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
    def test_kernels(self):
        """Of the half-lengths that this build has (LADDER_HALF_LENGTHS)."""
        built, baseline = self.path / "built.json", self.path / "baseline.json"
        self.ends_with(0, "kept in", "check", "--static", "--write-baseline=%s" % built)
        names = {(kernel["stage"], kernel["kernel"])
                 for kernel in json.loads(built.read_text())["kernels"]}
        kept = json.loads((RESULTS / "compiled/sm_90-nvcc-13.0.json").read_text())
        if half_lengths() != "all":
            kept["kernels"] = [kernel for kernel in kept["kernels"]
                               if (kernel["stage"], kernel["kernel"]) in names]
        baseline.write_text(json.dumps(kept))
        self.check("--static", "--baseline=%s" % baseline)

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
        right = baseline.read_text()
        counts = json.loads(right)
        counts["counts"] = {name: 0.99 * count for name, count in counts["counts"].items()}
        baseline.write_text(json.dumps(counts))
        self.ends_with(1, "SLOWER", "check", *point, "--baseline=%s" % baseline)
        # one of another case is no reason to skip
        baseline.write_text(right.replace("small", "elsewhere"))
        run = ladder("check", *point, "--baseline=%s" % baseline)
        self.assertNotEqual(run.returncode, 0, run.stdout + run.stderr)
        self.assertNotRegex(run.stderr, r"(compiler|build\.\w+) differs")
