# label: cli
"""The verdicts on random cases: the kept experiment is whole, the documentation quotes it, and it
can be repeated."""

import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import unittest

from command import BUILD, Command

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
KEPT = SOURCE / "results/verdict_experiment"
SCRIPT = SOURCE / "scripts/experiments/verdict_experiment"
KINDS = ("right", "attacks")


def kept(kind):
    return [json.loads(line) for line in (KEPT / f"{kind}.jsonl").read_text().splitlines()]


def experiment():
    """scripts/experiments/verdict_experiment as a module."""
    loader = importlib.machinery.SourceFileLoader("verdict_experiment", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("verdict_experiment",
                                                                             loader))
    loader.exec_module(module)
    return module


class Kept(unittest.TestCase):
    def test_no_verdict_is_false(self):
        module = experiment()
        for kind, judged in (("right", module.STAGES), ("attacks", module.ATTACKERS)):
            for record in kept(kind):
                with self.subTest(kind, number=record["number"]):
                    self.assertEqual((record["verdicts"], record["false"]), (len(judged), []))

    def test_the_cases_are_many_and_unlike_each_other(self):
        draw = experiment().draw
        cases = [draw(record["number"], "right") for record in kept("right")]
        self.assertGreaterEqual(len({case["number"] for case in cases}), 2000)
        self.assertEqual({len(case["size"]) for case in cases}, {2, 3})
        self.assertEqual({case["half_length"] for case in cases}, set(range(1, 17)))
        self.assertEqual({case["family"] for case in cases}, {"windowed", "taylor"})
        self.assertEqual({case["velocities"] for case in cases}, {"constant", "random", "two"})
        self.assertTrue(any(case["source"][0] == 0 for case in cases))
        self.assertEqual((min(case["steps"] for case in cases),
                          max(case["steps"] for case in cases) > 250), (1, True))
        self.assertGreaterEqual(len({record["number"] for record in kept("attacks")}), 300)

    def test_the_documentation_quotes_the_sums(self):
        rows = re.findall(r"^\| `(\w+)` \|(.*)\|$",
                          (SOURCE / "harness/bench/verify/ROUNDING.md").read_text(), re.MULTILINE)
        table = {kind: re.findall(r"\d[\d.]*", row.split("|", 1)[1]) for kind, row in rows}
        self.assertEqual(set(table), set(KINDS))
        for kind, nearest in zip(KINDS, (max, min)):
            lines = kept(kind)
            used = nearest(line["error over limit"]
                           for line in lines if line["error over limit"] is not None)
            counted = [len(lines), sum(line["verdicts"] for line in lines),
                       sum(len(line["false"]) for line in lines)]
            with self.subTest(kind):
                self.assertEqual(list(map(float, table[kind])), [*counted, float(f"{used:.2g}")])


class Repeated(Command):
    def test_some_of_its_cases_give_no_false_verdict(self):
        for kind, count in (("right", 30), ("attacks", 6)):
            with self.subTest(kind):
                run = subprocess.run([SCRIPT, BUILD, kind, f"--cases={count}"], capture_output=True,
                                     text=True, timeout=600)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertEqual(len(run.stdout.splitlines()), count)

    def test_a_stage_near_a_source_at_the_surface_is_right(self):
        # The interior holds 1e-5 of the peak then, and the original happens to round well.
        for depth in range(0, 320, 40):
            with self.subTest(depth=depth):
                self.ends_with(0, "1 right, 0 wrong", "verify", "--case=small", "--stage=c-simd",
                               "--operator=taylor",
                               "--half-length=8", "--nt=60", f"--source=2200,{depth}")

    def test_without_the_plug_ins_it_says_what_to_build(self):
        (self.path / "ladder").symlink_to(BUILD / "ladder")
        run = subprocess.run([SCRIPT, self.path, "attacks"], capture_output=True, text=True,
                             timeout=60)
        self.assertEqual(run.returncode, 1)
        self.assertRegex(run.stderr, "wrong_halo.so is not there: build all targets")


if __name__ == "__main__":
    unittest.main()
