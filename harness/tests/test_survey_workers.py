# label: cli
# room: seismic
# cost: 25
"""A survey by several processes: the bits of one at any number of them, and no more than its own
shot is lost with one that ends. Workers from a file: a launcher for each, which leads to another
machine, or to none. `ladder shoot --sources` by workers: the file of one process, and --resume
resumes after its last finished shot."""

import json
import os
import shutil
import signal
import time
import unittest

from command import LADDER
from crew import GATHERS, Crew, is_worker
from migration import NX, SAMPLES, SHOTS, WORDS, Migration
from source_tree import execute


class Workers(Crew):
    def test_any_number_gives_the_bits_of_one_process(self):
        for count in (1, 2, 4, SHOTS + 3):
            with self.subTest(workers=count):
                words = self.end(self.begin(f"--workers={count}", output=f"by{count}.npy"))
                self.assertIn(f"{SHOTS} shots in", words)
                self.same_as_one_process(f"by{count}")

    def test_each_says_when_it_was_ready_and_what_it_finished(self):
        printed = json.loads(self.end(self.begin("--workers=2", "--json")).splitlines()[0])
        times = printed["of_workers"]
        self.assertEqual([sum(one["shots"] for one in times), len(times)], [SHOTS, 2])
        for one in times:
            if one["shots"]:
                self.assertTrue(0 < one["ready_s"] < one["first_s"] <= one["last_s"]
                                <= printed["wall_s"], one)

    def test_one_that_is_killed_in_its_first_shot_loses_it_and_the_others_go_on(self):
        process = self.begin("--workers=2")
        os.kill(self.workers(process, 2)[0], signal.SIGKILL)
        words = self.end(process)
        self.assertRegex(words, r"worker [12] was ended by signal 9 \(Killed\); shot [12] of 4 is "
                                r"computed again")
        self.assertIn("the others continue without this worker", words)
        self.same_as_one_process()

    def test_one_that_had_finished_a_shot_is_started_again(self):
        process = self.begin("--workers=1")
        worker = self.workers(process, 1)[0]
        while not (self.path / "image.npy.checkpoint").exists():  # a shot is done
            time.sleep(0.001)
        os.kill(worker, signal.SIGKILL)
        self.assertRegex(self.end(process),
                         r"signal 9 \(Killed\); shot [2-4] of 4 is computed again\n")
        self.same_as_one_process()

    def test_where_none_is_left_it_ends_and_what_was_done_stays(self):
        process = self.begin("--workers=1")
        os.kill(self.workers(process, 1)[0], signal.SIGKILL)
        self.assertIn("no worker is left: worker 1 was ended by signal 9", self.end(process, 8))
        self.assertFalse((self.path / "image.npy").exists())

    def test_one_that_is_late_changes_nothing(self):
        process = self.begin("--workers=2")
        late = self.workers(process, 2)[0]
        os.kill(late, signal.SIGSTOP)
        time.sleep(1)
        self.assertIsNone(process.poll(), "it did not wait for the shot of the late worker")
        os.kill(late, signal.SIGCONT)
        self.assertNotIn("computed again", self.end(process))
        self.same_as_one_process()

    def test_one_that_hangs_is_ended_and_another_computes_its_shot(self):
        process = self.begin("--workers=2", "--shot-limit=6")
        hangs = self.workers(process, 2)[0]
        os.kill(hangs, signal.SIGSTOP)
        words = self.end(process)
        self.assertRegex(words, r"worker [12] did not finish within 6\.?0* s \(--shot-limit\); "
                                r"shot [12] of 4 is computed again")
        self.assertFalse(is_worker(hangs), "it is still there")
        self.same_as_one_process()

    def test_the_limit_is_for_workers(self):
        self.refused(2, "--shot-limit would have no effect: .* add --workers=N", "--shot-limit=2")

    def test_all_end_with_the_program_and_it_goes_on_with_any_number(self):
        process = self.begin("--workers=2")
        workers = self.workers(process, 2)
        while not (self.path / "image.npy.checkpoint").exists():
            time.sleep(0.001)
        process.kill()
        self.end(process, -signal.SIGKILL)
        for _ in range(500):
            if not any(is_worker(pid) for pid in workers):
                break
            time.sleep(0.01)
        self.assertEqual([pid for pid in workers if is_worker(pid)], [])
        self.assertRegex(self.end(self.begin("--workers=3", "--resume")),
                         f"resuming after shot [1-{SHOTS}] of {SHOTS}")
        self.same_as_one_process()

    def test_ctrl_c_ends_it_and_it_goes_on_without_workers(self):
        process = self.begin("--workers=2")
        # so there is something left to interrupt
        os.kill(self.workers(process, 2)[0], signal.SIGSTOP)
        process.send_signal(signal.SIGINT)
        self.assertIn("the same command with --resume continues", self.end(process, 130))
        self.end(self.begin("--resume"))
        self.same_as_one_process()

    def test_each_takes_its_share_of_the_cores(self):
        cores = len(os.sched_getaffinity(0))
        process = self.begin("--workers=2")
        one, other = (self.place_of(pid, cores) for pid in self.workers(process, 2))
        self.end(process)
        if cores > 1:
            self.assertEqual(one & other, set())

    def place_of(self, pid, cores):
        """The cores of a worker, once it has taken its share."""
        for _ in range(5000):
            place = os.sched_getaffinity(pid)
            if len(place) <= (cores + 1) // 2:
                return place
            time.sleep(0.002)
        self.fail("a worker has all cores")


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
        (other / "survey.sgy").write_bytes(self.survey)
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
        self.exits(0, *SHOOT, f"--output={output}", *arguments)
        return (self.path / output).read_bytes()

    def test_gives_the_file_of_one_process(self):
        for count in (2, 4):
            self.assertTrue(self.shoot(f"--workers={count}", output=f"by{count}.sgy")
                            == self.survey)

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
                               "--output=new.sgy", "--resume", *workers)
                self.assertTrue((self.path / "new.sgy").read_bytes() == self.survey)
                self.assertFalse((self.path / "new.sgy.checkpoint").exists())
                (self.path / "new.sgy").unlink()

    def test_goes_on_with_nothing_else(self):
        self.killed()
        words = [word for word in SHOOT if not word.startswith("--sources")]
        for what, option in (("places", "--sources=150:750:300,10"),
                             ("case", "--wavelet=ricker:11")):
            self.ends_with(5, f"the {what} differs", *(SHOOT if what == "case" else words), option,
                           "--output=new.sgy", "--resume")
        kept = self.path / "new.sgy.checkpoint"
        data = bytearray(kept.read_bytes())
        data[data.index(b"\n", data.index(b"\n") + 1) + 4000] ^= 1
        kept.write_bytes(data)
        self.ends_with(7, "its contents have changed", *SHOOT, "--output=new.sgy", "--resume")

    def test_is_for_surveys_alone(self):
        self.ends_with(2, "--workers would have no effect", "shoot", "--case=two.toml",
                       "--workers=2", "--output=x.sgy")
