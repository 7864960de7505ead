# label: physics
"""programs/large_volume runs a stage through a volume, of which few planes may be in memory: equal
bits give equal hashes."""

import os
import pathlib
import re
import subprocess
import unittest

PROGRAM = pathlib.Path(os.environ["LADDER_BUILD"]) / "programs/large_volume"
SIZE = ("64", "32", "70")
FEW = "distinct-planes=61"
THREADS = f"threads={min(2, len(os.sched_getaffinity(0)))}"  # more than there are cores are refused


def run(*words):
    return subprocess.run([PROGRAM, *words], capture_output=True, text=True, timeout=120)


def lines_of(*words):
    done = run(*words)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def hash_of(*words):
    return lines_of(*words)[-1].split()[-1]


class LargeVolume(unittest.TestCase):
    def test_stages_with_the_same_bits_give_the_same_hash(self):
        for planes in ("distinct-planes=0", FEW):
            one = hash_of("c-simd", *SIZE, "6", planes)
            for more in (("c-omp", THREADS), ("c-wavefront", THREADS, "steps=4")):
                self.assertEqual(hash_of(more[0], *SIZE, "6", planes, *more[1:]), one)

    def test_what_lies_behind_the_repeated_planes_counts(self):
        self.assertNotEqual(hash_of("c-simd", *SIZE, "6", FEW),
                            hash_of("c-simd", "64", "32", "71", "6", FEW))

    def test_fields_count_where_all_planes_are_in_memory(self):
        self.assertNotEqual(hash_of("c-simd", *SIZE, "6"), hash_of("c-simd", *SIZE, "6", FEW))
        self.assertNotEqual(hash_of("c-simd", *SIZE, "6"), hash_of("c-simd", *SIZE, "7"))

    def test_planes_of_any_size_do_where_all_are_in_memory(self):
        self.assertEqual(hash_of("c-simd", "5", "7", "41", "6", "half-length=8"),
                         hash_of("c-omp", "5", "7", "41", "6", "half-length=8"))

    def test_each_combination_of_values_is_a_launch(self):
        found = {}
        for line in lines_of("c-wavefront", *SIZE, "6", "half-length=1,2,4,8", "steps=1,3",
                             "threads=1"):
            half_length, steps, bits = re.search(r"half-length=(\d+) .*\bsteps=(\d+) .* "
                                                 r"hash (\w{16})$", line).groups()
            found.setdefault(half_length, {})[steps] = bits
        self.assertEqual({half_length: sorted(each) for half_length, each in found.items()},
                         {m: ["1", "3"] for m in "1248"})
        for half_length, each in found.items():
            self.assertEqual(len(set(each.values())), 1)
            self.assertEqual(each["1"], hash_of("c-simd", *SIZE, "6", f"half-length={half_length}"))
        self.assertEqual(len({each["1"] for each in found.values()}), 4,
                         "the half-length has no effect")
        self.assertEqual(found["4"]["1"], hash_of("c-simd", *SIZE, "6"), "4 is not the usual one")

    def test_repeated_measurements_go_on_where_the_one_before_ended(self):
        line, = lines_of("c-simd", *SIZE, "2", "repeats=3")
        self.assertEqual(line.split()[-1], hash_of("c-simd", *SIZE, "6"))
        best, median, rate = map(float, re.search(r": 3 times 2 steps, best (\S+) median (\S+) ms "
                                                  r"a step, (\S+) Gpoint/s", line).groups())
        self.assertLessEqual(0, best)
        self.assertLessEqual(best, median)
        self.assertAlmostEqual(rate, 64 * 32 * 70 / best * 1e-6, delta=0.06 + 0.01 * rate)

    def test_heat_is_a_volume_too(self):
        size = (("ladder=heat", "c-skewed"), ("ladder=heat", "c-temporal", "steps=1,2,3", THREADS),
                ("ladder=heat", "c-in-place", "steps=1,3", "lag=1", "halves=1,2", THREADS))
        hashes = [line.split()[-1] for ladder, stage, *knobs in size
                  for line in lines_of(stage, "19", "20", "23", "12", ladder, *knobs)]
        self.assertEqual(len(hashes), 8)
        self.assertEqual(len(set(hashes)), 1)
        self.assertNotEqual(hash_of("c-temporal", "19", "20", "23", "11", "ladder=heat"), hashes[0])

    def test_words_that_make_no_volume_are_refused(self):
        heat = ("19", "20", "23", "12", "ladder=heat")
        for words, why in ((("c-simd", "30", "31", "70", "6", FEW), "whole pages"),
                           (("c-simd", "64"), "usage"),
                           (("c-simdd", *SIZE, "6"), "c-simd"),
                           (("c-omp", *SIZE, "6", "treads=2"), "threads"),
                           (("c-omp", *SIZE, "6", "threads"), "NAME=VALUE"),
                           (("c-omp", *SIZE, "6", "threads="), "NAME=VALUE"),
                           (("c-omp", "64", "many", "70", "6"), "NX=many"),
                           (("c-omp", *SIZE, "6", "half-length=17"), "at most 16"),
                           (("c-omp", *SIZE, "6", "threads=1,two"), "threads=two"),
                           (("c-omp", "1", "32", "70", "6"), "two cells"),
                           (("c-temporal", *heat, "half-length=2"), "half-length"),
                           (("c-temporal", *heat, FEW), "all planes are needed"),
                           (("c-O3", *heat), "owns the time loop"),
                           (("c", "64", "32", "9", "6", "ladder=imaging"), "waves or of heat")):
            done = run(*words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(why, done.stderr)
            self.assertEqual(done.stdout, "")
