# label: cli
"""A figure of one case that is asked for a case without records says for which cases it can be
drawn, and it can."""

import re

import made_up
from plotting import Plot, figures, read_kept_records_once

FIGURES = [name for name in figures.names()
           if "[--case NAME]" in figures.head(name) and name != "all"]


class Cases(Plot):
    @classmethod
    def setUpClass(cls):
        read_kept_records_once(cls)

    def advised(self, name, case="nothing-like-it"):
        """The cases, and the advice, of the refusal."""
        code, said = self.run_it(name, f"--case={case}")
        self.assertEqual(code, 6, said)
        self.assertIn(case, said)
        found = re.search(r"; there are such records of (.+?): (.+)\n", said)
        self.assertTrue(found, said)
        return found.group(1).split(", "), found.group(2)

    def test_every_figure_of_one_case_tells_cases_that_it_can_draw(self):
        from matplotlib import pyplot

        self.assertGreater(len(FIGURES), 10)
        for name in FIGURES:
            with self.subTest(name):
                cases, advice = self.advised(name)
                self.assertEqual(advice, f"add --case={cases[0]}" if len(cases) == 1
                                 else "choose one of them with --case=NAME")
                pyplot.close(self.figure_of(name, f"--case={cases[0]}"))

    def test_the_only_case_of_all_records_is_drawn(self):
        found = made_up.ladder()
        for record in found:
            record["case"].update(name="small", hash="small")
        text = self.drawn("waterfall", self.keep(found))
        self.assertIn("case small", text)
        self.fails(6, "case heat-128", "heat_blocks", self.keep(found))

    def test_the_nearest_case_is_proposed(self):
        for name in ("waterfall", "figure13"):
            self.assertEqual(self.advised(name, "thesi")[1], "add --case=thesis", name)
