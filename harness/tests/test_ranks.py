# label: cli
# serial: ranks wait for each other, and each of them for a core
# cost: 20
"""Several ranks: the bits of one process at any number of them, one table, and words where
something is wrong."""

import os
import re
import signal
import subprocess
import time
import unittest

from command import BUILD, LADDER, Command, children_of, ladder, lines_of
from source_tree import SOURCE
from started_ranks import finish, has_gpu, nccl_library, rank_of, run, start, why_not


class Started(Command):
    def well(self, ranks, *command, **settings):
        done = run(ranks, *command, **settings)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def records(self):
        """By stage: the original is measured too."""
        return {record["stage"]["name"]: record for record in lines_of(self.output)}

    def hold_the_whole_run(self, traced, *scopes):
        """The parts of a traced run, each of which has been in these scopes."""
        for part in traced["parts"]:
            self.assertEqual(sum(part["scopes_ns"].values()), traced["wall_ns"])
            for scope in scopes:
                self.assertGreater(part["scopes_ns"][scope], 0, scope)


@unittest.skipIf(why_not(), why_not())
class Ranks(Started):
    MPI = (LADDER, "--case=wave3d-small", "--stage=mpi-omp", "--nt=21")

    def measure(self, ranks, *options):
        return self.well(ranks, *self.MPI, "--repetitions=2", f"--output={self.output}", *options)

    def test_any_number_of_ranks_and_any_cut_give_the_same_bits(self):
        """test_ranks.cpp has the grids: more ranks than planes, a plane a rank, boxes."""
        sockets = {"OMPI_MCA_btl": "tcp,self"}  # as between machines
        for ranks, settings in ((1, {}), (2, {}), (3, sockets), (4, {}), (7, {})):
            with self.subTest(ranks=ranks):
                shown = self.well(ranks, BUILD / "ladder_tests", "--gtest_filter=Ranks.*",
                                  "--gtest_color=no", **settings)
                self.assertRegex(shown, r"\[  PASSED  \] [1-9]")
                self.assertNotIn("SKIPPED", shown)

    def test_one_rank_alone_prints_and_records_what_each_did(self):
        shown = self.measure(4)
        self.assertEqual(len(re.findall(r"^mpi-omp  ", shown, re.MULTILINE)), 1, shown)
        self.assertEqual(len(lines_of(self.output)), 2)
        record = self.records().pop("mpi-omp")
        self.assertEqual(record["launch"]["used"]["ranks"], [1, 4])
        self.assertTrue(record["verdict"]["passed"])
        traced = record["traced"]
        self.assertEqual([(part["rank"], part["device"]) for part in traced["parts"]],
                         [(rank, 0) for rank in range(4)])
        self.hold_the_whole_run(traced, "kernel", "exchange")
        # The run computes while any rank does: for no less time than each of them, and for no more
        # than all together.
        computed = [part["scopes_ns"]["kernel"] for part in traced["parts"]]
        self.assertLessEqual(max(computed), traced["scopes_ns"]["kernel"])
        self.assertGreaterEqual(sum(computed), traced["scopes_ns"]["kernel"])
        self.assertEqual(set(traced["timeline"]["events"]["rank"]), {0, 1, 2, 3})
        alone = next(one["traced"] for name, one in self.records().items() if name != "mpi-omp")
        self.assertNotIn("parts", alone)
        self.assertNotIn("rank", alone["timeline"]["events"])

    def test_the_thesis_wave_is_proven_on_several_ranks(self):
        for ranks in (2, 4):
            self.assertIn("2 right, 0 wrong, 0 skipped",
                          self.well(ranks, LADDER, "verify", "--case=small", "--stage=mpi-omp",
                                    "--threads=1", "--halo-steps=1,4"))

    def test_boxes_are_asked_for_by_their_numbers(self):
        self.measure(4, "--ranks=2x2")
        self.assertEqual(self.records()["mpi-omp"]["launch"]["used"]["ranks"], [2, 2])

    def test_what_cannot_be_done_on_these_ranks_is_refused(self):
        """More ranks than were started, and a child process, which cannot reach the others."""
        for option, words in (("--ranks=1x3",
                               "1x3 ranks were asked for and 2 were started: mpirun -n 3"),
                              ("--isolate", "leave --isolate out")):
            done = run(2, *self.MPI, option, f"--output={self.output}")
            self.assertNotEqual(done.returncode, 0)
            self.assertIn(words, done.stdout + done.stderr)

    def test_what_ends_before_a_stage_runs_ends_all_ranks(self):
        for code, *command in ((0, "list"), (2, "--nonsense")):
            with self.subTest(command):
                self.assertEqual(finish(start(3, LADDER, *command), 60).returncode, code)

    def others(self, process):
        """The processes of the ranks other than 0, when the first sample is on disk."""
        for _ in range(600):
            found = [pid for pid in children_of(process.pid) if (rank_of(pid) or 0) > 0]
            if found and any("mpi-omp" in path.read_text() for path in self.path.glob("*.partial")):
                return found
            time.sleep(0.05)
        self.fail("no rank was seen")

    def long_run(self):
        return start(3, *self.MPI, "--repetitions=200", f"--output={self.output}")

    def test_a_rank_that_is_late_changes_nothing(self):
        process = self.long_run()
        late = self.others(process)[0]
        os.kill(late, signal.SIGSTOP)
        time.sleep(0.5)
        os.kill(late, signal.SIGCONT)
        done = finish(process)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertTrue(self.records()["mpi-omp"]["verdict"]["passed"])

    def test_a_rank_that_dies_ends_the_run_and_what_was_measured_stays(self):
        process = self.long_run()
        os.kill(self.others(process)[0], signal.SIGKILL)
        done = finish(process, 60)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("exited on signal 9", done.stdout + done.stderr)
        kept = [line for path in self.path.glob("*") if path.is_file()
                for line in path.read_text().splitlines()]
        self.assertIn("mpi-omp", "".join(kept))


