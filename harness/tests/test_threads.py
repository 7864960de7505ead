# label: cli
"""Stages with threads take all cores that the process may use, whatever OMP_PLACES says."""

import os

from command import Command, lines_of


class Threads(Command):
    def used(self, **settings):
        self.output.unlink(missing_ok=True)
        self.ends_with(0, "c-omp", "--case=small", "--stage=fortran-omp,c-omp", "--nt=3",
                       "--repetitions=1", f"--output={self.output}", env={**os.environ, **settings})
        return {record["stage"]["name"]: record["launch"]["used"]["threads"]
                for record in lines_of(self.output)
                if record["launch"]["used"]}

    def test_all_cores_are_the_preset_where_threads_are_bound_too(self):
        cores = [len(os.sched_getaffinity(0))]
        for binding in ("false", "close"):
            with self.subTest(binding):
                self.assertEqual(self.used(OMP_PROC_BIND=binding),
                                 {"fortran-omp": cores, "c-omp": cores})
