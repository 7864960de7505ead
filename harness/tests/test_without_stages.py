# label: cli
# room: seismic
"""A program without the stages of the built-in ladders, as scripts/ladder makes it for a routine of
one's own, proves and times such a routine."""

import json

import adopted_program
import command
from source_tree import execute

PROGRAM = command.BUILD / "programs/ladder_without_stages"


class WithoutStages(adopted_program.Adopting):
    program = "caller"

    def ends_without(self, code, words, *arguments):
        done = execute(PROGRAM, *arguments, cwd=self.tree, env=self.environment, timeout=300)
        self.assertEqual(done.returncode, code, done.stdout + done.stderr)
        self.assertRegex(done.stdout + done.stderr, words)

    def test_a_routine_is_adopted_recorded_proven_and_timed(self):
        self.ends_without(0, "next: ladder record", "adopt", "step.f90", "step", "--build=make",
                          "--run=./model", "--flags=-O2")
        self.ends_without(0, "gives the recorded bits", "record", "ladders/step")
        self.ends_without(0, "original +right", "verify", "--ladder=ladders/step")
        self.ends_without(0, "original .* right", "--ladder=ladders/step", "--repetitions=1",
                          f"--output={self.output}")
        self.assertEqual([json.loads(line)["stage"]["name"]
                          for line in self.output.read_text().splitlines()], ["original"])

    def test_a_stage_of_a_built_in_ladder_says_why_it_is_not_there(self):
        self.ends_without(6, "LADDER_STAGES=OFF", "--case=small", "--stage=c-O3")

    def test_a_routine_is_predicted(self):
        self.ends_without(0, "--ladder", "predict", "--help")
