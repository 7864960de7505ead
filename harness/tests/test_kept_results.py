# label: cli
"""What `ladder` keeps is in results/<machine>/<date>-<experiment>/ with the command that made it,
and is found there. `ladder tune` finds the launch that a stage is fast at, keeps it, and
--launch=tuned uses it while it holds."""

import datetime
import json
import os
import unittest

from command import BUILD, Command, ladder, lines_of
from option_bases import CASE
from source_tree import folder_of
from plots import experiments


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
        self.assertEqual(experiments.jsonl(self.root / "results/a", experiments.holds_records),
                         [one])

    def test_of_one_experiment_the_newest_counts(self):
        self.keep("a/2026-11-21-microbench/machine.jsonl")
        newest = self.keep("a/2026-11-23-microbench/machine.jsonl")
        self.keep("a/2026-11-24-microbench/command")
        self.keep("b/2026-11-24-other/machine.jsonl")
        self.assertEqual(experiments.machine_files(self.root), {"a": newest})
        self.assertIsNone(experiments.newest(self.root, "b", "microbench", "machine.jsonl"))


class Keeping(Command):
    """In a folder with a tree of its own, which has the cases of this one and no results."""

    def setUp(self):
        super().setUp()
        self.home = self.path / "home"
        self.home.mkdir()
        (self.home / "data").symlink_to(os.path.join(os.environ["LADDER_HOME"], "data"))

    def run_in(self, *words, code=0):
        return self.exits(code, *words, cwd=self.path,
                          env={**os.environ, "LADDER_HOME": str(self.home)})

    def kept_in(self, name):
        found, = (self.path / "results").glob(
            f"*/{datetime.datetime.now(datetime.timezone.utc):%Y-%m-%d}-{name}")
        return found


class Kept(Keeping):
    def test_a_ladder_is_kept_with_its_command(self):
        for _ in range(2):
            self.run_in("--case=small", "--nt=3", "--repetitions=1", "--stage=fortran")
        folder = self.kept_in("small")
        self.assertEqual(len(lines_of(folder / "ladder.jsonl")), 2)
        self.assertEqual((folder / "command").read_text(),
                         2 * "ladder --case=small --nt=3 --repetitions=1 --stage=fortran\n")

    def test_a_sweep_is_kept_by_itself_where_a_script_finds_it(self):
        self.run_in("sweep", "--case=small", "--nt=3", "--repetitions=1", "--stage=fortran")
        folder = self.kept_in("sweep")
        self.assertEqual(len(lines_of(folder / "records.jsonl")), 1)
        self.assertTrue((folder / "command").is_file())
        name = json.loads(ladder("doctor", "--json").stdout)["name"]
        self.assertRegex(name, r"^[a-z0-9-]+$")
        self.assertEqual(folder.parent.name, name)


PLUGIN = BUILD / "plugins/fast_at_three.so"


class Tune(Keeping):
    def setUp(self):
        super().setUp()
        (self.path / "tiny.toml").write_text(CASE)

    def kept(self):
        return self.kept_in("tune") / "tuned.jsonl"

    def tune(self, *options):
        return self.run_in("tune", "--case=tiny.toml", f"--stage={PLUGIN}", "--repetitions=8",
                           *options)

    def use(self, *options, code=0):
        return self.run_in("verify", "--case=tiny.toml", f"--stage={PLUGIN}", "--launch=tuned",
                           "--dry-run", *options, code=code)

    def test_the_launch_that_does_not_wait_is_found_kept_and_used(self):
        self.assertIn("pace=3", self.tune().stdout)
        line, = lines_of(self.kept())
        self.assertEqual(line["launch"], {"pace": [3]})
        self.assertEqual(line["found"], "faster than the default")
        self.assertEqual(line["stage"]["name"], "fast-at-three")
        self.assertEqual([len(one["wall_s"]) for one in line["screened"]], [3] * 4)
        self.assertEqual({len(one["wall_s"]) for one in line["compared"]}, {8})
        used = self.use()
        self.assertIn("pace=3", used.stdout)

    def test_launches_of_ones_own_are_compared_with_the_default(self):
        run = self.tune("--pace=2,4", "--least-effect=1")
        self.assertIn("default", run.stdout)
        line, = lines_of(self.kept())
        self.assertEqual([one["launch"] for one in line["screened"]],
                         [{}, {"pace": [2]}, {"pace": [4]}])
        self.assertEqual(line["launch"], {})
        self.assertRegex(line["found"],
                         "not distinguishable from the default|no other launch was as fast")

    def test_a_stale_launch_is_refused_with_the_field_that_differs(self):
        self.tune()
        file = self.kept()
        kept = file.read_text()
        for path, words in ((("stage", "hash"), "stage.hash was else and is "),
                            (("case", "hash"), "case.hash was else and is "),
                            (("environment", "cpu"), "cpu differs")):
            line = json.loads(kept)
            line[path[0]][path[1]] = "else"
            file.write_text(json.dumps(line) + "\n")
            with self.subTest(words):
                run = self.use(code=5)
                self.assertRegex(run.stderr, f"is out of date: .*{words}.*find it again with "
                                             "`ladder tune --case=tiny.toml --stage=")
        file.write_text(kept)
        self.use()
        self.use("--nt=21", code=5)

    def test_what_was_never_tuned_is_refused(self):
        run = self.use(code=6)
        self.assertIn("find one with `ladder tune --case=tiny.toml`", run.stderr)

    def test_a_stage_without_a_knob_has_nothing_to_tune(self):
        self.run_in("tune", "--case=tiny.toml", "--stage=c-O3", code=6)

    def test_knobs_and_tuned_launches_exclude_each_other(self):
        self.ends_with(2, "--pace would have no effect: --launch=tuned sets the knobs", "verify",
                       f"--stage={PLUGIN}", "--launch=tuned", "--pace=2")
