# label: cli
"""ladder verify --shapes: which launches are tried."""

import unittest

from command import json_lines


def launches(*asked, stage="c-blocked"):
    return [row["launch"] for row in json_lines("verify", "--size=17x17", "--nt=2",
                                                f"--stage={stage}", "--shapes", *asked)]


class AskedKnobs(unittest.TestCase):
    def test_every_shape_is_tried(self):
        self.assertEqual(launches(), ["", "threads=64"])

    def test_what_is_asked_for_holds_in_every_shape(self):
        self.assertEqual(launches("--steps=4"), ["steps=4", "steps=4 threads=64"])

    def test_shapes_that_are_alike_with_it_are_tried_once(self):
        self.assertEqual(launches("--threads=1"), ["threads=1"])
        self.assertEqual(launches("--threads=1,2"), ["threads=1", "threads=2"])

    def test_a_shape_of_two_knobs_keeps_the_other_one(self):
        if "smem-major" not in (one["name"] for one in json_lines("list", "--ladder=wave")):
            self.skipTest("this build has no CUDA stages")
        stripes = launches("--stripes=2", stage="smem-major")
        self.assertIn("method=3 stripes=2", stripes)
        self.assertIn("method=4 stripes=2", stripes)
        self.assertFalse([launch for launch in stripes if "stripes=2" not in launch])
