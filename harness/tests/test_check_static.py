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
    def test_what_became_more_or_is_gone_is_named(self):
        kept = self.path / "compiled.json"
        writes = ("check", "--static", f"--write-baseline={kept}")
        self.ends_with(0, "kept in", *writes)
        self.ends_with(7, "exists and is not replaced", *writes)
        self.ends_with(0, "as before", "check", "--static", f"--against={LADDER}")
        whole = kept.read_text()
        first = json.loads(whole)["kernels"][0]
        for code, words, changed, *more in (
                (0, "kernels? as before", []),
                (6, "none of these stages has compiled kernels", [], "--stage=c-O3"),
                (1, "SLOWER *worse: registers", [{**first, "registers": first["registers"] - 1}]),
                (5, "gone", [first, {**first, "kernel": "gone"}])):
            with self.subTest(words):
                counts = json.loads(whole)
                counts["kernels"][:1] = changed or [first]
                kept.write_text(json.dumps(counts))
                self.ends_with(code, words, "check", "--static", f"--baseline={kept}", *more)


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
        point = ("--metric=instructions", "--case=heat-small", "--stage=c-O3")
        self.ends_with(0, "kept in", "check", *point, "--write-baseline=%s" % baseline)
        self.ends_with(0, "not slower", "check", *point, "--baseline=%s" % baseline)
        counts = json.loads(baseline.read_text())
        counts["counts"] = {name: 0.99 * count for name, count in counts["counts"].items()}
        baseline.write_text(json.dumps(counts))
        self.ends_with(1, "SLOWER", "check", *point, "--baseline=%s" % baseline)
