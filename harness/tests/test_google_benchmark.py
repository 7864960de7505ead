# label: cli
"""What a user of Google Benchmark knows: --benchmark_* options, the files they write, and its
compare.py that reads them. What `ladder` keeps is in results/<machine>/<date>-<experiment>/ with
the command that made it, and is found there. `ladder tune` finds the launch that a stage is fast
at, keeps it, and --launch=tuned uses it while it holds."""

import csv
import datetime
import importlib.util
import io
import json
import os
import pathlib
import subprocess
import sys
import unittest

from command import Command, ladder, lines_of
from option_bases import CASE
from source_tree import BUILD, execute, folder_of
from plots import experiments

NAMES = ["ladder/case:small/stage:fortran", "ladder/case:small/stage:c-O3"]


class GoogleBenchmark(Command):
    def measure(self, *options):
        run = self.exits(0, "--case=small", "--nt=3", "--stage=fortran,c-O3",
                         f"--output={self.output}", *options)
        return run.stdout

    def entries(self, text):
        return json.loads(text)["benchmarks"]

    def test_a_sample_is_a_repetition(self):
        printed = self.entries(self.measure("--benchmark_repetitions=3", "--benchmark_format=json"))
        self.assertEqual([one["name"] for one in printed],
                         [name for name in NAMES for _ in range(3)])
        self.assertEqual([one["repetition_index"] for one in printed], [0, 1, 2, 0, 1, 2])
        self.assertTrue(all(one["real_time"] > 0 for one in printed))

    def test_the_file_is_in_addition_to_the_table_and_the_format_in_its_place(self):
        path = self.path / "times.json"
        table = self.measure("--benchmark_repetitions=1", f"--benchmark_out={path}")
        self.assertRegex(table, r"(?m)^c-O3 .*right")
        self.assertEqual(len(self.entries(path.read_text())), 2)

    def test_csv_says_what_json_says(self):
        path = self.path / "times.json"
        text = self.measure("--benchmark_repetitions=2", f"--benchmark_out={path}",
                            "--benchmark_format=csv")
        rows, entries = list(csv.DictReader(io.StringIO(text))), self.entries(path.read_text())
        self.assertEqual(len(rows), 4)
        for row, entry in zip(rows, entries, strict=True):
            self.assertEqual(row["name"], entry["name"])
            self.assertEqual(float(row["real_time"]), entry["real_time"])
            self.assertEqual(row["time_unit"], "ns")
        self.measure("--benchmark_repetitions=2", f"--benchmark_out={path}",
                     "--benchmark_out_format=csv", "--overwrite")
        self.assertEqual(path.read_text().splitlines()[0], text.splitlines()[0])

    def test_what_would_have_no_effect_is_refused(self):
        for words, *options in (
                ("--benchmark_repetitions says how many", "--benchmark_repetitions=2",
                 "--repetitions=3"),
                ("--benchmark_min_time says for how long", "--benchmark_min_time=1s",
                 "--time-limit=3"),
                ("--benchmark_out is missing", "--benchmark_out_format=csv"),
                ("--benchmark_out is missing", "--overwrite"),
                ("--json prints records", "--json", "--benchmark_format=json"),
                ("it takes one --half-length", "--benchmark_format=json", "--half-length=4,8")):
            self.ends_with(2, words, "sweep", "--case=small", *options)

    def test_a_filter_is_reported_once_for_each_stage_that_it_leaves_out(self):
        for filter in ("/c-O3/", "-/(fortran|c-O2)/"):
            run = ladder("--case=small", "--nt=3", "--stage=c-O2,c-O3", "--repetitions=3",
                         f"--benchmark_filter={filter}", f"--output={self.output}", code=0)
            self.assertEqual(run.stdout.count("not measured: filter"), 2)
            self.assertNotIn("Failed to match", run.stdout + run.stderr)

    def test_records_and_their_export_cannot_be_one_file(self):
        self.ends_with(7, "is the file of the records", "--case=small", f"--output={self.output}",
                       f"--benchmark_out={self.path}/./{self.output.name}")
        self.assertFalse(self.output.exists())


COMPARE = pathlib.Path("/usr/share/benchmark/compare.py")  # Debian: libbenchmark-tools


class Readers(unittest.TestCase):
    def test_google_benchmarks_compare_finds_what_got_slower(self):
        if not COMPARE.exists() or not importlib.util.find_spec("scipy"):
            self.skipTest("libbenchmark-tools, or SciPy which it needs, is not installed")
        folder = folder_of(self)
        subprocess.run([BUILD / "ladder_tests", "--gtest_filter=OutputFormats.WriteSamples"],
                       check=True, stdout=subprocess.DEVNULL,
                       env=dict(os.environ, LADDER_WRITE_SAMPLES=str(folder)))
        run = execute(sys.executable, COMPARE, "--no-color", "-d", folder / "out.json",
                      "benchmarks", folder / "old.json", folder / "new.json", code=0)
        self.assertIn("_pvalue", run.stdout)
        self.assertRegex(run.stdout, r"OVERALL_GEOMEAN +\+0\.1000")


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
        return self.exits(code, *words,
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
