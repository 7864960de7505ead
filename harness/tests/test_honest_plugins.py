# label: cli
# cost: 25
"""Plug-ins that are right in many ways: none may be rejected."""

from command import BUILD, Command

CASES = {"wave": (["--case=small"], ["--case=wave3d-small"]),
         "heat": (["--case=heat-small", "--nt=100"],)}
NAMES = {"wave": ("fast_math", "fused", "backward", "loop_fast_math", "loop_threads"),
         "heat": ("fast_math", "double", "loop_fast_math")}


class Honest(Command):
    def test_each_is_right_on_every_problem_and_with_every_proof(self):
        for problem, names in NAMES.items():
            files = ",".join(str(BUILD / f"plugins/honest/{problem}_{name}.so") for name in names)
            for case in CASES[problem]:
                for proof in ("whole", "samples"):
                    with self.subTest(case=case[0], proof=proof):
                        self.exits(0, f"--stage={files}", *case, f"--proof={proof}", "--json",
                                   "--repetitions=2", f"--output={self.output}")
