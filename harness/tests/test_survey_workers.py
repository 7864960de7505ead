# label: cli
# room: seismic
"""A survey by several processes: the bits of one at any number of them, and no more than its own
shot is lost with one that ends."""

import json
import os
import signal
import time

from crew import Crew, is_worker
from migration import SHOTS


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
