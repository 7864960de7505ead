# label: cli
# cost: 45
"""Plug-ins that leave work out where they hope that nobody looks: in some of their timed runs, or
in parts of each; or do it after their last call or in other processes, or report a wrong time.
Every run starts from fields of its own and is proven, by weights and in pieces that are drawn when
it is over; so each is found on every problem, whether the oracle runs whole or samples do. Volumes,
which are large where it matters, are proven by samples. What finds the others is not how long
anything takes: other tests may have the cores meanwhile."""

import subprocess

from attack import RIGHT, WRONG, Attack
from command import BUILD, LADDER, lines_of
from source_tree import execute

PROOFS = ("--proof=whole", "--proof=samples")
SMALL, WAVE3D, HEAT = (("--case=small", "--nt=61"), ("--case=wave3d-small",),
                       ("--case=heat-small", "--nt=100"))
LONG = ("--case=small",)  # in which stretches are left out
OFF = "(is|are) off,? by"


class Found(Attack):
    def found(self, plugins, repetitions=2):
        """Each plug-in with its cases."""
        for plugin, *cases in plugins:
            for case in cases:
                # where a volume is tried by samples, the plane is proven whole
                proofs = (PROOFS if len(cases) == 1 else PROOFS[:1] if case != WAVE3D
                          else PROOFS[1:])
                for proof in proofs:
                    with self.subTest(plugin, case=case[0], proof=proof):
                        self.output.unlink(missing_ok=True)
                        self.rejected(plugin, OFF, *case, proof, f"--repetitions={repetitions}",
                                      verify=False)

    def test_replays_of_runs(self):
        self.found((("waits_past_the_floor", SMALL, WAVE3D),))

    def test_replays_of_a_run_of_many(self):
        """Of heat too: test_batch.cpp."""
        self.found((("replays_one_of_many", SMALL, WAVE3D),), repetitions=8)

    def test_steps_and_operators_that_are_left_out_between_the_ends_of_a_run(self):
        """What the old windows of a proof by samples did not show: they were seen in the lengths
        of `advance`."""
        self.found((("leaves_out_steps", LONG, WAVE3D), ("leaves_out_heat", HEAT),
                    ("leaves_out_operators", LONG, WAVE3D)))

    def test_ideas_against_these_guards(self):
        self.found((("honest_in_pieces", SMALL, WAVE3D),  # where a proof stops it
                    ("leaves_out_columns", SMALL, WAVE3D),  # a tenth, at random
                    ("swaps_its_start", SMALL)))


class Replays(Attack):
    def test_of_images(self):
        self.rejected("replays_images", OFF, "--case=imaging-small", verify=False)

    def test_no_run_is_timed_twice_from_the_same_fields(self):
        for proof in PROOFS:
            self.output.unlink(missing_ok=True)
            self.accepted("knows_its_starts", proof)

    def test_no_two_plugins_start_from_the_same_fields(self):
        self.run_with("shares_its_answers", "--part=1,2", code=RIGHT)
        self.assertGreaterEqual(len(list(self.path.glob("answer-*"))), 3,
                                "two samples and the traced run")

    def test_a_chain_of_processes_does_not_keep_the_harness_waiting(self):
        run = self.run_with("forks_for_ever")
        # the chain may have ended by then
        self.assertIn(run.returncode, (RIGHT, WRONG), run.stdout + run.stderr)

    def test_the_name_of_a_stage_of_this_build(self):
        self.run_with("takes_a_name", "--repetitions=1", code=RIGHT)
        names = [record["stage"]["name"] for record in lines_of(self.output)]
        self.assertEqual(sorted(names), ["fortran", "plugin-fortran"])


class Shown(Attack):
    """Texts of a plug-in stay in their row."""

    def lines(self, plugin, *arguments, command=()):
        timed = [] if command else ["--repetitions=1"]
        run = self.run_with(plugin, *timed, *arguments, command=command)
        self.assertFalse(set(run.stdout + run.stderr) & set("\x1b\r\a\u202e\u2028"))
        return run.stdout.splitlines()

    def test_a_name_is_one_word_of_one_row(self):
        for line in self.lines("names_a_row"):
            self.assertFalse(line.lstrip().startswith("c-O3"), line)
        record = next(r for r in lines_of(self.output)
                      if r["stage"]["name"].startswith("names-a-row"))
        self.assertRegex(record["stage"]["name"], r"^[^\s\x00-\x1f]+$")
        for text in (record["stage"]["change"], record["stage"]["expectation"],
                     *record["launch"]["asked"]):
            self.assertNotRegex(text, r"[\x00-\x1f\u2028\u202e]")

    def test_a_list_has_a_row_a_stage(self):
        for line in self.lines("names_a_row", command=["list"]):
            self.assertFalse(line.lstrip().startswith("c-O3  "), line)

    def test_a_message_is_one_line(self):
        for line in self.lines("fails_in_two_lines"):
            self.assertFalse(line.lstrip().startswith("c-O3"), line)


STILL_RUNNING = "processes that it started were still running after it had returned"


class Hidden(Attack):
    def test_what_goes_on_after_the_last_call(self):
        late = "the stage changed its results after its last call had returned"
        self.each_rejected({"computes_in_launch_used": late, "finishes_in_destroy": late})

    def test_forks_a_helper(self):
        """`check` looks for the same, whichever program runs the plug-in."""
        self.rejected("forks_a_helper", STILL_RUNNING, verify=False)
        self.found_by_check("forks_a_helper", STILL_RUNNING)

    def test_forks_a_sibling(self):
        self.in_a_namespace()
        self.rejected("forks_a_sibling", STILL_RUNNING, verify=False)

    def test_interrupts_its_parent(self):
        self.in_a_namespace()
        self.accepted("interrupts_its_parent")

    def test_without_a_namespace_the_verdict_says_so(self):
        if subprocess.run(["unshare", "-U", "-r", "true"], capture_output=True).returncode != 0:
            self.skipTest("the system allows no user namespace")
        plugin = BUILD / "plugins" / "honest_loop.so"
        script = 'echo 0 > /proc/sys/user/max_pid_namespaces; exec "$@"'
        execute("unshare", "-U", "-r", "sh", "-c", script, "sh", LADDER, "--stage=%s" % plugin,
                "--case=small", "--repetitions=1", "--output=%s" % self.output, code=RIGHT,
                says="helper processes not counted")
        self.assertFalse(self.records("honest_loop")[0]["verdict"]["helpers_counted"])

    def test_forges_its_time(self):
        """It sleeps 2 ms a step, so that no run of 250 steps takes less than half a second."""
        self.run_with("forges_its_time")
        for wall in self.records("forges_its_time")[0]["samples"]["wall_ns"]:
            self.assertGreater(wall, 0.4e9)

    def test_one_shot_of_eight_counts_as_one(self):
        self.accepted("one_shot_of_eight")
        record = self.records("one_shot_of_eight")[0]
        case = record["case"]
        self.assertEqual(record["work"]["point_updates"],
                         case["nz"] * case["nx"] * case["ny"] * case["steps"])
