# label: cli
"""A table has a budget, ends before it where its steps are decided, and fills while it is
measured."""

import re

from command import Command, lines_of
from terminal import OnTerminal

TABLE = ("--case=small", "--nt=30")


class Budget(Command):
    def stopped_by(self, *arguments):
        self.ends_with(0, "records:", *TABLE, *arguments, f"--output={self.output}")
        return {record["stage"]["name"]: (record["summary"]["stopped_by"],
                                          len(record["samples"]["wall_ns"]))
                for record in lines_of(self.output)}

    def test_a_step_of_several_times_the_speed_needs_few_samples(self):
        found = self.stopped_by("--stage=c-O0,c-O2")
        self.assertEqual(found["c-O2"][0], "decided")
        self.assertLess(found["c-O2"][1], 60)  # of 134 before

    def test_a_budget_that_is_used_up_leaves_each_stage_one_sample(self):
        found = self.stopped_by("--stage=c-O2,c-O3", "--budget=0.001")
        self.assertEqual(set(found.values()), {("budget", 1)})

    def test_it_is_said_that_the_oracle_takes_longer_than_the_budget(self):
        for budget, said in (("0.001", True), ("600", False)):
            run = self.ends_with(0, "records:", *TABLE, "--stage=c-O2", "--repetitions=1",
                                 f"--budget={budget}", f"--output={self.output}")
            self.assertEqual("the oracle alone takes" in run.stderr, said, run.stderr)
            self.output.unlink()

    def test_repetitions_take_as_long_as_they_take(self):
        found = self.stopped_by("--stage=c-O2", "--repetitions=9")
        self.assertEqual(set(found.values()), {("repetitions", 9)})
        warmed_up = [len(record["summary"]["warm_up_ns"]) for record in lines_of(self.output)]
        self.assertEqual(warmed_up, [9] * len(warmed_up), "runs below 0.1 s follow a warm-up each")
        self.output.unlink()
        found = self.stopped_by("--stage=c-O2", "--repetitions=900", "--budget=0.001")
        self.assertEqual(set(found.values()), {("budget", 1)})


class Terminal(Command):
    def test_rows_are_there_before_the_first_sample_and_have_a_time_before_the_next_stage(self):
        run = OnTerminal(*TABLE, "--stage=c-O0,c-O2", "--repetitions=2", f"--output={self.output}")
        self.assertEqual(run.wait(), 0, run.said)
        shown = run.said.decode()  # in the order of time
        self.assertLess(shown.index("c-O2             "), shown.index(": timed run 1 "))
        timed = re.search(r"c-O0 +[\d.]+ [mun]?s  1 sample ", shown)
        self.assertIsNotNone(timed, shown)
        self.assertLess(timed.start(), shown.index("c-O2: timed run 1 "))
