"""What the tests of the seismic commands share."""

import json
import signal
import time

from command import Command, started, stopped_when, wait_until_it_catches

SMALL = ["--case=small", "--stage=c-simd"]


class Seismic(Command):
    def shoot(self, *arguments, name="shot.sgy", case=SMALL):
        self.exits(0, "shoot", *case, *arguments, f"--output={name}")
        return name

    def located(self, gather, *arguments, case=SMALL):
        """What `ladder locate` finds of the last model."""
        run = self.exits(0, "locate", *case, f"--gather={gather}", *arguments, "--json")
        return json.loads(run.stdout.splitlines()[-1])

    def interrupted(self, *command):
        """What a run of seconds says that is interrupted after a quarter of one."""
        run = started(*command, cwd=self.path)
        wait_until_it_catches(signal.SIGINT, run)
        time.sleep(0.25)
        code, _, words = stopped_when(lambda: True, run)
        self.assertEqual(code, 130, words)
        return words
