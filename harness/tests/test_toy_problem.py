# label: cli
# room: seismic predict
"""A problem is a folder: the toy of harness/tests/toy/ is proven, timed, traced, recorded and
tabled by the core as it is. The benchmark works without the rooms that a build may leave out, and
says which these are. A program without the stages of the built-in ladders, as scripts/ladder makes
it for a routine of one's own, proves and times such a routine."""

import json
import re

import adopted_program
from command import BUILD, LADDER, Command, lines_of
from source_tree import SOURCE, execute

TOY = SOURCE / "harness/tests/toy/saxpy"
RIGHT, WRONG_USAGE, WRONG = 0, 2, 3


class ToyProblem(Command):
    def toy(self, code, *arguments):
        return execute(BUILD / "programs/toy_ladder", *arguments, timeout=300, code=code)

    def run_case(self, code, *arguments):
        return self.toy(code, "--case=%s" % (TOY / "saxpy.toml"), "--repetitions=3",
                        "--output=%s" % self.output, *arguments)

    def test_it_is_proven_timed_traced_recorded_and_tabled(self):
        run = self.run_case(RIGHT, "--stage=loop,backwards")
        self.assertRegex(run.stdout, r"backwards .* right +from the last value to the first ")
        records = {record["stage"]["name"]: record for record in lines_of(self.output)}
        self.assertEqual(set(records), {"loop", "backwards"})
        for record in records.values():
            self.assertTrue(record["verdict"]["passed"])
            self.assertEqual((record["problem"], record["ladder"]), ("saxpy", "saxpy"))
            self.assertEqual(record["work"]["point_updates"], 4099 * 40)
            self.assertEqual(record["work"]["operations"], 2 * 4099 * 40)
            self.assertGreater(record["traced"]["scopes_ns"]["kernel"], 0)
        self.assertEqual(records["backwards"]["stage"]["parent"], "loop")

    def test_a_wrong_stage_is_found(self):
        for command in ([], ["verify"]):
            output = [] if command else ["--output=%s" % self.output]
            run = self.toy(WRONG, *command, "--case=%s" % (TOY / "saxpy.toml"), "--stage=by-fours",
                           *output)
            self.assertRegex(run.stdout + run.stderr, "on 1 values: at step 3 the field is off by")

    def test_its_grids_are_random(self):
        self.toy(RIGHT, "verify", "--ladder=saxpy", "--size=7x5", "--stage=backwards")

    def test_an_option_of_another_problem_is_refused(self):
        run = self.run_case(WRONG_USAGE, "--stage=loop", "--source=1")
        self.assertIn("--source: cases of the problem 'saxpy' do not have it", run.stderr)

    def test_the_list_shows_its_ladder(self):
        run = self.toy(RIGHT, "list")
        self.assertIn("by-fours", run.stdout)
        self.assertNotIn("smem", run.stdout)


PROGRAM = BUILD / "programs/ladder_without_rooms"


class WithoutRooms(Command):
    def ends_with(self, code, words, *arguments):
        return execute(PROGRAM, *arguments, timeout=300, code=code, says=words)

    def help_of(self, program):
        return execute(program, "--help").stdout

    def test_a_ladder_is_proven_and_timed(self):
        self.ends_with(0, "c-O3 .* right", "--case=small", "--stage=c-O3", "--repetitions=1",
                       f"--output={self.output}")
        self.assertEqual({json.loads(line)["stage"]["name"]
                          for line in self.output.read_text().splitlines()}, {"fortran", "c-O3"})

    def test_doctor_names_them(self):
        said = self.ends_with(0, "LADDER_SEISMIC=OFF", "doctor").stdout
        self.assertIn("LADDER_PREDICT=OFF", said)

    def test_their_commands_are_not_shown_and_say_what_to_configure(self):
        whole, without = (
            set(re.findall(r"(?m)^  ([a-z][a-z-]*)  +\w", self.help_of(program)))
            for program in (LADDER, PROGRAM))
        self.assertLess(without, whole)
        for command in sorted(whole - without):
            words = f"leaves out 'ladder {command}': .*-DLADDER_(SEISMIC|PREDICT)=ON"
            self.ends_with(6, words, command)
            self.ends_with(6, words, command, "--help")
        self.ends_with(2, "there is no command 'shot'", "shot")

    def test_what_needs_one_says_so(self):
        self.ends_with(6, "LADDER_PREDICT=ON", "check", "--static", f"--against={PROGRAM}")


NO_STAGES = BUILD / "programs/ladder_without_stages"


class WithoutStages(adopted_program.Adopting):
    program = "caller"

    def ends_without(self, code, words, *arguments):
        execute(NO_STAGES, *arguments, cwd=self.tree, env=self.environment, timeout=300, code=code,
                says=words)

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
