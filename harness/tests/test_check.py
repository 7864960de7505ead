# label: cli
# cost: 60
# serial: it decides whether times differ
"""`ladder check`, of an adopted routine and of a plug-in too: what it compares with, and what it
decides; test_check_refuses.py has what it refuses and what it leaves for a CI."""

import json
import os
import re
import shutil
import statistics

import adopted_program
import schema_check
from adopted_program import slowed
from check_baseline import QUICK, WithBaseline
from command import BUILD, LADDER, Command, ladder, lines_of


class Baseline(WithBaseline):
    # The canary of the baseline is moved against its times, so that no change of the machine
    # meanwhile is an excuse.
    def test_a_twentieth_of_the_time_in_the_baseline_is_slower_now(self):
        self.times(0.05, canary=20)
        self.check(1, "SLOWER")

    def test_an_unchanged_program_on_a_slower_machine_is_not_called_slower(self):
        self.times(0.1, canary=0.2)  # a load may cost the stage more than the canary
        self.check(4, "the machine itself may have changed .*fixed arithmetic on single cores"
                      ".*--against")

    def test_a_program_that_is_as_fast_as_before_on_a_faster_machine_is_not_called_as_fast(self):
        self.times(5, canary=5)
        self.check(4, "the machine itself may have changed .*--against")

    def test_the_canary_is_timed_in_the_rounds_of_the_samples(self):
        cores = min(2, len(os.sched_getaffinity(0)))  # of a reading, one after another
        for part, values in self.records[0]["canary"]["host"].items():
            readings = len(values) / (cores if part == "arithmetic_one_ns" else 1)
            self.assertGreaterEqual(readings, 10)
            self.assertLessEqual(readings, len(self.records[0]["samples"]["wall_ns"]))

    def test_one_sample_is_inconclusive(self):
        def change(record):
            for values in record["samples"].values():
                del values[1:]
            record["summary"].update(median_ns=record["samples"]["wall_ns"][0], low_ns=None,
                                     high_ns=None)
        self.changed(change)
        self.check(4, "inconclusive.*too few")

    def test_twenty_times_the_time_is_not_slower_whatever_a_broken_last_line_holds(self):
        self.times(20, canary=0.05)
        with self.output.open("a") as end:
            end.write(json.dumps(self.records[0])[:80])
        self.check(0, "(?s)not slower.*is truncated and was left out")


class Against(Command):
    def test_a_program_against_itself_is_not_called_slower(self):
        run = ladder("check", *QUICK, "--against=%s" % LADDER, "--budget=3",
                     "--least-effect=0.1")
        self.assertIn(run.returncode, (0, 4), run.stdout + run.stderr)


class Copies(adopted_program.Adopting):
    recorded_as = ("smooth.f90", "smooth", "1,2")

    def setUp(self):
        super().setUp()
        self.old = self.path / "old"
        self.old.mkdir()

    def copy(self, spare):
        """A stage in Fortran, with so many operations that change nothing."""
        text = slowed((self.tree / "smooth.f90").read_text(), spare)
        body = re.search(r"(?s)  subroutine smooth\(.*?end subroutine smooth\n", text)[0]
        return f"! parent: original\n! change: a copy\n! expectation: none\n! flags: -O2\n{body}"

    def write(self, folder, spare):
        (folder / "copy.f90").write_text(self.copy(spare))

    def check(self, code, words, *more, against=None, effect=0.5):
        return self.run_in(code, words, "check", f"--against={against or self.old}",
                           "--stage=copy", f"--least-effect={effect}", *more)


class Routine(Copies):
    def test_it_decides_and_names_both_sources(self):
        self.write(self.old, 0)
        self.write(self.ladder, 0)
        run = self.check(0, "not slower", "--budget=40")
        self.assertRegex(run.stderr, "both sides run the same source")
        self.write(self.ladder, 4000)
        found, = json.loads(self.check(1, "SLOWER", "--budget=40", "--json").stdout)
        self.assertEqual(schema_check.defects(found, "finding"), [])
        self.assertNotEqual(*found["hash"].values())
        self.assertIn(found["rests_on"], ("wall", "instructions"))
        self.assertGreater(found["change"]["ratio"], 1)

    def test_another_program_brings_no_older_source_and_says_so(self):
        self.write(self.ladder, 0)
        self.check(None, "both sides run the same source .*brings no older stage", "--budget=1",
                   against=LADDER)

    def test_a_baseline_is_written_and_read(self):
        self.write(self.ladder, 0)
        base = self.path / "base.jsonl"
        self.run_in(0, "baseline: .*base.jsonl", "check", "--stage=copy",
                    f"--write-baseline={base}", "--budget=3")
        record, = lines_of(base)
        self.assertIn("instructions", record)
        run = self.run_in(7, "exists", "check", "--stage=copy", f"--write-baseline={base}")
        self.assertEqual(lines_of(base), [record], run.stderr)
        record["samples"]["wall_ns"] = [30 * ns for ns in record["samples"]["wall_ns"]]
        record["summary"]["median_ns"] = statistics.median(record["samples"]["wall_ns"])
        base.write_text(json.dumps(record) + "\n")
        # A baseline is what --against=FILE names, too.
        self.check(0, "not slower", "--budget=40", against=base)


class Plugin(Command):
    def setUp(self):
        super().setUp()
        self.plugin = self.path / "mine.so"
        shutil.copy(BUILD / "plugins/honest_loop.so", self.plugin)
        self.case = ("--case=small", "--nt=26")

    def test_it_is_known_by_its_name_whatever_its_path_is(self):
        self.ends_with(0, "records", *self.case, f"--stage={self.plugin}", "--repetitions=12",
                       f"--output={self.output}")
        records = [one for one in lines_of(self.output) if one["stage"]["file"].endswith(".so")]
        self.output.write_text(json.dumps(records[0]) + "\n")
        other = self.path / "build"
        other.mkdir()
        shutil.copy(self.plugin, other / "renamed.so")
        run = self.ends_with(0, "case_hash", "check", f"--baseline={self.output}",
                             "--stage=build/renamed.so", *self.case, "--dry-run", "--json")
        self.assertIn("honest-loop", run.stdout)
        self.ends_with(2, "records of the plug-in 'honest-loop': name its file with --stage",
                       "check", f"--baseline={self.output}")

    def test_against_an_older_one(self):
        shutil.copy(BUILD / "plugins/honest/wave_fused.so", self.path / "old.so")
        run = self.ends_with(0, "not slower", "check", "--against=old.so", "--stage=mine.so",
                             *self.case, "--budget=10", "--least-effect=1", "--json")
        found, = json.loads(run.stdout)
        self.assertNotEqual(*found["hash"].values())
