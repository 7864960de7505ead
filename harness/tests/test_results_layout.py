# label: cli
"""results/ is laid out by one rule: <machine>/<date>-<experiment>/ with the command that made it;
and what `ladder` keeps follows it."""

import datetime
import json
import os
import re
import unittest
from pathlib import Path

from command import Command, ladder, lines_of
from source_tree import SOURCE, execute, folder_of
from plots import experiments

RESULTS = SOURCE / "results"
OF_NO_MACHINE = {"published", "compiled", "instructions", "check_experiment", "seismic",
                 "predictions", "emulation"}
EXPERIMENT = re.compile(r"\d{4}-\d\d-\d\d-[a-z0-9._-]+")


def kept():
    """Files of the repository, by their paths in results/; without Git all that are there."""
    listed = execute("git", "-C", RESULTS, "ls-files", "-z")
    if listed.returncode == 0 and listed.stdout:
        return [path for name in listed.stdout.split("\0")[:-1]
                if (RESULTS / (path := Path(name))).exists()]
    return [path.relative_to(RESULTS) for path in RESULTS.rglob("*") if path.is_file()]


class Layout(unittest.TestCase):
    def of_machines(self):
        return [path
                for path in kept() if len(path.parts) > 1 and path.parts[0] not in OF_NO_MACHINE]

    def test_every_file_of_a_machine_is_in_an_experiment(self):
        self.assertTrue(self.of_machines())
        self.assertEqual([str(path) for path in self.of_machines()
                          if len(path.parts) != 3 or not EXPERIMENT.fullmatch(path.parts[1])], [])

    def test_every_experiment_has_its_command(self):
        for folder in sorted({path.parent for path in self.of_machines()}):
            with self.subTest(str(folder)):
                file = RESULTS / folder / "command"
                self.assertTrue(file.is_file()
                                and re.search(r"^[^#\s]", file.read_text(), re.MULTILINE))

    def test_the_date_is_that_of_the_last_record(self):
        for folder in sorted({path.parent for path in self.of_machines()}):
            times = [record["time"] for file in experiments.record_files(RESULTS / folder)
                     for record in lines_of(file)]
            if times:
                with self.subTest(str(folder)):
                    self.assertEqual(max(times)[:10], folder.name[:10])


class Found(unittest.TestCase):
    def setUp(self):
        self.root = folder_of(self)

    def keep(self, path, text='{"schema": 2}\n'):
        file = self.root / "results" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def test_records_are_found_by_what_they_hold(self):
        one, two = (self.keep("a/2026-11-21-thesis/ladder.jsonl"),
                    self.keep("b/2026-11-20-x/records.jsonl"))
        self.keep("a/2026-11-21-thesis/counted.jsonl", '{"kind": "counted"}\n')
        self.keep("a/notes/records.jsonl")
        self.assertEqual(experiments.all_records(self.root), [one, two])
        self.assertEqual(experiments.record_files(self.root / "results/a"), [one])

    def test_of_one_experiment_the_newest_counts(self):
        self.keep("a/2026-11-21-microbench/machine.jsonl")
        newest = self.keep("a/2026-11-23-microbench/machine.jsonl")
        self.keep("a/2026-11-24-microbench/command")
        self.keep("b/2026-11-24-other/machine.jsonl")
        self.assertEqual(experiments.machine_files(self.root), {"a": newest})
        self.assertIsNone(experiments.newest(self.root, "b", "microbench", "machine.jsonl"))


class Kept(Command):
    """What the program keeps without --output."""
    def setUp(self):
        super().setUp()
        self.home = self.path / "home"
        self.home.mkdir()
        (self.home / "data").symlink_to(os.path.join(os.environ["LADDER_HOME"], "data"))

    def run_in(self, *words):
        run = ladder(*words, cwd=self.path, env={**os.environ, "LADDER_HOME": str(self.home)})
        self.assertEqual(run.returncode, 0, run.stderr)

    def kept_in(self, name):
        found, = (self.path / "results").glob(
            f"*/{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}-{name}")
        return found

    def test_a_ladder_is_kept_with_its_command(self):
        for _ in range(2):
            self.run_in("--case=small", "--nt=3", "--repetitions=1", "--stage=fortran")
        folder = self.kept_in("small")
        self.assertEqual(len(lines_of(folder / "ladder.jsonl")), 2)
        self.assertEqual((folder / "command").read_text(),
                         2 * "ladder --case=small --nt=3 --repetitions=1 --stage=fortran\n")

    def test_a_sweep_is_kept_by_itself(self):
        self.run_in("sweep", "--case=small", "--nt=3", "--repetitions=1", "--stage=fortran")
        self.assertEqual(len(lines_of(self.kept_in("sweep") / "records.jsonl")), 1)
        self.assertTrue((self.kept_in("sweep") / "command").is_file())

    def test_a_script_finds_the_folder_of_today(self):
        name = json.loads(ladder("doctor", "--json").stdout)["name"]
        self.assertRegex(name, r"^[a-z0-9-]+$")
        self.run_in("sweep", "--case=small", "--nt=3", "--repetitions=1", "--stage=fortran")
        self.assertEqual(self.kept_in("sweep").parent.name, name)
