# label: cli
# room: seismic
"""Workers of a survey from a file: a launcher for each, which leads to another machine, or to
none."""

import os
import shutil
import unittest

from command import LADDER
from crew import GATHERS, Crew
from migration import WORDS
from source_tree import execute


class Elsewhere(Crew):
    """A line of the file is what is put before the command line of a worker."""

    def file(self, *lines):
        (self.path / "workers.txt").write_text("".join(line + "\n" for line in lines))
        return "--workers=workers.txt"

    def test_launchers_of_a_file_start_them(self):
        """env replaces ssh: it takes a command line and hands its input and output through."""
        self.end(self.begin(self.file("# two elsewhere, one here", "env", "nice -n 1  # slower",
                                      "-")))
        self.same_as_one_process()

    def test_one_that_cannot_be_started_ends_the_run(self):
        self.assertIn("the worker `nosuchlauncher` cannot be started",
                      self.end(self.begin(self.file("nosuchlauncher")), 7))

    def test_one_that_speaks_another_language_is_lost_alone(self):
        words = self.end(self.begin(self.file("echo hello", "-", "false")))
        self.assertRegex(words, r"worker 1 \(echo hello\) ended with exit code 0; shot \d of 4 is "
                                r"computed again")
        self.assertRegex(words, r"worker 3 \(false\) ended with exit code 1")
        self.same_as_one_process()

    def test_one_that_would_compute_something_else_is_refused(self):
        other = self.path / "other"
        other.mkdir()
        # 2048 m/s
        (other / "slow.npy").write_bytes((self.path / "slow.npy").read_bytes()[:-4] + b"\0\0\0E")
        (other / "survey.sgy").write_bytes((self.path / "survey.sgy").read_bytes())
        script = self.path / "elsewhere.sh"
        script.write_text('#!/bin/sh\nread hello\n(echo "$hello" | sed '
                          '"s|\\"folder\\":\\"[^\\"]*\\"|\\"folder\\":\\"$OTHER\\"|"; '
                          'cat) | "$@"\n')
        script.chmod(0o755)
        words = [*WORDS, *GATHERS, self.file("./elsewhere.sh"), "--output=image.npy"]
        run = execute(LADDER, *words, cwd=self.path, timeout=300,
                      env={**os.environ, "OTHER": str(other)})
        self.assertEqual(run.returncode, 5, run.stdout + run.stderr)
        self.assertRegex(run.stderr, r"worker 1 \(\./elsewhere\.sh\) would compute something else: "
                                     r"the model differs")

    def test_what_is_no_number_and_no_file_is_refused(self):
        self.refused(2, "expected 1 to 4096", "--workers=0")
        self.refused(7, "it is neither a file nor a number of workers", "--workers=four")
        (self.path / "empty.txt").write_text("# nobody\n")
        self.refused(7, "has 0 workers", "--workers=empty.txt")

    @unittest.skipUnless(shutil.which("mpirun"), "mpirun is missing: install openmpi-bin")
    def test_ranks_of_a_launcher_get_a_message_about_workers(self):
        run = execute("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", LADDER, *WORDS,
                      "--output=image.npy", cwd=self.path, timeout=60)
        self.assertEqual(run.returncode, 2, run.stdout + run.stderr)
        self.assertIn("start one process, and add --workers=2", run.stderr)
