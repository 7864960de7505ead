"""What the tests of the seismic commands share."""

import signal
import subprocess
import time

from command import LADDER, Command, wait_until_it_catches

SMALL = ["--case=small", "--stage=c-simd"]


class Seismic(Command):
    def file(self, name):
        return str(self.path / name)

    def shoot(self, *arguments, name="shot.sgy"):
        self.exits(0, "shoot", *SMALL, *arguments, "--output=%s" % self.file(name))
        return self.file(name)

    def interrupted(self, *command):
        """What a run of seconds says that is interrupted after a quarter of one."""
        run = subprocess.Popen([LADDER, *command], stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE, text=True)
        wait_until_it_catches(signal.SIGINT, run)
        time.sleep(0.25)
        run.send_signal(signal.SIGINT)
        words = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 130, words)
        return words
