# label: cli
"""Branches of an adopted routine that rounding chooses, and thresholds that its calls do not
reach."""

import json
import math
import pathlib
import subprocess
import tempfile
import unittest

import adopted_program
import numpy
from source_tree import execute

from adopting import coverage, nearness, originals, pieces, thresholds_child, undetected

RIGHT = """  for (int i = 1; i <= n; i++) {
    double r = q(i);
    if (i % 32 == 0) r = q(i) * (1 / fmax(q(i), 1e-300));
    a(i) = r;
    if (r > 0.5) a(i) = r + 1;
    if (r >= 1) a(i) = 4;
    if (r > 0.05) a(i) += 2;
  }
"""
BUILDS = '[builds]\nflags = ["-O1", "-O2 -ffast-math"]\n'


class Thresholds(adopted_program.Adopting):
    program = "thresholds"
    recorded_as = ("cover.f90", "cover", "1")

    def verdicts(self, *names, code=3):
        shown = self.run_in(code, "verdict", "verify", f"--stage={','.join(names)}",
                            "--json").stdout
        return {row["stage"]: row["verdict"] for row in map(json.loads, shown.splitlines())}

    def test_rounding_may_choose_a_branch_and_a_mistake_may_not(self):
        self.write_c("reciprocal", RIGHT)
        self.write_c("thousandth", RIGHT.replace("0.5)", "0.5005)"))
        self.assertEqual(self.verdicts("reciprocal", "thousandth"),
                         {"reciprocal": "right", "thousandth": "WRONG"})
        index = json.loads((self.ladder / "calls" / "index.json").read_text())
        found = [index["coverage"][name] for name in ("thresholds_apart", "of_data", "unequal",
                                                       "extremes")]
        self.assertEqual(found, [["cover.f90:17"], ["cover.f90:15-16"],
                                 ["cover.f90:15", "cover.f90:17"], ["cover.f90:13"]])
        said = " ".join(index["not_detected"])
        for places in ("cover.f90:15-16: data", "cover.f90:15 and 17: no numbers",
                       "cover.f90:13: the largest"):
            self.assertIn(places, said)

    def test_other_rules_to_make_whole_numbers_that_no_number_shows(self):
        self.adopt("cover.f90", "wholes", "--calls=1")
        self.record("wholes")
        index = json.loads((self.tree / "ladders/wholes/calls/index.json").read_text())
        self.assertEqual([index["coverage"][name] for name in ("truncated", "halves")],
                         [["cover.f90:27"], ["cover.f90:28"]])

    def test_a_verdict_is_the_same_each_time(self):
        """Of an element that crosses a threshold in some draws alone."""
        self.write_c("drops", RIGHT.replace("0.5)", "0.5 && i != 848)"))
        words = []
        for _ in range(2):
            run = self.run_in(3, "verdict", "verify", "--stage=drops", "--json")
            row = json.loads(run.stdout)
            self.assertEqual(row["status"], "only_recorded")
            words.append(row["words"])
        self.assertEqual(*words)

    def test_builds_are_those_that_the_owner_accepts(self):
        self.write_c("reciprocal", RIGHT)
        file = self.ladder / "ladder.toml"
        text = file.read_text()
        file.write_text(text.replace("# ----", BUILDS + "# ----", 1))
        self.assertEqual(self.verdicts("reciprocal", code=0), {"reciprocal": "right"})
        for bad in ("[builds]\nflag = []\n", "[builds]\nflags = 3\n",
                    BUILDS.replace("-O1", "-fnone")):
            file.write_text(text.replace("# ----", bad + "# ----", 1))
            self.run_in(7, r"ladder.toml, \[builds\]", "verify", "--stage=reciprocal")


class Names(unittest.TestCase):
    def test_a_generic_name_gives_what_the_specific_one_does(self):
        calls = "dint(2.5d0) / 2", "dnint(2.5d0) / 2", "idint(-2.5d0)", "dsign(1d0, -0d0)"
        text = "\n".join(f"print *, {each}" for each in calls) + "\nend\n"
        with tempfile.TemporaryDirectory() as folder:
            printed = []
            for each in (text, originals.generic(text)):
                (pathlib.Path(folder) / "x.f90").write_text(each)
                subprocess.run(["gfortran", "x.f90", "-o", "x"], cwd=folder, check=True)
                printed.append(execute("./x", cwd=folder).stdout)
        self.assertEqual(*printed)


