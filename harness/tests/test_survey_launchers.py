# label: cli
# room: seismic
"""Workers of a survey from a file: a launcher for each, which leads to another machine, or to none.
`ladder shoot --sources` by workers: the file of one process, and --resume resumes after its last
finished shot."""

import os
import shutil
import unittest

from command import LADDER
from crew import GATHERS, Crew
from migration import NX, SAMPLES, SHOTS, WORDS, Migration
from source_tree import execute

SHOOT = ["shoot", "--case=two.toml", "--stage=c-simd", "--sources=150:750:200,10",
         "--half-length=4"]


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
                      env={**os.environ, "OTHER": str(other)}, code=5)
        self.assertRegex(run.stderr, r"worker 1 \(\./elsewhere\.sh\) would compute something else: "
                                     r"the model differs")

    @unittest.skipUnless(shutil.which("mpirun"), "mpirun is missing: install openmpi-bin")
    def test_ranks_of_a_launcher_get_a_message_about_workers(self):
        run = execute("mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2", LADDER, *WORDS,
                      "--output=image.npy", cwd=self.path, timeout=60, code=2)
        self.assertIn("start one process, and add --workers=2", run.stderr)


class Shot(Migration):
    def shoot(self, *arguments, output):
        self.exits(0, *SHOOT, f"--output={output}", *arguments, cwd=self.path)
        return (self.path / output).read_bytes()

    def test_gives_the_file_of_one_process(self):
        for count in (2, 4):
            self.assertTrue(self.shoot(f"--workers={count}", output=f"by{count}.sgy")
                            == (self.path / "survey.sgy").read_bytes())

    def killed(self, *arguments):
        """With -9, as soon as a shot is in its checkpoint. Returns how many are."""
        kept = self.path / "new.sgy.checkpoint"
        self.killed_when(lambda: self.shots_in(kept), "new.sgy", *SHOOT, *arguments)
        return self.shots_in(kept)

    def shots_in(self, kept):
        try:
            lines = kept.read_bytes().split(b"\n", 2)
        except FileNotFoundError:  # not there yet, or no more
            return 0
        return len(lines[2]) // (4 * NX * SAMPLES + 8) if len(lines) == 3 else 0

    def test_goes_on_behind_the_shots_that_are_done(self):
        for workers in ([], ["--workers=2"]):
            with self.subTest(workers):
                done = self.killed(*workers)
                with open(self.path / "new.sgy.checkpoint", "ab") as kept:
                    kept.write(b"cut short")  # what a crash leaves of a shot
                self.ends_with(0, f"resuming after shot {done} of {SHOTS}", *SHOOT,
                               "--output=new.sgy", "--resume", *workers, cwd=self.path)
                self.assertTrue((self.path / "new.sgy").read_bytes()
                                == (self.path / "survey.sgy").read_bytes())
                self.assertFalse((self.path / "new.sgy.checkpoint").exists())
                (self.path / "new.sgy").unlink()

    def test_goes_on_with_nothing_else(self):
        self.killed()
        words = [word for word in SHOOT if not word.startswith("--sources")]
        for what, option in (("places", "--sources=150:750:300,10"),
                             ("case", "--wavelet=ricker:11")):
            self.ends_with(5, f"the {what} differs", *(SHOOT if what == "case" else words), option,
                           "--output=new.sgy", "--resume", cwd=self.path)
        kept = self.path / "new.sgy.checkpoint"
        data = bytearray(kept.read_bytes())
        data[data.index(b"\n", data.index(b"\n") + 1) + 4000] ^= 1
        kept.write_bytes(data)
        self.ends_with(7, "its contents have changed", *SHOOT, "--output=new.sgy", "--resume",
                       cwd=self.path)

    def test_is_for_surveys_alone(self):
        self.ends_with(2, "--workers would have no effect", "shoot", "--case=two.toml",
                       "--workers=2", "--output=x.sgy", cwd=self.path)
