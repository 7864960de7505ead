# label: cli
# room: predict
"""scripts/experiments/prediction_trial keeps what each line of a list gives, goes on where it
stopped, and replaces nothing."""

import os
import subprocess
import unittest

from source_tree import SOURCE, folder_of

SCRIPT = SOURCE / "scripts/experiments/prediction_trial"
# Prints what it was asked for, or appends it to --output; fails where the arguments hold the word
# in $BREAKS.
LADDER = """#!/bin/bash
if [[ -n $BREAKS && " $* " == *" $BREAKS "* ]]; then echo "ladder: broken" >&2; exit 3; fi
for word; do if [[ $word == --output=* ]]; then echo "$*" >>"${word#*=}"; exit; fi; done
echo "$*"
"""

class MadeUpTrial(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        (self.path / "ladder").write_text(LADDER)
        (self.path / "ladder").chmod(0o755)
        (self.path / "held_out.txt").write_text("# two cells\n20 --case=a --stage=one\n30 --case=b "
                                                "--stage=two\n")
        self.file = self.path / "measured.jsonl"

    def trial(self, *words, breaks=""):
        return subprocess.run([SCRIPT, *map(str, words)], text=True, capture_output=True,
                              timeout=60, env={**os.environ, "BREAKS": breaks})

    def measure(self, **more):
        return self.trial("measure", self.path, self.path, **more)

    def asked(self, file="measured.jsonl"):
        lines = (self.path / file).read_text().splitlines()
        return [[word for word in line.split() if word.startswith(("--case", "--on"))]
                for line in lines]


class PredictionTrial(MadeUpTrial):
    def test_every_line_is_predicted_for_the_machine(self):
        done = self.trial("predict", self.path, self.path, "some-gpu")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.asked("predictions.jsonl"),
                         [["--on=some-gpu", "--case=a"], ["--on=some-gpu", "--case=b"]])

    def test_lines_of_several_cases_go_into_one_file(self):
        done = self.measure()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.asked(), [["--case=a"], ["--case=b"]])
        self.assertEqual(sorted(each.name for each in self.path.iterdir()),
                         ["held_out.txt", "ladder", "measured.jsonl"])

    def test_a_line_that_fails_is_reported_and_alone_done_again(self):
        done = self.measure(breaks="--case=a")
        self.assertEqual(done.returncode, 3)
        self.assertIn("--case=a", done.stderr)
        self.assertEqual(self.asked(), [["--case=b"]])
        self.assertEqual(self.measure().returncode, 0)
        self.assertEqual(self.asked(), [["--case=b"], ["--case=a"]])

    def test_a_file_that_is_there_stays_as_it_is(self):
        self.file.write_text("mine\n")
        done = self.measure()
        self.assertEqual(done.returncode, 2)
        self.assertIn("nothing is replaced", done.stderr)
        self.assertEqual(self.file.read_text(), "mine\n")

    def test_wrong_arguments_run_nothing(self):
        for words in ((), ("guess", self.path, self.path), ("predict", self.path, self.path),
                      ("measure", self.path),
                      ("measure", self.path / "none", self.path),
                      ("measure", self.path, self.path, "more"),
                      ("measure", self.path, self.path / "no-list")):
            with self.subTest(words=words):
                self.assertEqual(self.trial(*words).returncode, 2)
                self.assertFalse(self.file.exists())
