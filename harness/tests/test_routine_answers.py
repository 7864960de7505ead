# label: cli
"""Records and verdicts of an adopted routine, and calls that are made larger along the axes that
[scale] of ladder.toml names. A CUDA stage reports what failed on the device: a C file takes the
device's place, and each of its calls ends with the error that the test asks for."""

import ctypes
import json
import re
import shutil
import subprocess
import types
import unittest

import adopted_program
from adopted_program import DAMP
from source_tree import SOURCE, folder_of
from adopting import scale
from adopting.table import Table


class Answers(adopted_program.Adopting):
    program = "fixed"
    recorded_as, sizes = ("relax.f", "damp", "1,last"), {"x": "n"}

    def setUp(self):
        super().setUp()
        self.write_c("plain", DAMP)

    def scaled(self, *lines):
        file = self.ladder / "ladder.toml"
        kept = re.sub(r"(?s)\[scale\].*?(?=# ----)", "", file.read_text())
        file.write_text(kept.replace("# ----", "\n".join(["[scale]", *lines, "# ----"]), 1))

    def amdahl_holds(self, file):
        """What a stage makes of the program follows from the routine's share of its time."""
        shown = self.run_in(0, "together", "compare", "--json", file).stdout
        group = next(one
                     for one in map(json.loads, shown.splitlines()) if one["kind"] == "together")
        share = group["case"]["routine_s"] / group["case"]["program_s"]
        self.assertAlmostEqual(group["in_program"]["share"], share)
        self.assertAlmostEqual(group["in_program"]["most"], 1 / (1 - share))
        original, plain = group["stages"]
        self.assertIsNone(original["program_speedup"])
        self.assertAlmostEqual(plain["program_speedup"], 1 / (1 - share + share / plain["speedup"]))

    def test_records_are_kept_in_the_ladders_folder_and_every_command_answers(self):
        live = self.run_in(0, "plain", "--stage=plain", "--repetitions=3").stdout
        kept = [path for path in self.ladder.glob("results/*/*/*.jsonl")]
        self.assertEqual([path.name for path in kept], ["ladder.jsonl"])
        records = [json.loads(line) for line in kept[0].read_text().splitlines()]
        for record in records:
            self.assertGreater(record["verdict"]["details"]["compared"], 0)
        shown = self.run_in(0, "case_hash", "check", f"--baseline={kept[0]}", "--dry-run", "--json")
        points = [json.loads(line) for line in shown.stdout.splitlines()]
        self.assertEqual([point["case_hash"] for point in points],
                         [record["case"]["hash"] for record in records])
        self.ends(2, "--ladder=DIR", "check", f"--baseline={kept[0]}", "--dry-run")
        again = self.run_in(0, "original", "compare", str(kept[0])).stdout
        self.assertIn(live.split("\n\n")[-1].strip(), again)
        self.amdahl_holds(str(kept[0]))
        self.run_in(0, "damp", "export", "--format=csv", str(kept[0]))
        self.run_in(0, r"(?s)measured:\n[^\n]*\d", "explain", "plain")
        for figure in ("waterfall", "scopes"):
            self.run_in(0, f"{figure}.png", "plot", figure)
        self.run_in(6, "bytes that the stage declares", "plot", "roofline")
        self.run_in(0, "report.html", "report")
        page = (self.ladder / "report.html").read_text()
        self.assertIn("plain", page)
        self.assertNotIn("c-neighbours", page)  # a stage of waves

    def test_a_verdict_names_the_element_and_where_its_limit_comes_from(self):
        run = self.run_in(0, "plain: right", "explain", "plain", "--verdict")
        self.assertRegex(run.stdout, r"(x\(\d+\)|factor) of call \d")
        self.assertRegex(run.stdout, "oracle ")
        self.write_c("border", DAMP.replace("k <= n", "k < n"))
        self.run_in(0, r"(?s)border: WRONG.*x\(20\) of call", "explain", "border", "--verdict")
        self.run_in(2, "did you mean border", "explain", "bordr")
        self.ends_with(2, "--ladder=DIR", "explain", "smem", "--verdict")

    def test_a_recorded_call_is_made_larger_along_an_axis(self):
        self.scaled('axis = "n"', "to = 1000")
        run = self.run_in(0, "n = 1000", "verify", "--stage=plain", "--json")
        self.assertEqual(json.loads(run.stdout)["details"]["compared"], 2 * (1000 + 2))
        self.write_c("fixed", DAMP.replace("k <= n", "k <= 20"))
        self.run_in(3, r"x\(\d{2,4}\) is", "verify", "--stage=fixed")
        for lines, words in (
                (('axis = "ncall"', "to = 10"), "length of no axis.*n"),
                (('axis = "n"', "to = 3"), "at least 20"),
                (('axis = "n"', 'to = "many"'), "whole number"),
                (('axis = "m"', "to = 10"), "m is no integer"),
                (('axis = "n"', "to = 99999999999"), "cannot be|free in the memory"),
                (("axes = 1",), "no such key 'axes'")):
            self.scaled(*lines)
            self.run_in(7, words, "verify", "--stage=plain")


