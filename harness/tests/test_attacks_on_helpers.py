# label: cli
"""Plug-ins that compute after their last call or in other processes, or report a wrong time. What
finds them is not how long anything takes, so other tests may have the cores meanwhile."""

import subprocess

from attack import RIGHT, Attack
from command import BUILD, LADDER
from source_tree import execute

STILL_RUNNING = "processes that it started were still running after it had returned"


class Hidden(Attack):
    def test_what_goes_on_after_the_last_call(self):
        late = "the stage changed its results after its last call had returned"
        self.each_rejected({"computes_in_launch_used": late, "finishes_in_destroy": late})

    def test_forks_a_helper(self):
        self.rejected("forks_a_helper", STILL_RUNNING, verify=False)

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
        run = execute("unshare", "-U", "-r", "sh", "-c", script, "sh", LADDER,
                      "--stage=%s" % plugin, "--case=small", "--repetitions=1",
                      "--output=%s" % self.output)
        self.assertEqual(run.returncode, RIGHT, run.stdout + run.stderr)
        self.assertIn("helper processes not counted", run.stdout)
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


class Checked(Attack):
    """`check` looks for the same, whichever program runs the plug-in."""

    def test_forks_a_helper(self):
        self.found_by_check("forks_a_helper", STILL_RUNNING)