@unittest.skipIf(why_not(), why_not())
class RanksOnDevices(Started):
    """Stages with a GPU a rank. Ranks may share one: to NCCL each rank is then a machine of its
    own."""

    RANK = ["bash", "-c", 'NCCL_HOSTID=$OMPI_COMM_WORLD_RANK exec "$@"', "rank"]

    def test_they_give_the_bits_of_one_device_or_fail_on_all_ranks(self):
        for ranks in (1, 2, 3):
            with self.subTest(ranks=ranks):
                self.well(ranks, *self.RANK, BUILD / "ladder_tests",
                          "--gtest_filter=*RanksOnDevices*", "--gtest_color=no")

    @unittest.skipUnless(has_gpu(), "there is no GPU")
    def test_a_traced_run_tells_what_each_ranks_device_did(self):
        self.well(2, *self.RANK, LADDER, "sweep", "--case=salt3d", "--stage=mpi-gpu", "--nt=21",
                  "--repetitions=2", f"--output={self.output}")
        record = self.records()["mpi-gpu"]
        self.assertEqual(record["launch"]["used"]["ranks"], [1, 2])
        traced = record["traced"]
        self.assertEqual([part["rank"] for part in traced["parts"]], [0, 1])
        self.hold_the_whole_run(traced, "kernel", "h2d", "d2h", "exchange")

    @unittest.skipUnless(has_gpu(), "there is no GPU")
    def test_a_rank_that_fails_in_a_step_leaves_no_rank_waiting_in_its_kernels(self):
        library = nccl_library()
        if not library:
            self.skipTest("NCCL is not installed")
        folder = self.path
        subprocess.run(["cc", "-shared", "-fPIC", "-o", folder / "libnccl.so.2",
                        SOURCE / "harness/tests/failing_nccl.c"], check=True)
        for group in ("2", "7", "150"):  # the first step, an early one, one behind the first wait
            with self.subTest(group=group):
                found = f"{folder}:{os.environ.get('LD_LIBRARY_PATH', '')}".rstrip(":")
                process = start(2, *self.RANK, LADDER, "sweep", "--case=salt3d", "--stage=mpi-nccl",
                                "--nt=301",
                                "--repetitions=2", f"--output={folder}/{group}.jsonl",
                                REAL_NCCL=library, FAILING_RANK="1", FAILING_GROUP=group,
                                LD_LIBRARY_PATH=found)
                done = finish(process, seconds=120)
                self.assertEqual(done.returncode, 8, done.stdout + done.stderr)
                self.assertIn("rank 1", done.stdout + done.stderr)


class WithoutRanks(Started):
    def test_doctor_tells_the_mpi_or_what_to_install(self):
        self.ends_with(0, r"several ranks +(Open MPI|\S+ .*MPI)", "doctor")

    def test_one_process_is_one_rank(self):
        if "mpi-omp" not in ladder("list", "--ladder=wave3d").stdout:
            self.skipTest("this build has no MPI")
        self.ends_with(0, "mpi-omp", "--case=wave3d-small", "--stage=mpi-omp", "--nt=21",
                       "--repetitions=1", f"--output={self.output}")
        self.assertEqual(self.records()["mpi-omp"]["launch"]["used"]["ranks"], [1, 1])
