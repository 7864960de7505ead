# label: unit
"""scripts/experiments/gpu_counters.py profiles the kernels that a stage has, whatever they are
called, and tells the longest launch."""

import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import plotting

SCRIPT = plotting.SCRIPTS / "experiments/gpu_counters.py"
# Stands for Nsight Compute: of made-up launches, each with its time [ns], it tells those whose
# names the filter matches.
NCU = '''#!{python}
import os, pathlib, re, sys
argument = sys.argv
pathlib.Path(os.environ["ASKED"]).write_text(" ".join(argument[argument.index("--csv") + 2:]))
wanted = argument[argument.index("-k") + 1].removeprefix("regex:")
print("==PROF== Connected")
print('"ID","Kernel Name","Block Size","Grid Size","Metric Name","Metric Value"')
for number, launch in enumerate(os.environ["LAUNCHES"].split()):
    kernel, time = launch.split("=")
    if re.search(wanted, kernel):
        for metric in argument[argument.index("--metrics") + 1].split(","):
            lacks = metric == os.environ.get("LACKS")
            value = time if metric.startswith("gpu__time") else "n/a" if lacks else "1,000"
            print(f'"{{number}}","void <unnamed>::{{kernel}}<(int)8, (int)1>(Step)",'
                  f'"(32, 4, 1)","(8, 2, 1)","{{metric}}","{{value}}"')
'''


class Counters(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        self.program("ncu", NCU.format(python=sys.executable))
        self.program("ladder", "#!/bin/sh\necho ladder made-up\n")

    def program(self, name, text):
        (self.path / name).write_text(text)
        (self.path / name).chmod(0o755)

    def counted(self, launches, stages, *options):
        done = subprocess.run([sys.executable, SCRIPT, self.path, stages, *options],
                              capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}",
                                   "LAUNCHES": launches, "ASKED": str(self.path / "asked")})
        return done.returncode, done.stdout + done.stderr

    def test_kernels_are_those_of_the_stage_in_its_ladder(self):
        for stage, case, kernel in (("tma", "two-layer-512", "tma_step"),
                                    ("l2-aware", "two-layer-512", "l2_aware_step"),
                                    ("two-step", "two-layer", "two_steps"),
                                    ("wide", "heat-512", "march_wide"),
                                    ("halo-last", "thesis", "advance_halo_last"),
                                    ("pieces", "imaging-small", "band_product")):
            with self.subTest(stage):
                code, words = self.counted(f"{kernel}=2000", stage, f"--case={case}")
                self.assertEqual(code, 0, words)
                self.assertIn(f"{stage}, {kernel}: 16 blocks, 2.0 us", words)

    def test_the_longest_launch_of_the_stage_is_given(self):
        launches = "settle=900 tma_step=3000 tma_step=5000 wide_step=9000 tma_step_of_another=9000"
        code, words = self.counted(launches, "tma", "--case=two-layer-512")
        self.assertEqual(code, 0, words)
        self.assertIn("tma, tma_step: 16 blocks, 5.0 us", words)

    def test_one_run_is_profiled_with_the_options_given(self):
        self.counted("tma_step=1", "tma", "--case=two-layer-512", "--nt=3")
        self.assertEqual((self.path / "asked").read_text(),
                         "worker --once --stage=tma --case=two-layer-512 --nt=3")

    def test_no_launch_is_a_failure_that_names_the_kernels(self):
        code, words = self.counted("other=1", "tma", "--case=two-layer-512")
        self.assertEqual(code, 6)
        self.assertIn("ncu saw no launch of tma (record_sample, settle, tma_step)", words)

    def test_a_counter_that_the_gpu_lacks_is_named(self):
        os.environ["LACKS"] = "lts__t_sectors.sum"
        self.addCleanup(os.environ.pop, "LACKS")
        code, words = self.counted("tma_step=1", "tma", "--case=two-layer-512")
        self.assertEqual(code, 6)
        self.assertIn("ncu counts no lts__t_sectors.sum here", words)
        self.assertNotIn("Traceback", words)

    def test_a_stage_or_case_that_is_not_there_is_refused(self):
        for words, stage, case in (("no kernel of a stage wave3d.tmo", "tmo", "two-layer"),
                                   ("no case nowhere", "tma", "nowhere")):
            code, said = self.counted("", stage, f"--case={case}")
            self.assertEqual(code, 2)
            self.assertIn(words, said)


if __name__ == "__main__":
    unittest.main()
