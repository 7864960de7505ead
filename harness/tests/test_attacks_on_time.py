# label: cli
# serial: it looks at processor time
# cost: 25
"""Plug-ins that hide their time."""

from attack import RIGHT, WRONG, Attack
from command import BUILD, ladder


class Clock(Attack):
    """Time that a stage takes where it should not be seen."""

    def keeps_processors_busy(self, plugin, busy):
        """busy(user_s, wall_s): how many, of a sample."""
        run = self.run_with(plugin)
        samples = self.records(plugin)[0]["samples"]
        if min(busy(user, 1e-9 * wall)
               for user, wall in zip(samples["user_s"], samples["wall_ns"])) < 1.5:
            self.skipTest("others leave it less than one and a half processors")
        self.assertEqual(run.returncode, WRONG, run.stdout)
        self.assertRegex(run.stdout, "it reports threads=1 but kept .* processors busy")

    def test_says_one_thread(self):
        self.keeps_processors_busy("says_one_thread", lambda user, wall: user / wall)

    def test_forks_and_reaps(self):
        """Four processes take 0.3 s each. On a machine without a processor for them the run is
        longer, not busier."""
        self.in_a_namespace()
        self.keeps_processors_busy("forks_and_reaps", lambda user, wall: 4 * 0.3 / wall)

    def test_burns_between_runs_is_stopped(self):
        """The stages take turns and every other round goes backwards: between the second and the
        third sample the original runs twice."""
        ladder("--stage=%s" % (BUILD / "plugins" / "burns_between_runs.so"), "--case=small",
               "--repetitions=3", "--output=%s" % self.output, code=RIGHT)


class Checked(Attack):
    """`check` looks for the same, whichever program runs the plug-in."""

    def test_waits_past_the_floor(self):
        self.found_by_check("waits_past_the_floor", "(is|are) off,? by")


class Traced(Attack):
    def test_slower_when_traced_is_right_but_nothing_follows_from_its_shares(self):
        run = self.run_with("slower_when_traced", code=RIGHT)
        record = self.records("slower_when_traced")[0]
        self.assertTrue(record["traced"]["disturbed"])
        self.assertGreater(record["traced"]["ratio"], 1.1)
        self.assertRegex(run.stdout, r"slower-when-traced\s+[0-9.]+\n")
        self.assertRegex(ladder("compare", self.output).stdout, "disturbed: .*slower-when-traced")
