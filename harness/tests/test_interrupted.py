# label: cli
# room: predict
"""Ctrl-C, most of it before the first record: nothing is left behind, nothing is lost, and words
say what happened."""

import fcntl
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import termios
import time
import unittest

from command import BUILD, LADDER, Command, ladder, lines_of
from missing import lacks

PLUGIN = "--stage=%s" % (BUILD / "plugins/waits_in_its_probe.so")
QUICK = ["--case=small", "--nt=3", "--repetitions=1"]


class BeforeTheFirstRecord(Command):
    def interrupted(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            probed = pathlib.Path(folder) / "probed"
            run = subprocess.Popen([LADDER, *words, PLUGIN, *QUICK, "--output=%s" % self.output],
                                   text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=os.environ | {"LADDER_TEST_PROBED": str(probed)})
            while run.poll() is None and not probed.exists():
                time.sleep(0.01)
            run.send_signal(signal.SIGINT)
            out, err = run.communicate(timeout=300)
        self.assertEqual(run.returncode, 130, out + err)
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
        run = subprocess.Popen([LADDER, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True)
        while run.poll() is None and not self.output.exists():
            pass
        run.send_signal(signal.SIGINT)
        out, words = run.communicate(timeout=300)
        self.assertEqual((run.returncode, out), (130, ""), words)
        return words

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
                script = subprocess.Popen([LADDER, *words, pipe], cwd=self.path,
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                          text=True)
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

    def interrupted(self, *words, seen):
        """As soon as the words are on the terminal. Returns all that was printed."""
        ours, theirs = pty.openpty()
        run = subprocess.Popen([LADDER, *words], stdout=theirs, stderr=theirs)
        os.close(theirs)
        said = b""
        try:
            while chunk := os.read(ours, 65536):
                if seen in said + chunk and seen not in said:
                    run.send_signal(signal.SIGINT)
                said += chunk
        except OSError:  # nobody has the other end any more
            pass
        os.close(ours)
        self.assertEqual(run.wait(timeout=60), -signal.SIGINT, said)
        return said

    def test_doctor_does_not_go_on_to_measure_the_machine(self):
        said = self.interrupted("doctor", seen=b"this machine")
        self.assertIn(b"ladder: interrupted", said)
        self.assertNotIn(b"multiply-adds", said)

    def test_what_waits_for_its_input(self):
        for words in (["compare"], ["export", "--format=csv"]):
            with self.subTest(words):
                run = subprocess.Popen([LADDER, *words, "/dev/stdin"], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                run.stdin.write(b"{")
                run.stdin.flush()
                while run.poll() is None and bytes_in(run.stdin):  # until it has read them
                    time.sleep(0.001)
                run.send_signal(signal.SIGINT)
                self.assertEqual(run.wait(timeout=60), -signal.SIGINT)
                self.assertEqual(run.communicate(), (b"", b"ladder: interrupted\n"))
