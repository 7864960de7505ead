"""A ladder whose words go to a terminal, which are read while it is at work."""

import os
import pty
import subprocess
import threading
import time

from command import LADDER


class OnTerminal:
    """`said` is what the terminal has shown, `process` the program. What it prints goes there as
    well with `prints`; else nobody sees it."""

    def __init__(self, *arguments, prints=False, **options):
        ours, theirs = pty.openpty()
        self.said = b""
        self.process = subprocess.Popen([LADDER, *arguments], stdin=theirs, stderr=theirs,
                                        stdout=theirs if prints else subprocess.DEVNULL, **options)
        os.close(theirs)
        self.reader = threading.Thread(target=self.read, args=(ours,))
        self.reader.start()

    def read(self, ours):
        try:
            while chunk := os.read(ours, 65536):
                self.said += chunk
        except OSError:  # nobody has the other end any more
            pass
        os.close(ours)

    def until(self, words):
        while words not in self.said and self.process.poll() is None:
            time.sleep(0.001)
        return self

    def wait(self):
        """The exit code, when all that was said has been read."""
        self.process.wait()
        self.reader.join()
        return self.process.returncode
