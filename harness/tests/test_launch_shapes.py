"""ladder verify --shapes: which launches are tried."""

import json
import unittest

import command


def launches(*asked):
    run = command.ladder("verify", "--json", "--size=17x17", "--nt=2", "--stage=c-blocked", "--shapes", *asked)
    return [line["launch"] for line in map(json.loads, run.stdout.splitlines())]


class AskedKnobs(unittest.TestCase):
    def test_every_shape_is_tried(self):
        self.assertEqual(launches(), ["", "threads=64"])

    def test_what_is_asked_for_holds_in_every_shape(self):
        self.assertEqual(launches("--steps=4"), ["steps=4", "steps=4 threads=64"])

    def test_no_shape_changes_what_is_asked_for(self):
        self.assertEqual(launches("--threads=1"), ["threads=1"])


if __name__ == "__main__":
    unittest.main()
