# label: cli
# serial: it looks at processor time
# cost: 25
"""Plug-ins that hide their time."""

from attack import RIGHT, WRONG, Attack
from command import BUILD, ladder


class Clock(Attack):
    """Time that a stage takes where it should not be seen."""

    def test_says_one_thread(self):
        run = self.run_with("says_one_thread")
        samples = self.records("says_one_thread")[0]["samples"]
        busy = [1e9 * user / wall for user, wall in zip(samples["user_s"], samples["wall_ns"])]
        if min(busy) < 1.5:
            self.skipTest("others leave its 32 threads less than one and a half processors")
        self.assertEqual(run.returncode, WRONG, run.stdout)
        self.assertRegex(run.stdout, "it reports threads=1 but kept .* processors busy")

    def test_forks_and_reaps(self):
        """Four processes take 0.3 s each. On a machine without a processor for them the run is
        longer, not busier."""
        self.in_a_namespace()
        run = self.run_with("forks_and_reaps")
        wall = min(self.records("forks_and_reaps")[0]["samples"]["wall_ns"]) * 1e-9
        if 1.2 / wall < 1.5:
            self.skipTest("others leave its processes less than one and a half processors")
        self.assertEqual(run.returncode, WRONG, run.stdout)
        self.assertRegex(run.stdout, "it reports threads=1 but kept .* processors busy")

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
