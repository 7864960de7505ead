"""programs/large_volume runs a stage through a volume of which few planes are in memory: equal bits give equal hashes."""

import os
import pathlib
import subprocess
import unittest

PROGRAM = pathlib.Path(os.environ["LADDER_BUILD"]) / "programs/large_volume"


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120)


def hash_of(*words):
    done = run(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()[-1]


class LargeVolume(unittest.TestCase):
    def test_stages_with_the_same_bits_give_the_same_hash(self):
        one = hash_of("c-simd", "64", "32", "70", "6")
        for more in (("c-omp", "threads=3"), ("c-wavefront", "threads=2", "steps=4")):
            self.assertEqual(hash_of(more[0], "64", "32", "70", "6", *more[1:]), one)

    def test_what_lies_behind_the_repeated_planes_counts(self):
        self.assertNotEqual(hash_of("c-simd", "64", "32", "70", "6"), hash_of("c-simd", "64", "32", "71", "6"))

    def test_words_that_make_no_volume_are_refused(self):
        for words, why in ((("c-simd", "30", "31", "70", "6"), "whole pages"), (("c-simd", "64"), "usage"),
                           (("c-simdd", "64", "32", "70", "6"), "c-simd"), (("c-omp", "64", "32", "70", "6", "treads=2"), "threads")):
            done = run(*words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(why, done.stderr)


if __name__ == "__main__":
    unittest.main()
