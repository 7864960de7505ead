# label: cli
# serial: it times a program
"""The figures in harness/answers/check/README.md are those of the checks that are kept, and as good
as promised."""

import collections
import importlib.machinery
import importlib.util
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
KEPT = SOURCE / "results/check_experiment"
ROW = re.compile(r"^\| `([a-z-]+)` \|.*?\| (\d+) \| (\d+) \| (\d+) \| (\d+) \| ([^|]+) \|$",
                 re.MULTILINE)


def experiment():
    """scripts/experiments/check_experiment as a module."""
    loader = importlib.machinery.SourceFileLoader(
        "check_experiment", str(SOURCE / "scripts/experiments/check_experiment"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_experiment",
                                                                             loader))
    loader.exec_module(module)
    return module


def rows():
    return ROW.findall((SOURCE / "harness/answers/check/README.md").read_text())


def table():
    """kind: (checks, slower, not slower, inconclusive), as the README gives them."""
    return {kind: tuple(map(int, counts)) for kind, *counts, _ in rows()}


def kept(kind):
    return [json.loads(line) for line in (KEPT / f"{kind}.jsonl").read_text().splitlines()]


class CheckExperiment(unittest.TestCase):
    def test_the_table_has_every_experiment_with_records(self):
        self.assertEqual(set(table()), {path.stem for path in KEPT.glob("*.jsonl")})

    def test_the_figures_are_those_of_the_kept_lines(self):
        for kind, figures in table().items():
            with self.subTest(kind):
                exits = collections.Counter(line["exit"] for line in kept(kind))
                self.assertEqual(figures, (sum(exits.values()), exits[1], exits[0], exits[4]))

    def test_it_says_how_many_checks_had_too_few_rounds(self):
        stated = re.search(r"(\d+) checks of `loaded` had fewer than six rounds",
                           (SOURCE / "harness/answers/check/README.md").read_text())
        self.assertEqual(int(stated[1]), sum("too few" in line["words"] for line in kept("loaded")))

    def test_each_experiment_was_as_often_right_as_promised_or_the_table_says_it_was_not(self):
        kinds = experiment().KINDS
        for kind, *_, promised in rows():
            with self.subTest(kind):
                runs, _, _, _, right, least = kinds[kind]
                lines = kept(kind)
                self.assertEqual([line["number"] for line in lines], list(range(runs)))
                held = sum(line["exit"] in right for line in lines) >= least
                self.assertEqual(held, "missed" not in promised)

    def test_checks_without_an_answer_alone_miss_a_promise_and_nothing_is_falsely_slower(self):
        kinds = experiment().KINDS
        for kind in table():
            with self.subTest(kind):
                runs, _, _, _, right, least = kinds[kind]
                false = sum(line["exit"] not in right | {4} for line in kept(kind))
                self.assertLessEqual(false, runs - least)

    def test_every_load_comes_before_and_after_and_for_every_stage(self):
        module = experiment()
        cores = len(os.sched_getaffinity(0))
        runs = module.KINDS["loaded"][0]
        tried = collections.Counter(tuple(module.conditions("loaded", number).values())
                                    for number in range(runs))
        self.assertEqual(set(tried), {(stage, count, load, during) for stage in ("c-O3", "c-omp")
                                      for count in (0, 1, 2, cores)
                                      for load in ("arithmetic", "copies")
                                      for during in ("baseline", "check")})

    def test_an_experiment_goes_on_where_it_was_and_only_with_the_same_program(self):
        build = pathlib.Path(os.environ["LADDER_BUILD"])
        with tempfile.TemporaryDirectory() as folder:
            lines = pathlib.Path(folder) / "loaded.jsonl"
            script = [sys.executable, SOURCE / "scripts/experiments/check_experiment", build,
                      "loaded", f"--output={lines}"]
            subprocess.run([*script, "--runs=1"], check=True, capture_output=True)
            first = lines.read_text()
            self.assertEqual(json.loads(first)["loaded_cores"], 0)
            done = subprocess.run([*script, "--runs=2"], check=True, capture_output=True, text=True)
            self.assertTrue(lines.read_text().startswith(first))
            self.assertEqual([json.loads(line)["stage"] for line in lines.read_text().splitlines()],
                             ["c-O3", "c-omp"])
            self.assertRegex(done.stderr, r"right \d of 2 ")
            lines.write_text(json.dumps({**json.loads(first), "programs": "another"}) + "\n")
            done = subprocess.run([*script, "--runs=2"], capture_output=True, text=True)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("of other programs", done.stderr)


if __name__ == "__main__":
    unittest.main()
