# label: unit
"""The arithmetic of the documents is redone: results/published/README.md."""

import unittest

from source_tree import SOURCE
from plots import published

FOLDER = SOURCE / "results/published"


def documents():
    for path in sorted(FOLDER.glob("*.json")):
        yield path.name, published.read(path)


def thesis():
    return published.read(FOLDER / "sadahiro-2014.json")


class Arithmetic(unittest.TestCase):
    def test_what_holds_and_what_does_not_is_as_stated(self):
        for name, document in documents():
            for one in document.content["derived"]:
                with self.subTest(f"{name}: {one['id']}",
                                  recomputed=document.recomputed(one["id"])):
                    self.assertEqual(document.agrees(one["id"]), one["holds"])
                    self.assertTrue(one["holds"] or one["why"])

    def test_the_known_figures_of_the_thesis_come_out(self):
        known = {"fortran convolution": 5.0653, "gmem-eb GPU time, rounded": 1.273,
                 "constant overhead": 0.1322,
                 "cmem speed-up over fortran": 4.71, "smem speed-up over fortran": 5.15}
        for name, value in known.items():
            with self.subTest(name):
                self.assertEqual(thesis().derived[name]["stated"], value)
                self.assertTrue(thesis().agrees(name))

    def test_a_formula_is_arithmetic_and_nothing_else(self):
        self.assertEqual(published.arithmetic("(1 + 2) * 4 / 3 - 1"), 3)
        for words in ("__import__('os')", "open", "2 ** 9", "[1][0]"):
            with self.subTest(words), self.assertRaises(ValueError):
                published.arithmetic(words)
