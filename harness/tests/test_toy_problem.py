# label: cli
"""A problem is a folder: the toy of harness/tests/toy/ is proven, timed, traced, recorded and
tabled by the core as it is."""

from command import BUILD, Command, lines_of
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
