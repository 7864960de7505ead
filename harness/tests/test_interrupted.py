# label: cli
# room: seismic predict
"""Ctrl-C, most of it before the first record: nothing is left behind, nothing is lost, and words
say what happened. Standard streams that are closed or full: words for the user never get into a
file, and lost data has an exit code. Pipes in place of files: records come through what a shell
opened; a named pipe, which may have no writer, is refused."""

import fcntl
import os
import pathlib
import signal
import subprocess
import sys
import termios
import time
import unittest

from command import BUILD, LADDER, Command, ladder, lines_of, started, stopped_when
from source_tree import SOURCE, execute, folder_of, lacks
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


TIMED = ["--stage=c-O3", *QUICK]


class Closed(Command):
    def run_closed(self, which, *words):
        return subprocess.run(["sh", "-c", f'exec "$@" {which}', "sh", LADDER,
                               *words], cwd=self.path, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=300).returncode

    def test_records_hold_records_alone_whatever_is_closed(self):
        for which in (">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(which):
                self.assertEqual(self.run_closed(which, *TIMED, "--output=records.jsonl"), 0)
        self.assertEqual(len({record["session"] for record in lines_of(self.output)}), 3)

    def test_a_product_has_the_bytes_that_it_has_otherwise(self):
        for name, which in (("open.sgy", ""), ("closed.sgy", "<&- >&- 2>&-")):
            self.assertEqual(self.run_closed(which, "shoot", "--case=small", "--nt=20",
                                             f"--output={name}"), 0)
        self.assertEqual((self.path / "open.sgy").read_bytes(),
                         (self.path / "closed.sgy").read_bytes())

    def test_a_failure_keeps_its_exit_code(self):
        self.assertEqual(self.run_closed("2>&-", "--case=nowhere.toml"), 7)


class Full(Command):
    def into_full(self, *words):
        with open("/dev/full", "w") as full:
            return subprocess.run([LADDER, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=300)

    def test_output_that_is_lost_is_an_unusable_file(self):
        for words in (["list"], ["list", "--stage=c-O3"], ["list", "--json"],
                      ["doctor", "--stage=c-O3"], ["--help"],
                      ["completion", "bash"], ["operator"], [*TIMED, "--dry-run"]):
            with self.subTest(words):
                run = self.into_full(*words)
                self.assertEqual(run.returncode, 7, run.stderr)
                self.assertIn("standard output", run.stderr)
                self.assertNotIn("unexpected", run.stderr)

    def test_words_that_are_lost_end_with_the_code_of_a_file_and_not_of_a_result(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([LADDER, "--case=small", "--dry-run"], stdout=subprocess.DEVNULL,
                                 stderr=full, timeout=300)
        self.assertEqual(run.returncode, 7)


class Named(Command):
    """None of them has a writer: opening one would never end."""

    def test_it_is_refused_with_what_to_give(self):
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        survey = ["shoot", "--case=small", "--stage=c-O3", "--sources=400:800:200,10",
                  f"--output={self.path}/survey.sgy"]
        for words in (["compare", pipe], ["export", "--format=csv", pipe],
                      ["check", f"--baseline={pipe}"],
                      ["check", f"--baseline={pipe}", "--metric=instructions"],
                      [*survey, f"--workers={pipe}"]):
            with self.subTest(words):
                run = execute(LADDER, *words, timeout=60)
                self.assertEqual((run.returncode, run.stdout), (7, ""), run.stderr)
                self.assertIn(f"'{pipe}' is a named pipe, which is not opened", run.stderr)
                self.assertIn("give a file, or /dev/stdin", run.stderr)
        self.assertEqual(list(self.path.iterdir()), [pipe])


class Forked(Command):
    """A child in which a recorded call runs, which may never end."""

    def test_it_ends_with_a_parent_that_is_killed(self):
        code = ("import os, pathlib, sys, time; from adopting import forked\n"
                "def call(file):\n"
                "    pathlib.Path(file).write_text(f'{os.getpid()}\\n')\n"
                "    time.sleep(60)\n"
                "forked.run(call, sys.argv[1])")
        ready = self.path / "ready"
        parent = subprocess.Popen([sys.executable, "-c", code, ready],
                                  env=os.environ | {"PYTHONPATH": str(SOURCE / "scripts")})
        stopped_when(lambda: ready.exists() and ready.read_text().endswith("\n"), parent,
                     signal.SIGKILL)
        stat = pathlib.Path("/proc", ready.read_text().strip(), "stat")
        for _ in range(100):
            if not stat.exists() or stat.read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return
            time.sleep(0.1)
        self.fail("it runs on")


class OfAShell(Command):
    def test_records_are_read_from_it(self):
        self.exits(0, *TIMED, f"--output={self.output}")
        plain = ladder("compare", self.output).stdout
        named = self.path / "pipe"
        os.mkfifo(named)
        for line in ("$LADDER compare <(cat $RECORDS)", "cat $RECORDS | $LADDER compare /dev/stdin",
                     "$LADDER compare /dev/stdin < $RECORDS",
                     "cat $RECORDS > $PIPE & cat $PIPE | $LADDER compare /dev/stdin"):
            with self.subTest(line):
                run = execute("bash", "-c", line, timeout=60,
                              env={**os.environ, "LADDER": str(LADDER),
                                   "RECORDS": str(self.output), "PIPE": str(named)})
                self.assertEqual((run.returncode, run.stdout), (0, plain), run.stderr)
