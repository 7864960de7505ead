# label: cli
"""A stage that keeps its buffers and graphs from shot to shot, emulated."""

import os
import shutil
import subprocess
import unittest

from command import share_compiled
from source_tree import SOURCE, execute, folder_of
from emulating import compile as emulation
from emulating.stages import library as built_from

STAGE = SOURCE / "cuda_stages/imaging/27c_summed.cu"


@unittest.skipUnless(shutil.which("g++"), "g++ is missing")
class AShotInTheBuffersOfTheOneBefore(unittest.TestCase):
    def test_gives_the_sums_of_shots_with_buffers_of_their_own(self):
        folder = folder_of(self)
        os.environ["XDG_CACHE_HOME"] = str(folder)
        share_compiled(folder)
        text = emulation.translated(STAGE, ['-DLADDER_STAGE_NAME="summed"'])
        library = built_from("summed", STAGE, text, False, print)
        program = folder / "kept_shots"
        subprocess.run(["g++", "-std=c++20", f"-I{SOURCE}", "-o", program,
                        SOURCE / "harness/tests/programs/kept_shots.cpp", "-ldl"], check=True)
        done = execute(program, library)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
