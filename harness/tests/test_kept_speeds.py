# label: cli
# serial: speeds are kept where no other program had the cores
# cost: 1000
"""The speeds of main memory that a session measured are those of the next one. It is the first
test, so that the others need not measure them."""

import json
import time

from command import Command, ladder, lines_of


class KeptSpeeds(Command):
    def test_a_record_holds_what_doctor_measured_and_how_old_it_is(self):
        begin = time.monotonic()
        measured = json.loads(ladder("doctor", "--json").stdout)["speeds"]["host"]
        self.exits(0, "--case=small", "--nt=3", "--stage=c-O3", "--repetitions=1",
                   "--output=%s" % self.output)
        for record in lines_of(self.output):
            host = record["floor"]["speeds"]["host"]
            if not 0 < host["memory_age_s"] < time.monotonic() - begin:
                self.skipTest("another program had the cores, so nothing was kept")
            for direction in ("copy_bytes_per_s", "read_bytes_per_s"):
                self.assertEqual(host[direction], measured[direction])
