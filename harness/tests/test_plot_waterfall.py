# label: unit
"""The waterfall says no more than the samples do, on a slide of one machine whose title is the
finding."""

import os
import struct
import unittest

import made_up
import plotting
from plotting import Plot


class Certainty(Plot):
    def kind(self, parent, child):
        """How the bar of a step of the made-up ladder is named in the legend, and its words."""
        from plots.figures import waterfall

        machine, = plotting.answered([record for record in made_up.ladder()
                                      if record["stage"]["name"] in (parent, child)])
        bar, = waterfall.bars(machine.records[1])
        return waterfall.SERIES[bar.series].label, bar.words

    def test_a_step_with_one_sample_is_coloured_neither_faster_nor_slower(self):
        for parent, child in (("fortran", "c-O0"), ("c-O0", "c-O2")):  # c-O0 has one
            label, words = self.kind(parent, child)
            self.assertTrue(label.startswith("one sample: of the stage or its parent"), label)
            self.assertTrue(words.endswith(f"x {parent}, one sample"), words)

    def test_with_more_samples_the_colour_tells(self):
        for parent, child, expected in (("graph", "regtile",
                                         "slower: by more than 1 % than its parent"),
                                        ("resident", "fused",
                                         "helped: faster than its parent by more than 1 %")):
            label, words = self.kind(parent, child)
            self.assertEqual(label, expected)
            self.assertNotIn("sample", words)


class Parts(Plot):
    def test_ranks_stand_below_their_stage(self):
        found = [record if record["stage"]["name"] != "c-omp" else plotting.on_ranks(record, 3)
                 for record in made_up.ladder()]
        text = self.drawn("waterfall", self.keep(found))
        self.has(text, "rank 0", "rank 1", "rank 2", "50.0 ms, and 50.0 ms of exchange",
                 "30.0 ms, and 70.0 ms of exchange")

    def test_of_one_process_there_are_none(self):
        self.assertNotIn("rank 0", self.drawn("waterfall", self.keep(made_up.ladder())))

    def test_scopes_have_a_row_each(self):
        found = [record if record["stage"]["name"] != "c-omp" else plotting.on_ranks(record, 3)
                 for record in made_up.ladder()]
        self.has(self.drawn("scopes", self.keep(found)), "rank 0", "rank 1", "rank 2",
                 "exchange: all wait for data")


class Slide(Plot):
    form = []

    def size(self):
        return struct.unpack(">II", self.output.with_suffix(".png").read_bytes()[16:24])

    def test_it_is_16_by_9_however_many_rows_it_has(self):
        for found in (made_up.part_of_ladder(), made_up.ladder()):
            self.drawn("waterfall", self.keep(found))
            width, height = self.size()
            self.assertAlmostEqual(width / height, 16 / 9, delta=0.01)

    def test_one_machine_is_shown_unless_others_are_asked_for(self):
        one = made_up.part_of_ladder()
        files = [self.keep(one, "one.jsonl"),
                 self.keep(plotting.on_another_machine(one), "other.jsonl")]
        for arguments, shown, hidden in (([], made_up.MACHINE[0], "Another CPU"),
                                         (["--machine=another"], "Another CPU",
                                          made_up.MACHINE[0])):
            text = self.drawn("waterfall", *files, *arguments)
            self.has(text, shown)
            self.assertNotIn(hidden, text)
        self.has(self.drawn("waterfall", *files, "--panels"), made_up.MACHINE[0], "Another CPU")
        self.fails(7, "no machine of these records is called nobody", "waterfall", *files,
                   "--machine=nobody")


class OfTheReadme(Plot):
    form = []

    # Elsewhere somebody may have measured a machine of their own, and need not put it into the
    # README.
    @unittest.skipUnless(os.environ.get("CI") == "true",
                         "looked at in continuous integration alone")
    def test_the_figure_of_the_readme_is_drawn_from_the_records_that_are_kept(self):
        self.drawn("waterfall", "--machine=H100")
        drawn, kept = (plotting.words_in(path) for path in (self.output.with_suffix(".svg"),
                                                            plotting.SOURCE
                                                            / "results/waterfall.svg"))
        self.assertEqual(drawn, kept, "run ladder plot waterfall --machine=H100 "
                                      "--output=results/waterfall --overwrite")