class Axes(unittest.TestCase):
    def found(self, bound, *recorded):
        """Whether an axis is as long as `n`; recorded: (n, first, last index) of each call."""
        calls = [{"call": number, "values": [{"name": "a", "there": True, "lower": [low],
                                              "shape": [high - low + 1]}]}
                 for number, (_, low, high) in enumerate(recorded)]
        numbers = {number: n for number, (n, _, _) in enumerate(recorded)}
        return scale.along({"name": "a"}, [bound], "n", numbers, {"calls": calls},
                           self.fail) == [0]

    def test_bounds_that_name_the_argument_are(self):
        for bound in ("1:n", "0:n+1", "-2:n"):
            self.assertTrue(self.found(bound, (20, 1, 20)), bound)
        self.assertFalse(self.found("1:m", (20, 1, 20)))

    def test_bounds_without_a_name_are_where_they_end_at_it_or_have_a_border_on_both_sides(self):
        for low, high in ((1, 20), (0, 19), (0, 20), (0, 21), (-2, 23)):
            self.assertTrue(self.found("1:", (20, low, high)), (low, high))
        for low, high in ((1, 21), (1, 22), (0, 22), (-2, 21), (1, 5)):
            self.assertFalse(self.found("1:", (20, low, high)), (low, high))

    def test_bounds_without_a_name_are_by_all_calls(self):
        self.assertTrue(self.found("1:", (20, 0, 21), (30, 0, 31)))
        self.assertFalse(self.found("1:", (20, 0, 21), (30, 0, 21)))


PUT, CALL, GET = 1, 2, 3
DEVICE = """
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int fails_to_start, fails_to_end, fails_to_copy;
int cudaMalloc(void **at, size_t bytes) { return *at = malloc(bytes), 0; }
int cudaFree(void *at) { return free(at), 0; }
int cudaMemcpy(void *to, const void *from, size_t bytes, int how) {
  return (void)how, memcpy(to, from, bytes), fails_to_copy;
}
int cudaDeviceSynchronize(void) { return fails_to_end; }
int cudaGetLastError(void) { return fails_to_start; }
const char *cudaGetErrorString(int error) {
  return error == 1 ? "did not start" : error == 2 ? "did not end" : "did not copy";
}
void ladder_call(void **data, int64_t (*lower)[7], int64_t (*extent)[7], int64_t *length) {
  (void)lower, (void)extent, (void)length;
  ((double *)data[0])[0] += 1;
}
"""

@unittest.skipUnless(shutil.which("gcc"), "gcc is missing")
class OnTheDevice(unittest.TestCase):
    def setUp(self):
        place = folder_of(self)
        head = types.SimpleNamespace(device=["u"], knobs=[], one=lambda key, usual: usual)
        values = [{"name": "u", "bounds": ["1:"], "intent": "inout"}]
        table = Table("cuda", head, "cuda", "", {"value": values}, place / "cuda.cu", False)
        (place / "table.c").write_text(table.text())
        (place / "device.c").write_text(DEVICE)
        subprocess.run(["gcc", "-shared", "-fPIC", f"-I{SOURCE}", "table.c", "device.c", "-o",
                        "stage.so"], cwd=place, check=True)
        self.stage = ctypes.CDLL(str(place / "stage.so"))
        self.u = ctypes.c_double(1)

    def phase(self, which):
        extents = (ctypes.c_int64 * 7)(1)
        self.stage.ladder_entry(which, (ctypes.c_void_p * 1)(ctypes.addressof(self.u)), extents,
                                extents, (ctypes.c_int64 * 1)(8))
        said = ctypes.c_char_p.in_dll(self.stage, "ladder_error").value
        return said.decode() if said else None

    def fail(self, name, error):
        ctypes.c_int.in_dll(self.stage, name).value = error

    def test_nothing_is_reported_of_a_call_that_ran(self):
        self.assertEqual([self.phase(each) for each in (PUT, CALL, GET)], [None, None, None])
        self.assertEqual(self.u.value, 2)

    def test_a_kernel_that_fails_is_reported(self):
        for fails, error, words in (("fails_to_start", 1, "did not start"),
                                    ("fails_to_end", 2, "did not end")):
            self.setUp()
            self.phase(PUT)
            self.fail(fails, error)
            self.assertEqual(self.phase(CALL), words)

    def test_a_copy_that_fails_is_reported_and_kept_when_more_fails(self):
        self.fail("fails_to_copy", 3)
        self.assertEqual(self.phase(PUT), "did not copy")
        self.fail("fails_to_start", 1)
        self.assertEqual(self.phase(CALL), "did not copy")
