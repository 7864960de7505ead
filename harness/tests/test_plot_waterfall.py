"""The waterfall says no more than the samples do, on a slide of one machine whose title is the finding."""

import json
import os
import struct
import unittest

import made_up
import plotting
from plotting import Plot


def with_scopes(records, shares):
    """The same, all time of what runs on the device and leaves the loop to the driver spent as told."""
    made = json.loads(json.dumps(records))
    for record in made:
        if record["stage"]["device"] == "cuda" and not record["stage"]["owns_time_loop"] and record["traced"]:
            scopes = record["traced"]["scopes_ns"]
            for scope in scopes:
                scopes[scope] = int(shares.get(scope, 0) * record["traced"]["wall_ns"])
    return made


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


class Parts(Plot):
    def test_ranks_stand_below_their_stage(self):
        found = [record if record["stage"]["name"] != "c-omp" else plotting.on_ranks(record, 3) for record in made_up.ladder()]
        text = self.drawn("waterfall", self.keep(found))
        self.has(text, "rank 0", "rank 1", "rank 2", "50.0 ms, and 50.0 ms of exchange", "30.0 ms, and 70.0 ms of exchange")

    def test_of_one_process_there_are_none(self):
        self.assertNotIn("rank 0", self.drawn("waterfall", self.keep(made_up.ladder())))

    def test_scopes_have_a_row_each(self):
        found = [record if record["stage"]["name"] != "c-omp" else plotting.on_ranks(record, 3) for record in made_up.ladder()]
        self.has(self.drawn("scopes", self.keep(found)), "rank 0", "rank 1", "rank 2", "exchange: all wait for data")


class Slide(Plot):
    def size(self):
        return struct.unpack(">II", self.output.with_suffix(".png").read_bytes()[16:24])

    def test_it_is_16_by_9_however_many_rows_it_has(self):
        for found in (made_up.part_of_ladder(), made_up.ladder()):
            self.drawn("waterfall", self.keep(found))
            width, height = self.size()
            self.assertAlmostEqual(width / height, 16 / 9, delta=0.01)

    def test_one_machine_is_shown_unless_others_are_asked_for(self):
        one = made_up.part_of_ladder()
        files = [self.keep(one, "one.jsonl"), self.keep(plotting.on_another_machine(one), "other.jsonl")]
        for arguments, shown, hidden in (([], made_up.MACHINE[0], "Another CPU"),
                                         (["--machine=another"], "Another CPU", made_up.MACHINE[0])):
            text = self.drawn("waterfall", *files, *arguments)
            self.has(text, shown)
            self.assertNotIn(hidden, text)
        self.has(self.drawn("waterfall", *files, "--machine=all"), made_up.MACHINE[0], "Another CPU")
        self.fails(7, "no machine of these records is called nobody", "waterfall", *files, "--machine=nobody")

    def test_patterns_are_for_print_alone(self):
        path = self.keep(made_up.ladder())
        self.drawn("waterfall", path)
        self.assertNotIn("<pattern", self.output.with_suffix(".svg").read_text())
        self.drawn("waterfall", path, "--print")
        self.assertIn("<pattern", self.output.with_suffix(".svg").read_text())


class Finding(Plot):
    def of(self, shares):
        from plots import finding

        return finding.of(with_scopes(made_up.ladder(), shares))

    def test_the_title_says_what_took_the_time_before_the_fields_stayed(self):
        self.assertIn("Copies, not kernels, take the time until the fields stay", self.of({"staging": 0.6, "kernel": 0.4}))
        self.assertIn("The driver's own loops, not kernels", self.of({"host": 0.6, "kernel": 0.4}))

    def test_where_kernels_take_it_the_step_that_pays_most_is_told(self):
        words = self.of({"staging": 0.4, "kernel": 0.6})
        self.assertIn("The step that pays most is", words)
        self.assertNotIn("stay on the device", words)

    def test_what_was_wrong_is_no_finding(self):
        from plots import finding

        found = made_up.ladder()
        best = finding.of(found).split("; ")[-1].split(" is ")[0]
        next(one for one in found if one["stage"]["name"] == best)["verdict"]["passed"] = False
        self.assertNotIn(f"{best} is", finding.of(found))


class OfTheReadme(Plot):
    # Elsewhere somebody may have measured a machine of their own, and need not put it into the README.
    @unittest.skipUnless(os.environ.get("CI") == "true", "looked at in continuous integration alone")
    def test_the_figure_of_the_readme_is_drawn_from_the_records_that_are_kept(self):
        self.drawn("waterfall")
        drawn, kept = (plotting.words_in(path) for path in (self.output.with_suffix(".svg"),
                                                            plotting.SOURCE / "results/waterfall.svg"))
        self.assertEqual(drawn, kept, "run scripts/plot_waterfall.py --output=results/waterfall --overwrite")


if __name__ == "__main__":
    unittest.main()
