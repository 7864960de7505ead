# label: cli
"""What records of runs hold, and that they are only appended to records."""

import json
import os
import signal
import subprocess
import time

from command import BUILD, LADDER
from refused_command import Command

SCOPES = ["kernel", "h2d", "d2h", "exchange", "staging", "launch", "stage", "host", "idle"]


class Records(Command):
    def test_scopes_add_up_to_the_wall_time(self):
        _, records = self.record("--stage=c-O3", "--repetitions=2")
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

    def test_no_host_name_and_no_absolute_path(self):
        self.record("--stage=c-O3", "--repetitions=1")
        text = self.output.read_text()
        self.assertNotIn(os.uname().nodename, text)
        self.assertNotIn(str(BUILD), text)
        self.assertNotIn('"/', text)

    def test_lines_are_appended(self):
        self.record("--stage=c-O3", "--repetitions=1")
        before = self.output.read_text()
        self.record("--stage=c-O2", "--repetitions=1")
        self.assertTrue(self.output.read_text().startswith(before))

    def test_the_table_names_what_speedups_are_relative_to(self):
        run, _ = self.record("--stage=c-O3", "--repetitions=1")
        self.assertIn("vs fortran", run.stdout)
        self.assertIn("real", run.stdout)

    def test_dry_run_measures_nothing(self):
        self.exits(0, "--case=small", "--dry-run", "--output=%s" % self.output)
        self.assertFalse(self.output.exists())

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
