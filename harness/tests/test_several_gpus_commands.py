# label: cli
# cost: 30
"""The command lines of scripts/experiments/several_gpus, with the real programs: on any machine
they are no wrong ones."""

import contextlib
import io
import os
import pathlib
import subprocess
import sys
from unittest import mock

from test_several_gpus import SOURCE, MadeUpGpus

BUILD = pathlib.Path(os.environ.get("LADDER_BUILD") or SOURCE / "build")


class RealPrograms(MadeUpGpus):
    def setUp(self):
        super().setUp()
        listed = subprocess.run([BUILD / "ladder", "list",
                                 "--json"], capture_output=True, text=True, check=True).stdout
        if '"file":"cuda_stages/' not in listed:
            self.skipTest("this build has no CUDA stages: configure it with CUDA")

    def test_no_command_line_is_wrong(self):
        self.run_it("bits,records", gpus=8)
        for line in self.asked():
            program, *words = line.split()[:-2]
            if program == "large_volume":
                done = subprocess.run([BUILD / "programs" / program, *words], capture_output=True,
                                      text=True)
                self.assertIn(done.returncode, (0, 8), line + done.stderr)
            elif words[0] == "sweep":
                done = subprocess.run([BUILD / program, *words, "--dry-run"], capture_output=True,
                                      text=True)
                self.assertNotEqual(done.returncode, 2, line + done.stderr)

    def test_what_large_volume_prints_is_read(self):
        with mock.patch("sys.path", [str(SOURCE / "scripts/experiments"),
                                     *sys.path]), mock.patch("sys.dont_write_bytecode", True):
            from several.session import run_in
        for words, half_length in (("c-omp 9 8 7 3 half-length=2", "2"),
                                   ("c-temporal 9 8 7 3 ladder=heat steps=2", "")):
            done = subprocess.run([BUILD / "programs/large_volume", *words.split()],
                                  capture_output=True, text=True, check=True)
            run = run_in(done.stdout.rstrip("\n"))
            self.assertEqual((run.stage, run.size, run.half_length),
                             (words.split()[0], "9 x 8 x 7", half_length))
            self.assertRegex(run.launch, r"threads=\d+$")
            self.assertGreaterEqual(run.median, run.best)
            self.assertRegex(run.bits, "^[0-9a-f]{16}$")

    def test_a_small_survey_goes_through(self):
        smaller = {"--nt=7501": "--nt=241", "--sources=140:27860:280,20":
                       "--sources=13860:14140:280,20", "--stage=pieces": "--stage=c-omp"}
        with mock.patch("sys.path", [str(SOURCE / "scripts/experiments"),
                                     *sys.path]), mock.patch("sys.dont_write_bytecode", True):
            from several import survey
            from several.session import Session

        class Small(Session):
            def command(self, program, *words, **more):
                return super().command(program, *[smaller.get(word, word) for word in words],
                                       **more)

        session = Small(BUILD, self.path, {"gpus": 2})
        with mock.patch.dict(os.environ,
                             LADDER_HOME=str(SOURCE)), mock.patch.object(survey, "NZ", 60), \
             contextlib.redirect_stdout(io.StringIO()):
            session.run_part("survey", survey.survey)
        session.text.close()
        words = (self.path / "several-gpus.txt").read_text()
        self.assertEqual(session.failed, 0, words)
        for counted in ("2 shots, 1 worker: ", "2 shots, 2 workers: ", "1 shots, 1 worker: "):
            self.assertIn(f"survey: {counted}", words)
        for product in ("survey-{}.npy", "survey-{}_illumination.npy"):
            self.assertIn("survey: {} and {} have the "
                          "same bytes".format(product.format(1), product.format(2)), words)
