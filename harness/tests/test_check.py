# label: cli
# serial: it decides whether times differ
"""`ladder check`: what it decides; test_check_refuses.py has what it refuses and what it leaves for
a CI."""

import json
import os

from check_baseline import QUICK, WithBaseline
from command import LADDER, Command, ladder


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
