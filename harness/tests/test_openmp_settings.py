# label: cli
"""Records tell the settings of OpenMP that threads were measured with, and threads that sleep are
warned of."""

import json
import os

import command
from command import ladder, lines_of

PLAIN = {name: value
         for name, value in os.environ.items() if not name.startswith(("OMP_", "GOMP_"))}


class Settings(command.Command):
    def sweep(self, stage, **settings):
        run = ladder("sweep", "--case=small", "--nt=3", f"--stage={stage}", "--repetitions=1",
                     f"--output={self.output}", env={**PLAIN, **settings})
        self.assertEqual(run.returncode, 0, run.stderr)
        return run.stderr, lines_of(self.output)[-1]["environment"]["openmp"]

    def test_a_record_tells_what_was_set(self):
        self.assertEqual(self.sweep("c-O3")[1], [])
        settings = {"OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "active"}
        self.assertEqual(self.sweep("c-O3", **settings)[1],
                         ["OMP_NUM_THREADS=2", "OMP_WAIT_POLICY=active"])

    def test_all_cores_are_the_preset_where_threads_are_bound_too(self):
        cores = [len(os.sched_getaffinity(0))]
        for stage in ("fortran-omp", "c-omp"):
            for binding in ("false", "close"):
                with self.subTest(stage, binding=binding):
                    self.sweep(stage, OMP_PROC_BIND=binding)
                    used = lines_of(self.output)[-1]["launch"]["used"]
                    self.assertEqual(used["threads"], cores)

    def test_a_path_is_not_recorded(self):
        self.assertEqual(self.sweep("c-O3", OMP_AFFINITY_FORMAT="/home/me")[1], [])

    def test_threads_that_sleep_are_warned_of_once(self):
        for value in ("passive", "PASSIVE"):
            words, _ = self.sweep("c-omp", OMP_WAIT_POLICY=value)
            self.assertEqual(words.count("warning: OMP_WAIT_POLICY="), 1)
        words = ladder("--case=small", "--nt=3", "--stage=c-omp", "--repetitions=1",
                       f"--output={self.output}",
                       env={**PLAIN, "OMP_WAIT_POLICY": "passive"}).stderr
        self.assertIn("warning: OMP_WAIT_POLICY=passive", words)

    def test_nobody_is_warned_of_threads_that_are_not_timed_or_do_not_sleep(self):
        self.assertNotIn("WAIT_POLICY", self.sweep("c-O3", OMP_WAIT_POLICY="passive")[0])
        self.assertNotIn("WAIT_POLICY", self.sweep("c-omp", OMP_WAIT_POLICY="active")[0])

    def test_runs_with_other_settings_are_not_compared(self):
        record, other = self.path / "one.jsonl", self.path / "other.jsonl"
        self.sweep("c-O3")
        self.output.rename(record)
        self.sweep("c-O3", OMP_NUM_THREADS="2")
        self.output.rename(other)
        self.ends_with(5, r"environment\.openmp differs: \[\] and \[\"OMP_NUM_THREADS=2\"\]",
                       "compare", record, other)

    def test_a_record_from_before_the_settings_were_recorded_is_compared(self):
        record, older = self.path / "one.jsonl", self.path / "older.jsonl"
        self.sweep("c-O3", OMP_NUM_THREADS="2")
        self.output.rename(record)
        lines = lines_of(record)
        for line in lines:
            del line["environment"]["openmp"]
        older.write_text("".join(json.dumps(line) + "\n" for line in lines))
        self.assertNotIn("openmp", ladder("compare", older, record).stderr)

    def test_doctor_tells_them(self):
        self.assertRegex(ladder("doctor", env={**PLAIN, "OMP_PROC_BIND": "close"}).stdout,
                         r"OpenMP\s+OMP_PROC_BIND=close")
