"""What the tests of surveys by several processes share: a migration with workers, and how its
workers are found."""

import pathlib
import time

from command import children_of, started
from migration import WORDS, Migration

GATHERS = ["--offsets-x=12", "--angles=30", "--image-step=2", "--illumination"]


def is_worker(pid):
    try:
        return b"survey-worker" in pathlib.Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


class Crew(Migration):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compute("alone.npy", *GATHERS)

    def begin(self, *arguments, output="image.npy"):
        return started(*WORDS, *GATHERS, *arguments, f"--output={output}", cwd=self.path)

    def end(self, process, code=0):
        out, err = process.communicate(timeout=300)
        self.assertEqual(process.returncode, code, out + err)
        return out + err

    def workers(self, process, count):
        """When so many are there, each with a shot of its own."""
        for _ in range(3000):
            found = [pid for pid in children_of(process.pid) if is_worker(pid)]
            if len(found) == count:
                return found
            self.assertIsNone(process.poll(), "it ended before its workers were seen")
            time.sleep(0.002)
        self.fail("no workers were seen")

    def same_as_one_process(self, stem="image"):
        self.same_bytes(self.products(stem), self.products("alone"))
