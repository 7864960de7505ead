# label: physics
# cost: 45
"""What a proof by samples must reject and accept, in the runs of plug-ins, and the status that
programs are given of plug-ins that cheat, err, or are right. Those that are right in many ways are
not rejected, whichever the proof."""

import json

import schema_check
from attack import DEVICE_FAILED, RIGHT, WRONG, Attack
from command import LADDER, ladder, lines_of

BY_SAMPLES = "--proof=samples"
LATE = "from its own fields at step"
ERRS = {
    "wrong_border_late": LATE,
    "no_taper_late": LATE,
    "wrong_where_nobody_looks": r"the pressure at \(z \d+, x \d+, y 0\) is off",
    "twenty_bits_late": "is off by|are off",
    "nan_in_one_cell": "finite number",
    "nan_in_one_trace": "finite number|is off by inf",
    "leaves_traces": "receiver|traces",
}
ERRS_WHEN_TIMED = {"right_then_wrong": "finite number"}


class Rejected(Attack):
    def test_what_was_timed(self):
        self.each_rejected({**ERRS, **ERRS_WHEN_TIMED}, BY_SAMPLES)

    def test_what_is_verified(self):
        self.each_rejected(ERRS, BY_SAMPLES, command=["verify"])


class Checked(Attack):
    """`ladder check` proves by samples too, each program's own runs."""

    def check(self, plugin, **expected):
        return self.run_with(plugin, BY_SAMPLES, "--against=%s" % LADDER, "--budget=0.5",
                             command=["check"], **expected)

    def test_an_honest_plugin_is_timed(self):
        run = self.check("honest_loop")
        self.assertIn("proven by samples", run.stderr)
        self.assertNotIn(run.returncode, (WRONG, DEVICE_FAILED), run.stdout + run.stderr)

    def test_an_error_of_few_cells_is_found_before_anything_is_timed(self):
        for plugin in ("wrong_border_late", "wrong_where_nobody_looks"):
            with self.subTest(plugin):
                self.check(plugin, code=WRONG)


class Accepted(Attack):
    def test_the_record_says_how_it_was_proven(self):
        for proof, kind in (("samples", "samples"), ("whole", "whole")):
            output = self.output.with_name(proof + ".jsonl")
            ladder("--case=small", "--stage=c-O3", "--nt=60", "--repetitions=1", "--proof=" + proof,
                   "--output=%s" % output, code=RIGHT)
            for record in lines_of(output):
                self.assertEqual(record["proof"]["kind"], kind)
                self.assertEqual(record["timed_steps"], record["case"]["steps"])

    def test_without_the_option_the_size_decides(self):
        few = ladder("verify", "--case=small", "--stage=c-O3", "--json")
        self.assertEqual([json.loads(line)["proof"] for line in few.stdout.splitlines()], ["whole"])


class SlowStages(Attack):
    def test_a_slow_stage_is_timed_over_fewer_steps_and_says_so(self):
        run = ladder("--case=small", "--stage=c-O0", "--repetitions=1", BY_SAMPLES,
                     "--time-limit=0.01", "--output=%s" % self.output, code=RIGHT)
        for record in lines_of(self.output):
            steps, timed = record["case"]["steps"], record["timed_steps"]
            self.assertLess(timed, steps)
            self.assertIn("timed over %d of %d steps" % (timed, steps), run.stdout)


CASES = {"wave": (["--case=small"], ["--case=wave3d-small"]),
         "heat": (["--case=heat-small", "--nt=100"],)}
HONEST = {"wave": ("fast_math", "fused", "backward", "loop_fast_math", "loop_threads"),
          "heat": ("fast_math", "double", "loop_fast_math")}


class Honest(Attack):
    def test_each_is_right_on_every_problem_and_with_every_proof(self):
        for problem, names in HONEST.items():
            for case in CASES[problem]:
                for proof in ("whole", "samples"):
                    with self.subTest(case=case[0], proof=proof):
                        self.run_with([f"honest/{problem}_{name}" for name in names], *case,
                                      f"--proof={proof}", "--json", code=RIGHT)


STATUS = {
    "crashes": "crashed",
    "exits": "crashed",
    "forges_a_verdict": "broke_protocol",
    "writes_outside_late": "out_of_bounds",
    "twenty_bits_late": "wrong",
    "fails_halfway": "failed",
    "takes_its_process": "right",
    "honest_loop": "right",
    "honest_in_pieces": "right",
}


class Statuses(Attack):
    def statuses(self, plugins, *arguments):
        run = self.run_with(plugins, "--json", *arguments, command=["verify"])
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual([schema_check.defects(row) for row in rows], [[]] * len(rows))
        return {row["stage"].replace("-", "_"): row["status"] for row in rows}

    def test_each_cheat_is_named_and_no_honest_one_is_accused(self):
        self.assertEqual(self.statuses(list(STATUS)), STATUS)

    def test_one_that_does_not_return(self):
        self.assertEqual(self.statuses("hangs", "--hang-limit=2"), {"hangs": "hung"})
