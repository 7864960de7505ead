# label: cli
# cost: 20
"""A ladder that is killed loses the run that was going on and nothing else."""

import collections
import json
import os
import random
import re
import signal
import time

from command import BUILD, Command, ladder, lines_of
from terminal import OnTerminal

# Some points have their samples long before others: the precision of some is reached in six, others
# need forty.
LADDER_OF_SECONDS = ["--case=small", "--nt=40", "--precision=0.05", "--time-limit=0.1"]
ENDLESS = ["--repetitions=1000", "--time-limit=1000"]
QUICK = ["--stage=fortran", "--case=small", "--nt=3", "--repetitions=1"]


def on_one_core():
    """Threads that wait for each other on cores that others use would take most of the time."""
    os.sched_setaffinity(0, {random.choice(sorted(os.sched_getaffinity(0)))})


class Started(OnTerminal):
    """A ladder at work, on one core, and what it says it does, which it says on a terminal only."""

    def __init__(self, *arguments):
        super().__init__(*arguments, preexec_fn=on_one_core)

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        return self.runs()

    def runs(self):
        """(stage, timed or traced) of each, when the ladder has ended."""
        self.wait()
        return re.findall(rb"\x1b\[K([\w-]+): (timed|traced) run", self.said)


class Killed(Command):
    def setUp(self):
        super().setUp()
        ladder(*QUICK, "--output=%s" % self.output)  # what was there before stays
        self.before = self.output.read_text()

    def next_program(self):
        return self.exits(0, *QUICK, "--output=%s" % self.output)

    def journals(self):
        return list(self.path.glob("*.partial"))

    def killed_records(self):
        """Of the ladder that was killed: neither of the one before it nor of the one after it."""
        records = lines_of(self.output)
        return [r for r in records
                if r["session"] not in (records[0]["session"], records[-1]["session"])]

    def look(self, announced):
        """What was announced is over when something else is announced; the last one was killed. Of
        a round whose proof was not over, each point may lose its run."""
        samples, traced = collections.Counter(), set()
        for name, what in announced[:-1]:
            if what == b"timed":
                samples[name.decode()] += 1
            else:
                traced.add(name.decode())
        now = self.output.read_text()
        self.assertTrue(now.startswith(self.before))
        there = {json.loads(line)["stage"]["name"] for line in now[len(self.before):].splitlines()}
        self.assertLessEqual(traced, there, "a point that is done has its record")
        self.next_program()
        self.assertEqual(self.journals(), [])
        kept = {r["stage"]["name"]: r for r in self.killed_records()}
        self.assertEqual(len(kept), len(self.killed_records()), "a point has one record")
        for name, count in samples.items():
            if count == 1 and name not in kept:
                continue
            have = {len(values) for values in kept[name]["samples"].values()}
            self.assertEqual(len(have), 1)
            self.assertGreaterEqual(have.pop(), count - 1, name)
        for name in kept.keys() - traced - {announced[-1][0].decode()}:
            self.assertEqual(kept[name]["summary"]["stopped_by"], "killed")
            self.assertTrue(kept[name]["verdict"]["passed"])

    def test_at_any_moment_the_run_that_was_going_on_is_lost_and_no_other(self):
        """LADDER_KILLS says how many times; the moments are random, the seed is printed."""
        seed = int(os.environ.get("LADDER_SEED", time.time_ns() % 1000000))
        chance = random.Random(seed)
        start = time.time()
        whole = Started(*LADDER_OF_SECONDS, "--output=%s" % (self.path / "whole.jsonl"))
        runs = whole.runs()
        length = time.time() - start
        self.assertEqual(whole.process.returncode, 0)
        self.assertGreater(len(runs), 20)
        for kill in range(int(os.environ.get("LADDER_KILLS", "4"))):
            self.output.write_text(self.before)
            with self.subTest(seed=seed, kill=kill):
                # The first part of a ladder proves its stages: random moments of the rest.
                at_work = Started(*LADDER_OF_SECONDS,
                                  "--output=%s" % self.output).until(b"timed run")
                time.sleep(chance.uniform(0, 0.8 * length))
                self.look(at_work.kill())

    def test_a_record_of_a_killed_point_has_the_fields_of_any_other(self):
        Started("--stage=c-O2", "--case=small", *ENDLESS,
                "--output=%s" % self.output).until(b"run 9 ").kill()
        run = self.next_program()
        self.assertIn("record", run.stderr)
        whole, killed = lines_of(self.output)[0], self.killed_records()
        fields = {record["stage"]["name"]: record for record in killed}
        for record in fields.values():
            self.assertEqual(record.keys() - {"why_not_traced"}, whole.keys() - {"why_not_traced"})
            self.assertEqual(record["why_not_traced"], "killed before it was traced")
            self.assertEqual(record["samples"]["round"],
                             list(range(len(record["samples"]["round"]))))
            self.assertIsNotNone(record["summary"]["low_ns"])
        self.assertEqual(fields.keys(), {"fortran", "c-O2"})

    def test_what_a_living_program_keeps_is_left_alone(self):
        at_work = Started("--stage=c-O2", "--case=small", *ENDLESS,
                          "--output=%s" % self.output).until(b"run 3 ")
        self.next_program()
        self.assertEqual(len(self.journals()), 1)
        self.assertEqual(len(lines_of(self.output)), 2)
        at_work.kill()
        self.next_program()
        self.assertEqual(len(lines_of(self.output)), 5)
        self.assertEqual(self.journals(), [])

    def test_a_sample_that_was_cut_short_is_left_out(self):
        Started("--stage=c-O2", "--case=small", *ENDLESS,
                "--output=%s" % self.output).until(b"run 3 ").kill()
        journal, = self.journals()
        text = journal.read_text()
        journal.write_text(text[: text.rindex('"samples"') + 20])
        count = text.count("\n")
        self.next_program()
        self.assertEqual(sum(len(r["samples"]["round"]) for r in self.killed_records()), count - 1)

    def test_a_point_that_failed_or_was_done_leaves_no_journal(self):
        self.assertEqual(self.journals(), [])
        run = ladder("--stage=%s" % (BUILD / "plugins/right_then_wrong.so"), "--case=small",
                     "--output=%s" % self.output)
        self.assertNotEqual(run.returncode, 0)
        self.assertEqual(self.journals(), [])
