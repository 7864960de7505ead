# label: cli
# room: predict
"""Ctrl-C, most of it before the first record: nothing is left behind, nothing is lost, and words
say what happened."""

import fcntl
import os
import signal
import subprocess
import sys
import termios
import unittest

from command import BUILD, Command, ladder, lines_of, started, stopped_when
from source_tree import folder_of, lacks
from terminal import OnTerminal

PLUGIN = "--stage=%s" % (BUILD / "plugins/waits_in_its_probe.so")
QUICK = ["--case=small", "--nt=3", "--repetitions=1"]


class BeforeTheFirstRecord(Command):
    def interrupted(self, *words):
        probed = folder_of(self) / "probed"
        run = started(*words, PLUGIN, *QUICK, "--output=%s" % self.output,
                      env=os.environ | {"LADDER_TEST_PROBED": str(probed)})
        code, out, err = stopped_when(probed.exists, run)
        self.assertEqual(code, 130, out + err)
        self.assertIn("interrupted", err)
        self.assertEqual(out, "", "a table of nothing")

    def test_no_file_is_left_behind(self):
        for command in ([], ["sweep"]):
            self.interrupted(*command)
            self.assertEqual(list(self.path.iterdir()), [], command)

    def test_earlier_records_stay_and_no_other_file(self):
        ladder("--stage=c-O3", *QUICK, "--output=%s" % self.output)
        before = self.output.read_bytes()
        for command in ([], ["sweep"], ["sweep", "--resume"]):
            self.interrupted(*command)
            self.assertEqual(self.output.read_bytes(), before, command)
            self.assertEqual(list(self.path.iterdir()), [self.output], command)

    def test_an_empty_file_of_before_stays(self):
        self.output.write_text("")
        self.interrupted()
        self.assertTrue(self.output.exists())

    def test_a_refused_run_leaves_none_either(self):
        run = self.exits(8, "--stage=%s" % (BUILD / "plugins/device_fails.so"), *QUICK,
                         "--output=%s" % self.output)
        self.assertEqual({r["stage"]["name"] for r in lines_of(self.output)}, {"fortran"})
        sweep = self.path / "sweep.jsonl"
        run = self.exits(8, "sweep", "--stage=%s" % (BUILD / "plugins/device_fails.so"), *QUICK,
                         "--output=%s" % sweep)
        self.assertIn("no record was written", run.stderr)
        self.assertFalse(sweep.exists())


class WhileItWorks(Command):
    """Interrupted as soon as the command has got as far as opening its output or its input."""

    def interrupted(self, *words):
        code, out, said = stopped_when(self.output.exists, started(*words))
        self.assertEqual((code, out), (130, ""), said)
        return said

    def test_what_measures_the_machine_ends_and_records_nothing(self):
        self.assertIn("interrupted: nothing was recorded",
                      self.interrupted("microbench", f"--output={self.output}"))
        self.assertFalse(self.output.exists())

    def test_tune_says_that_it_wrote_nothing(self):
        words = self.interrupted("tune", "--case=small", "--stage=c-omp", f"--output={self.output}")
        self.assertIn("interrupted", words)
        self.assertNotIn("--launch=tuned uses them", words)
        self.assertFalse(self.output.exists())

    @unittest.skipIf(lacks("numpy", "matplotlib"), "plots cannot be drawn here")
    def test_a_script_ends_in_words_and_not_in_a_traceback(self):
        pipe = self.path / "records"
        os.mkfifo(pipe)
        for words in (["plot", "waterfall"], ["report"], ["explain", "smem"]):
            with self.subTest(words):
                script = started(*words, pipe, cwd=self.path)
                with open(pipe, "w"):  # it is open at the other end as well now
                    script.send_signal(signal.SIGINT)
                    _, said = script.communicate(timeout=60)
                self.assertEqual(script.returncode, -signal.SIGINT)
                self.assertRegex(said, r"^[\w ]+: interrupted\n$")
        self.assertEqual(list(self.path.iterdir()), [pipe])


def bytes_in(pipe):
    return int.from_bytes(fcntl.ioctl(pipe, termios.FIONREAD, bytes(4)), sys.byteorder)


class AtOnce(Command):
    """Commands that measure nothing to keep end at the first."""

    def test_doctor_does_not_go_on_to_measure_the_machine(self):
        run = OnTerminal("doctor", prints=True).until(b"this machine")
        run.process.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(), -signal.SIGINT, run.said)
        self.assertIn(b"ladder: interrupted", run.said)
        self.assertNotIn(b"multiply-adds", run.said)

    def test_what_waits_for_its_input(self):
        for words in (["compare"], ["export", "--format=csv"]):
            with self.subTest(words):
                run = started(*words, "/dev/stdin", stdin=subprocess.PIPE)
                run.stdin.write("{")
                run.stdin.flush()
                self.assertEqual(stopped_when(lambda: not bytes_in(run.stdin), run),
                                 (-signal.SIGINT, "", "ladder: interrupted\n"))