class Step0(unittest.TestCase):
    """Its text, as sentences about it need it."""

    def test_each_line_has_the_place_that_it_is_from(self):
        own = ["a.f:9", "b.inc:1", "b.inc:2", "a.f:11", None, "a.f:12"]
        text = [pieces.begin("a"), pieces.placed(own), *"abcdef", pieces.end("a"), "! is 1:2"]
        self.assertEqual(coverage.owner_places(text),
                         dict(enumerate(["a.f:9", "b.inc:1", "b.inc:2", "a.f:11", "a.f:12",
                                         "a.f:12", "a.f:13", "a.f:14"], 3)))

    @unittest.skipIf(adopted_program.MISSING, "fparser is missing")
    def test_numbers_of_which_the_largest_is_taken_are_known(self):
        found = nearness.instrumented("\n".join([
            "subroutine s(a, n, x)", "integer :: n", "real :: a(n), x", "x = max(a(1), x)",
            "n = min(n, 3)", "x = x + 2 * dmin1(1d0, x) + real(n)", "x = minval(a)", "end"]))[3]
        self.assertEqual(found, [4, 6, 7])


    @unittest.skipIf(adopted_program.MISSING, "fparser is missing")
    def test_zero_is_no_constant_that_may_be_a_thousandth_off(self):
        _, sites, _ = nearness.with_constants("\n".join([
            "subroutine s(x)", "real :: x", "x = x + 0.0", "if (x < 0.d0) x = x * 1.e-3_4",
            "x = 10.0 * x + .0e5", "end"]))
        self.assertEqual(sites, [4, 5])


class Recorded(unittest.TestCase):
    """Sentences about numbers that calls have."""

    def said(self, **arrays):
        with tempfile.TemporaryDirectory() as folder:
            calls = pathlib.Path(folder, "calls")
            calls.mkdir()
            for name, array in arrays.items():
                numpy.save(calls / f"{name}.npy", numpy.array(array))
            values = [{"name": name, "there": True, "in": f"{name}.npy", "lower": [1],
                       "shape": list(numpy.shape(array))} for name, array in arrays.items()]
            index = {"kinds": dict.fromkeys(arrays, "int64"), "calls": [{"values": values}]}
            return " ".join(undetected.sentences(index, calls.parent, [], {}, []))

    def test_whole_numbers_that_equal_each_other_are_named(self):
        said = self.said(n=4, m=4, k=3, nx=[33, 17], ny=[33, 17], nz=[33, 18])
        self.assertIn("n = m and nx = ny in all recorded calls", said)
        self.assertNotIn("nz", said)


class Constants(unittest.TestCase):
    def found(self, end):
        class Sites(thresholds_child.Sites):
            def __init__(self):
                self.request, self.end = {"sites": [1, 2], "draws": 1}, end

            def moved(self, *_):
                return {1}

        return Sites().constant()

    def test_what_time_leaves_open_is_not_called_seen(self):
        self.assertEqual(self.found(end=math.inf), {2})
        self.assertIsNone(self.found(end=0))

    def test_the_sign_of_a_zero_is_no_other_number(self):
        def differ(*numbers):
            return thresholds_child.differ(*([(None, numpy.array(each))] for each in numbers))

        self.assertFalse(differ([0, math.nan], [-0.0, math.nan]))
        self.assertTrue(differ([0, 1], [0, 1 + 2e-16]))
        self.assertTrue(differ([0, 1], [0, math.nan]))

    def test_what_is_not_known_is_said(self):
        def said(**constants):
            return undetected.of_lines({"coverage": {"never": [], "in_part": [], **constants}})

        self.assertEqual([len(said(constants_off=one)) for one in ([], ["a.f90:3"], None)],
                         [0, 1, 1])
