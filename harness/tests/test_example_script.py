# label: cli
"""scripts/example: from a clone to the table of an example, on a copy that is kept."""

import shutil
import subprocess
import unittest

from source_tree import SOURCE, folder_of

EXAMPLES = "harness/problems/routine/examples"


class Example(unittest.TestCase):
    def setUp(self):
        self.clone = folder_of(self)
        shutil.copytree(SOURCE / EXAMPLES, self.clone / EXAMPLES)
        (self.clone / "scripts").mkdir()
        shutil.copy(SOURCE / "scripts/example", self.clone / "scripts")
        ladder = self.clone / "scripts/ladder"  # notes what it is asked for
        ladder.write_text('#!/bin/sh\necho "$*" >> "$(dirname "$0")/asked"\n')
        ladder.chmod(0o755)

    def run_with(self, *arguments, code=0):
        run = [self.clone / "scripts/example", *arguments]
        self.assertEqual(subprocess.run(run, capture_output=True).returncode, code)
        asked = self.clone / "scripts/asked"
        return asked.read_text().splitlines() if asked.exists() else []

    def test_a_routine_of_each_example_is_adopted_recorded_and_shown(self):
        for name in sorted(path.name for path in (SOURCE / EXAMPLES).iterdir() if path.is_dir()):
            with self.subTest(name):
                adopted, recorded, shown = self.run_with(name, "--threads=2")[-3:]
                command, source, routine = adopted.split()
                self.assertEqual(command, "adopt")
                self.assertTrue((self.clone / "build/examples" / name / source).is_file())
                ladder = f"ladders/{routine}"
                self.assertTrue((self.clone / EXAMPLES / name / ladder).is_dir())
                self.assertEqual(recorded, f"record {ladder}")
                self.assertEqual(shown, f"--ladder={ladder} --threads=2")

    def test_what_was_written_into_the_copy_is_kept(self):
        self.run_with("relax")
        mine = self.clone / "build/examples/relax/ladders/smooth/mine.c"
        mine.write_text("mine")
        self.assertEqual(len(self.run_with("relax")), 6)
        self.assertEqual(mine.read_text(), "mine")

    def test_another_name_is_refused(self):
        self.assertEqual(self.run_with("other", code=2), [])
