# label: cli
"""ladder verify --shapes: which launches are tried."""

import json
import unittest

import command


def launches(*asked, stage="c-blocked"):
    run = command.ladder("verify", "--json", "--size=17x17", "--nt=2", f"--stage={stage}",
                         "--shapes", *asked)
    return [line["launch"] for line in map(json.loads, run.stdout.splitlines())]


class AskedKnobs(unittest.TestCase):
    def test_every_shape_is_tried(self):
        self.assertEqual(launches(), ["", "threads=64"])

    def test_what_is_asked_for_holds_in_every_shape(self):
        self.assertEqual(launches("--steps=4"), ["steps=4", "steps=4 threads=64"])

    def test_shapes_that_are_alike_with_it_are_tried_once(self):
        self.assertEqual(launches("--threads=1"), ["threads=1"])
        self.assertEqual(launches("--threads=1,2"), ["threads=1", "threads=2"])

    def test_a_shape_of_two_knobs_keeps_the_other_one(self):
        names = [stage["name"] for stage in map(
            json.loads, command.ladder("list", "--ladder=wave", "--json").stdout.splitlines())]
        if "smem-major" not in names:
            self.skipTest("this build has no CUDA stages")
        stripes = launches("--stripes=2", stage="smem-major")
        self.assertIn("method=3 stripes=2", stripes)
        self.assertIn("method=4 stripes=2", stripes)
        self.assertFalse([launch for launch in stripes if "stripes=2" not in launch])
