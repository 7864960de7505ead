# label: cli
"""What records of runs hold, with the settings of OpenMP that threads were measured with; threads
that sleep are warned of. test_files_are_kept.py: that records are only appended."""

import json
import os
import signal
import subprocess
import time

from command import BUILD, LADDER, ladder, lines_of, write_lines
from refused_command import Command

PLAIN = {name: value
         for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}
SCOPES = ["kernel", "h2d", "d2h", "exchange", "staging", "launch", "stage", "host", "idle"]


class Records(Command):
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
        run = subprocess.Popen([LADDER, "--stage=c-O0", "--repetitions=500",
                                "--output=%s" % self.output, "--case=small"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while (run.poll() is None
               and not any(one.stat().st_size for one in self.path.glob("*.partial"))):
            time.sleep(0.01)  # until there is a sample
        run.send_signal(signal.SIGINT)
        _, words = run.communicate(timeout=60)
        self.assertEqual(run.returncode, 130)
        self.assertRegex(words, r"interrupted; records of \d points?: ")
        for line in self.output.read_text().splitlines():
            self.assertTrue(json.loads(line)["samples"]["wall_ns"])


class Settings(Command):
    def sweep(self, stage, **settings):
        run = self.exits(0, "sweep", "--case=small", "--nt=3", f"--stage={stage}",
                         "--repetitions=1", f"--output={self.output}", env={**PLAIN, **settings})
        return run.stderr, lines_of(self.output)[-1]["environment"]["openmp"]

    def test_a_record_tells_what_was_set(self):
        self.assertEqual(self.sweep("c-O3")[1], [])
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

    def test_a_path_is_not_recorded(self):
        self.assertEqual(self.sweep("c-O3", OMP_AFFINITY_FORMAT="/home/me")[1], [])

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
