# label: cli
"""Adopting and recording that the system stops: a sentence, its exit code, and nothing is lost."""

import os
import signal
import subprocess
import time
from unittest import mock

import adopted_program
import command
from adopting import adopt, files
from adopting.failure import FILE, Failure

FULL = "#!/bin/sh\necho 'ld: final link failed: No space left on device' >&2\nexit 1\n"


def heard():
    """A shell has what it starts in the background ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Stopped(adopted_program.Adopting):
    def ladder(self):
        return sorted(str(path) for path in (self.tree / "ladders").rglob("*"))

    def test_a_cache_that_cannot_be_written_is_named(self):
        self.adopt("smooth.f90", "smooth")
        file = self.path / "file"
        file.write_text("mine")
        self.environment["XDG_CACHE_HOME"] = str(file / "cache")
        self.record("smooth", code=7, words=f"{file}.* cannot be used: .*XDG_CACHE_HOME")

    def test_a_disk_without_space_for_the_compiler_is_no_mistake_of_the_source(self):
        compiler = self.path / "full"
        compiler.write_text(FULL)
        compiler.chmod(0o755)
        words = "No space left on device; make room"
        self.adopt("smooth.f90", "smooth", f"--compiler={compiler}", code=7, words=words)

    def test_a_disk_without_space_for_the_owners_build_or_run_is_no_failure_of_theirs(self):
        full = "echo 'cannot write: No space left on device'; exit 1"
        for given in (f"--build={full}", f"--run={full}"):
            self.adopt("smooth.f90", "smooth", given)
            self.record("smooth", code=7, words="could not write in .*/program: .*; make room")

    def test_a_run_that_does_not_end_is_ended(self):
        self.adopt("smooth.f90", "smooth", "--run=sleep 900")
        self.record("smooth", "--time-limit=1", code=6, words="had not ended after 1 s")

    def test_half_of_a_ladder_is_not_left(self):
        def without_space(file, text):
            if file.name == "ladder.toml":
                raise Failure(FILE, "full")
            files.write_whole(file, text)

        given = {"build": "make", "run": "./model"}
        folder = self.tree / "ladders/smooth"
        with mock.patch.object(adopt, "write_whole", without_space), self.assertRaises(Failure):
            adopt.adopt(self.tree / "smooth.f90", "smooth", self.tree, folder, given, str)
        self.assertEqual(list(folder.iterdir()), [])
        self.adopt("smooth.f90", "smooth")

    def test_a_file_that_could_not_be_written_whole_is_not_left(self):
        with mock.patch.object(files.os, "replace", side_effect=OSError(28, "full")):
            with self.assertRaises(Failure):
                files.write_whole(self.tree / "new", "text")
        self.assertEqual([path for path in self.tree.iterdir() if path.name.startswith(".")], [])

    def test_no_calls_are_none_to_record(self):
        self.adopt("smooth.f90", "smooth")
        self.record("smooth", "--calls=", code=2, words="--calls: '' is no call")

    def test_calls_that_were_recorded_stay_where_a_record_is_interrupted(self):
        self.adopt("smooth.f90", "smooth", "--calls=1")
        self.record("smooth")
        self.adopt("smooth.f90", "smooth", "--run=touch started; sleep 60", "--calls=2")
        before, sums = self.ladder(), self.sums()
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                cache = self.path / "cache/ladder"
                for old in cache.glob("*/program/started"):
                    old.unlink()
                words = [command.LADDER, "record", "ladders/smooth"]
                run = subprocess.Popen(
                    words, cwd=self.tree, env=self.environment, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                    preexec_fn=heard)
                while run.poll() is None and not list(cache.glob("*/program/started")):
                    time.sleep(0.01)
                os.killpg(run.pid, number)
                self.assertRegex(run.communicate(timeout=30)[1], "interrupted")
                self.assertEqual(run.returncode, 130)
                self.assertEqual(self.ladder(), before)
                self.assertEqual(self.sums(), sums)
