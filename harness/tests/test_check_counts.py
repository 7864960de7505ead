# label: cli
# cost: 25
"""`ladder check` of an adopted routine where no times decide."""

import shutil
import unittest

import test_check_routine


class Counts(test_check_routine.Copies):
    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_instructions_are_counted_as_for_other_stages(self):
        self.write(self.old, 0)
        self.write(self.ladder, 100)
        self.check(1, "SLOWER", "--metric=instructions", effect=0.02)
        counts = self.path / "counts.json"
        self.run_in(0, "kept in", "check", "--metric=instructions", "--stage=copy",
                    f"--write-baseline={counts}")
        self.run_in(0, "not slower", "check", "--metric=instructions", "--stage=copy",
                    f"--baseline={counts}")

    def test_a_stage_that_the_old_folder_lacks(self):
        self.write(self.ladder, 0)
        (self.old / "other.f90").write_text(self.copy(0))
        self.check(5, "does not have 'copy'", "--budget=5")
