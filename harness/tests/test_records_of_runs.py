# label: cli
"""What records of runs hold, with the settings of OpenMP that threads were measured with; threads
that sleep are warned of. A table has a budget, ends before it where its steps are decided, and
fills while it is measured."""

import json
import os
import re

from command import BUILD, Command, ladder, lines_of, started, stopped_when, write_lines
from terminal import OnTerminal

PLAIN = {name: value
         for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
SCOPES = ["kernel", "h2d", "d2h", "exchange", "staging", "launch", "stage", "host", "idle"]


class Records(Command):
    def record(self, *arguments):
        run = self.exits(0, "--case=small", f"--output={self.output}", *arguments)
        return run, lines_of(self.output)

    def test_scopes_add_up_to_the_wall_time_and_no_host_and_no_path_is_named(self):
        run, records = self.record("--stage=c-O3", "--repetitions=2")
        self.assertIn("vs fortran", run.stdout)
        # In the order in which the points were done: the second round goes from the last point to
        # the first.
        self.assertEqual([r["stage"]["name"] for r in records], ["fortran", "c-O3"])
        for record in records:
            traced = record["traced"]
            self.assertEqual(list(traced["scopes_ns"]), SCOPES)
            self.assertEqual(sum(traced["scopes_ns"].values()), traced["wall_ns"])
            self.assertTrue(record["verdict"]["passed"])
            self.assertLessEqual(record["verdict"]["error"], record["verdict"]["limit"])
            self.assertTrue(1 <= len(record["samples"]["wall_ns"]) <= 2)
        text = self.output.read_text()
        self.assertNotIn(os.uname().nodename, text)
        self.assertNotIn(str(BUILD), text)
        self.assertNotIn('"/', text)

    def test_one_step_is_kept_event_by_event(self):
        for arguments in ((), ("--isolate",)):
            self.output.unlink(missing_ok=True)
            _, (fortran, omp) = self.record("--stage=c-omp", "--threads=1", "--repetitions=1",
                                            *arguments)
            one = fortran["traced"]["timeline"]
            events = one["events"]
            self.assertTrue(100 <= one["step"] <= 150)  # the middle of 250
            self.assertEqual((events["kind"], events["name"]),
                             (["kernel", "driver_loop"], ["stage", "driver"]))
            # The stage's call and the driver's loops follow each other without a gap, from begin to
            # end.
            self.assertEqual([0, *events["end_ns"]], [*events["begin_ns"], one["length_ns"]])
            stretch = omp["traced"]["timeline"]  # its steps are not seen from the host
            self.assertEqual((stretch["step"], stretch["steps"], stretch["events"]["kind"]),
                             (None, 4, ["kernel"]))

    def test_interrupted_keeps_what_was_measured(self):
        def sampled():
            return any(one.stat().st_size for one in self.path.glob("*.partial"))

        code, _, words = stopped_when(sampled, started(
            "--stage=c-O0", "--repetitions=500", "--output=%s" % self.output, "--case=small"))
        self.assertEqual(code, 130)
        self.assertRegex(words, r"interrupted; records of \d points?: ")
        for line in self.output.read_text().splitlines():
            self.assertTrue(json.loads(line)["samples"]["wall_ns"])


class Settings(Command):
    def sweep(self, stage, **settings):
        run = self.exits(0, "sweep", "--case=small", "--nt=3", f"--stage={stage}",
                         "--repetitions=1", f"--output={self.output}", env={**PLAIN, **settings})
        return run.stderr, lines_of(self.output)[-1]["environment"]["openmp"]

    def test_a_record_has_what_was_set_but_no_path(self):
        self.assertEqual(self.sweep("c-O3")[1], [])
        self.assertEqual(self.sweep("c-O3", OMP_AFFINITY_FORMAT="/home/me")[1], [])
        settings = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "active"}
        self.assertEqual(self.sweep("c-O3", **settings)[1],
                         ["OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=active"])

    def test_all_cores_are_the_preset_where_threads_are_bound_too(self):
        cores = [len(os.sched_getaffinity(0))]
        for stage in ("fortran-omp", "c-omp"):
            for binding in ("false", "close"):
                with self.subTest(stage, binding=binding):
                    self.sweep(stage, OMP_PROC_BIND=binding)
                    used = lines_of(self.output)[-1]["launch"]["used"]
                    self.assertEqual(used["threads"], cores)

    def test_threads_that_sleep_are_warned_of_once(self):
        for value in ("passive", "PASSIVE"):
            words, _ = self.sweep("c-omp", OMP_WAIT_POLICY=value)
            self.assertEqual(words.count("warning: OMP_WAIT_POLICY="), 1)
        words = ladder("--case=small", "--nt=3", "--stage=c-omp", "--repetitions=1",
                       f"--output={self.output}",
                       env={**PLAIN, "OMP_WAIT_POLICY": "passive"}).stderr
        self.assertIn("warning: OMP_WAIT_POLICY=passive", words)

    def test_nobody_is_warned_of_threads_that_are_not_timed_or_do_not_sleep(self):
        self.assertNotIn("WAIT_POLICY", self.sweep("c-O3", OMP_WAIT_POLICY="passive")[0])
        self.assertNotIn("WAIT_POLICY", self.sweep("c-omp", OMP_WAIT_POLICY="active")[0])

    def test_runs_with_other_settings_are_not_compared(self):
        record, other = self.path / "one.jsonl", self.path / "other.jsonl"
        self.sweep("c-O3")
        self.output.rename(record)
        self.sweep("c-O3", OMP_NUM_THREADS="2")
        self.output.rename(other)
        self.ends_with(5, r"environment\.openmp differs: \[\] and \[\"OMP_NUM_THREADS=2\"\]",
                       "compare", record, other)

    def test_a_record_from_before_the_settings_were_recorded_is_compared(self):
        record, older = self.path / "one.jsonl", self.path / "older.jsonl"
        self.sweep("c-O3", OMP_NUM_THREADS="2")
        self.output.rename(record)
        lines = lines_of(record)
        for line in lines:
            del line["environment"]["openmp"]
        write_lines(older, lines)
        self.assertNotIn("openmp", ladder("compare", older, record).stderr)

    def test_doctor_tells_them(self):
        self.assertRegex(ladder("doctor", env={**PLAIN, "OMP_PROC_BIND": "close"}).stdout,
                         r"OpenMP\s+OMP_PROC_BIND=close")


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
