"""The waterfall says no more than the samples do."""

import unittest

import made_up
from plotting import Plot


class Certainty(Plot):
    def kind(self, parent, child):
        """How the bar of a step of the made-up ladder is told by the legend, and its words."""
        import plot_waterfall

        run = [record for record in made_up.ladder() if record["stage"]["name"] in (parent, child)]
        bar, = plot_waterfall.bars_of(run)(run[1])
        return plot_waterfall.SERIES[bar.series].label, bar.words

    def test_a_step_with_one_sample_is_coloured_neither_faster_nor_slower(self):
        for parent, child in (("fortran", "c-O0"), ("c-O0", "c-O2")):  # c-O0 has one
            label, words = self.kind(parent, child)
            self.assertTrue(label.startswith("one sample of the stage or its parent"), label)
            self.assertTrue(words.endswith(f"x {parent}, one sample"), words)

    def test_with_more_samples_the_colour_tells(self):
        for parent, child, expected in (("graph", "regtile", "slower"), ("resident", "fused", "faster")):
            label, words = self.kind(parent, child)
            self.assertEqual(label, f"{expected} than its parent")
            self.assertNotIn("sample", words)


if __name__ == "__main__":
    unittest.main()
