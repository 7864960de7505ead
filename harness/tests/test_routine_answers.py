# label: cli
"""Records and verdicts of an adopted routine, and calls that are made larger."""

import json
import re

import adopted_program
from adopted_program import DAMP


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
        shown = self.run_in(
            0, "case_hash", "check", f"--baseline={kept[0]}", "--dry-run", "--json"
        )
        points = [json.loads(line) for line in shown.stdout.splitlines()]
        self.assertEqual(
            [point["case_hash"] for point in points],
            [record["case"]["hash"] for record in records],
        )
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
            (("axes = 1",), "no such key 'axes'"),
        ):
            self.scaled(*lines)
            self.run_in(7, words, "verify", "--stage=plain")
