# label: cli
"""`ladder tune` finds the launch that a stage is fast at, keeps it, and --launch=tuned uses it
while it holds."""

import json
import os

from command import BUILD, Command, lines_of
from option_bases import CASE

PLUGIN = BUILD / "plugins/fast_at_three.so"


class Tune(Command):
    def setUp(self):
        super().setUp()
        self.home = self.path / "home"
        self.home.mkdir()
        (self.home / "data").symlink_to(os.path.join(os.environ["LADDER_HOME"], "data"))
        (self.path / "tiny.toml").write_text(CASE)

    def run_in(self, *words, code=0):
        return self.exits(code, *words, cwd=self.path,
                          env={**os.environ, "LADDER_HOME": str(self.home)})

    def kept(self):
        files = list((self.path / "results").glob("*/*-tune/tuned.jsonl"))
        self.assertEqual(len(files), 1, files)
        return files[0]

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
