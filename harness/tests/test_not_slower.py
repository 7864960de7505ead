"""The project's own gate: what the compilers make of its stages has not become more than the baselines in results/
say. Both counts are exact, so a change is real; when it is wanted, write the baseline anew and commit it."""

import unittest

from command import BUILD, ladder, pathlib

RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"


class NotSlower(unittest.TestCase):
    def check(self, *arguments):
        run = ladder("check", *arguments)
        if run.returncode in (5, 6):
            self.skipTest("%s%s" % (run.stdout, run.stderr))  # another compiler, no valgrind
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    @unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
    def test_kernels(self):
        self.check("--static", "--baseline=%s" % (RESULTS / "compiled/sm_90-nvcc-13.0.json"))

    def test_instructions_on_the_host(self):
        self.check("--metric=instructions", "--case=small", "--stage=fortran,c-O2,c-O3,c-restrict",
                   "--baseline=%s" % (RESULTS / "instructions/gcc-12.2.json"))


if __name__ == "__main__":
    unittest.main()
