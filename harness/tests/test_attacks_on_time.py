# label: cli
# serial: it looks at processor time
"""Plug-ins that hide their time."""

import functools
import subprocess
import tempfile
import unittest

from attack import RIGHT, WRONG, Attack
from command import BUILD, LADDER, ladder, lines_of


@functools.cache
def helpers_are_counted():
    """Whether a plug-in gets a PID namespace here."""
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as output:
        plugin = BUILD / "plugins" / "honest_loop.so"
        run = ladder("--stage=%s" % plugin, "--case=small", "--nt=3", "--repetitions=1",
                     "--output=%s" % output.name)
        assert run.returncode == RIGHT, run.stderr
        return lines_of(output.name)[-1]["verdict"]["helpers_counted"]


class Clock(Attack):
    """Time that a stage takes where it should not be seen, or reports wrongly."""

    def found(self, plugin, words, *arguments):
        self.rejected(plugin, words, *arguments, verify=False)

    def test_what_goes_on_after_the_last_call(self):
        late = "the stage changed its results after its last call had returned"
        self.each_rejected({"computes_in_launch_used": late, "finishes_in_destroy": late,
                            "finishes_in_a_thread": late})

    def test_says_one_thread(self):
        run = self.run_with("says_one_thread")
        samples = self.records("says_one_thread")[0]["samples"]
        busy = [1e9 * user / wall for user, wall in zip(samples["user_s"], samples["wall_ns"])]
        if min(busy) < 1.5:
            self.skipTest("others leave its 32 threads less than one and a half processors")
        self.assertEqual(run.returncode, WRONG, run.stdout)
        self.assertRegex(run.stdout, "it reports threads=1 but kept .* processors busy")

    def test_forks_a_helper(self):
        self.found("forks_a_helper",
                   "processes that it started were still running after it had returned")

    def test_forks_a_sibling(self):
        self.in_a_namespace()
        self.found("forks_a_sibling",
                   "processes that it started were still running after it had returned")

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

    def test_interrupts_its_parent(self):
        self.in_a_namespace()
        self.accepted("interrupts_its_parent")

    def test_without_a_namespace_the_verdict_says_so(self):
        if subprocess.run(["unshare", "-U", "-r", "true"], capture_output=True).returncode != 0:
            self.skipTest("the system allows no user namespace")
        plugin = BUILD / "plugins" / "honest_loop.so"
        script = 'echo 0 > /proc/sys/user/max_pid_namespaces; exec "$@"'
        run = subprocess.run(["unshare", "-U", "-r", "sh", "-c", script, "sh", LADDER,
                              "--stage=%s" % plugin, "--case=small",
                              "--repetitions=1", "--output=%s" % self.output], capture_output=True,
                             text=True)
        self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)
        self.assertIn("helper processes not counted", run.stdout)
        self.assertFalse(self.records("honest_loop")[0]["verdict"]["helpers_counted"])

    def in_a_namespace(self):
        if not helpers_are_counted():
            self.skipTest("the system allows no PID namespace")

    def test_forges_its_time(self):
        """It sleeps 2 ms a step, so that no run of 250 steps takes less than half a second."""
        self.run_with("forges_its_time")
        for wall in self.records("forges_its_time")[0]["samples"]["wall_ns"]:
            self.assertGreater(wall, 0.4e9)

    def test_burns_between_runs_is_stopped(self):
        """The stages take turns and every other round goes backwards: between the second and the
        third sample the original runs twice."""
        run = ladder("--stage=%s" % (BUILD / "plugins" / "burns_between_runs.so"), "--case=small",
                     "--repetitions=3", "--output=%s" % self.output)
        self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)

    def test_one_shot_of_eight_counts_as_one(self):
        self.accepted("one_shot_of_eight")
        record = self.records("one_shot_of_eight")[0]
        case = record["case"]
        self.assertEqual(record["work"]["point_updates"],
                         case["nz"] * case["nx"] * case["ny"] * case["steps"])


class Checked(Attack):
    """`check` looks for the same, whichever program runs the plug-in."""

    def found(self, plugin, words):
        run = self.run_with(plugin, "--time-limit=1",
                            command=["check", "--against=%s" % LADDER, "--nt=51"])
        self.assertEqual(run.returncode, WRONG, run.stdout + run.stderr)
        self.assertRegex(run.stdout, words)

    def test_forks_a_helper(self):
        self.found("forks_a_helper",
                   "processes that it started were still running after it had returned")

    def test_waits_past_the_floor(self):
        self.found("waits_past_the_floor", "(is|are) off,? by")

    def test_an_honest_one_is_compared(self):
        run = self.run_with("honest_order", "--time-limit=1",
                            command=["check", "--against=%s" % LADDER, "--nt=51"])
        self.assertNotEqual(run.returncode, WRONG, run.stdout + run.stderr)
        self.assertRegex(run.stdout, "not slower|SLOWER|inconclusive")


class Traced(Attack):
    def test_slower_when_traced_is_right_but_nothing_follows_from_its_shares(self):
        run = self.run_with("slower_when_traced")
        self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)
        record = self.records("slower_when_traced")[0]
        self.assertTrue(record["traced"]["disturbed"])
        self.assertGreater(record["traced"]["ratio"], 1.1)
        self.assertRegex(run.stdout, r"slower-when-traced\s+[0-9.]+\n")
        self.assertRegex(ladder("compare", self.output).stdout, "disturbed: .*slower-when-traced")


if __name__ == "__main__":
    unittest.main()
