# label: unit
# cost: 20
"""Every figure of records is a slide of one machine that the last row of a room reads, and one of a
case that has no records says for which cases it can be drawn."""

import argparse
import contextlib
import io
import os
import re
import unittest
from unittest import mock

import made_up
from plotting import MISSING, Plot, figures, read_kept_records_once, words_in
from source_tree import SOURCE

if not MISSING:
    from matplotlib import pyplot
    from matplotlib.text import Text
    from plots import choice, records
    from plots.failure import NOTHING, Failure
    from plots.figures import all as every
    from plots.lines import MARKERS
    from plots.records import Machine

FIGURES = [name for name in figures.names() if "[FILE ...]" in figures.head(name)]
OF_A_CASE = [name for name in figures.names()
             if "[--case NAME]" in figures.head(name) and name != "all"]
# What the documents print is next to what was measured.
PUBLISHED = {"figure14", "figure15", "figure16", "figure21"}
PUBLISHED |= {"heat_post", "wave3d_blocks", "latencies", "predicted", "mwp_cwp"}


class Slides(Plot):
    form = []

    @classmethod
    def setUpClass(cls):
        read_kept_records_once(cls)
        cls.stages = {name for machine in records.read([], SOURCE)
                      for name in map(records.stage, machine.records)
                      if "-" in name}  # others are words of a title, too

    def keeps_the_rule(self, name, figure):
        width, height = figure.get_size_inches() * figure.dpi
        self.assertEqual((round(width), round(height)), (1600, 900))
        words = [one for one in figure.findobj(Text)
                 if one.get_visible() and one.get_text().strip()]
        least = min(words, key=lambda one: one.get_size())
        self.assertGreaterEqual(least.get_size() * figure.dpi / 72, height / 45, least)
        panels = [axes for axes in figure.axes if axes.axison and axes.get_label() != "<colorbar>"]
        self.assertLessEqual(len({round(axes.get_position().x0, 2) for axes in panels}), 2)
        for axes in panels:
            self.assertTrue([*axes.lines, *axes.patches, *axes.collections, *axes.images])
            rows = [one for one in axes.get_yticklabels() if one.get_text().strip()]
            self.assertLessEqual(len(rows) if axes.get_yscale() == "linear" else 0, 12)
            self.assertLessEqual(len([one for one in axes.lines if one.get_marker() in MARKERS]),
                                 12)
            for one in axes.texts:
                box = one.get_window_extent()
                self.assertGreaterEqual(min(box.x0, box.y0), -1, one)
                self.assertLessEqual(box.x1, width + 1, one)
        titles = [axes.get_title(place) for axes in panels for place in ("left", "center")]
        self.assertEqual(any("published" in one for one in titles), name in PUBLISHED)

    def has_what_its_title_names(self, figure):
        title = figure.texts[0]
        drawn = " ".join(one.get_text() for axes in figure.axes for one in axes.findobj(Text))
        for name in self.stages:
            with self.subTest(name):
                if re.search(rf"(?<![\w-]){name}(?![\w'-])", title.get_text()):
                    self.assertIn(name, drawn, title)

    def test_every_figure_keeps_the_rule(self):
        self.assertGreater(len(FIGURES), 20)
        for name in FIGURES:
            with self.subTest(name):
                figure = self.figure_of(name, "--machine=H100")
                self.keeps_the_rule(name, figure)
                self.has_what_its_title_names(figure)
                pyplot.close(figure)

    # Elsewhere somebody may have measured a machine of their own, and need not put it into the
    # documents.
    @unittest.skipUnless(os.environ.get("CI") == "true",
                         "looked at in continuous integration alone")
    def test_figures_of_documents_are_drawn_from_the_records_that_are_kept(self):
        for name, *words in (("waterfall", "--machine=H100"),
                             ("languages", "--machine=H100", "--machine=EPYC", "--case=heat-128")):
            with self.subTest(name):
                self.assertEqual(self.drawn(name, *words), words_in(SOURCE / f"results/{name}.svg"),
                                 f"run ladder plot {name} {' '.join(words)} "
                                 f"--output=results/{name} --overwrite")

    def advised(self, name, case="nothing-like-it"):
        """The cases, and the advice, of the refusal."""
        code, said = self.run_it(name, f"--case={case}")
        self.assertEqual(code, 6, said)
        self.assertIn(case, said)
        found = re.search(r"; there are such records of (.+?): (.+)\n", said)
        self.assertTrue(found, said)
        return found.group(1).split(", "), found.group(2)

    def test_every_figure_of_one_case_names_cases_that_it_can_draw(self):
        self.assertGreater(len(OF_A_CASE), 10)
        for name in OF_A_CASE:
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


class Choice(Plot):
    def machine(self, **fields):
        made = Machine({"cpu": fields.pop("cpu"), "gpu": None, "cores": 1, "memory_bytes": 1})
        for name, value in fields.items():
            setattr(made, name, value)
        return made

    def records(self, count):
        return [{"stage": {"name": str(n)}, "case": {"name": "one"}, "time": "2026"}
                for n in range(count)]

    def test_this_machine_comes_first_and_then_that_with_most_stages(self):
        few, many = (self.machine(cpu=cpu, records=self.records(n))
                     for cpu, n in (("few", 2), ("many", 5)))
        self.assertEqual([one.cpu for one in choice.in_order([few, many], "one")], ["many", "few"])
        few.here = True
        self.assertEqual([one.cpu for one in choice.in_order([few, many], "one")], ["few", "many"])

    def test_a_machine_without_what_is_drawn_is_passed_over(self):
        def draw(machines):
            if machines[0].cpu == "here":
                raise Failure(NOTHING, "none")
            return machines[0].cpu

        here, other = (self.machine(cpu=cpu, records=[], here=cpu == "here")
                       for cpu in ("here", "other"))
        self.assertEqual(choice.of_one_machine([here, other], None, draw), "other")

    def test_the_steps_that_tell_most_are_kept(self):
        names = [f"s{n}" for n in range(20)]
        parents = dict(zip(names[1:], names))
        times = {**{name: 20.0 - n if n != 7 else 12.99 for n, name in enumerate(names)},
                 "aside": 1000.0}
        found = choice.telling(times, {**parents, "aside": "s0"}, wanted=["s3"])
        self.assertEqual(len(found), 12)
        # the original, what is wanted, the best
        self.assertLessEqual({"s0", "s3", "s19"}, set(found))
        self.assertNotIn("aside", found)  # it leads nowhere
        self.assertEqual(found, [name for name in times if name in found])


class All(Plot):
    HEADS = {"waterfall": "[--case NAME]", "heat_post": "[--case NAME]"}

    def draw_all(self, overwrite=False):
        arguments = argparse.Namespace(records=[self.path], case=None, machine=None,
                                       output=self.output, overwrite=overwrite, panels=False)
        with mock.patch.object(every, "heads", lambda: self.HEADS), \
                contextlib.redirect_stderr(io.StringIO()), \
                contextlib.redirect_stdout(io.StringIO()):
            return every.draw_all(arguments)

    def test_an_index_shows_what_is_drawn_and_says_what_is_not(self):
        self.keep(made_up.part_of_ladder())
        (self.path / "notes.jsonl").write_text('{"other": 1}\n')
        self.assertEqual(self.draw_all(), 0)
        page = (self.output / "index.html").read_text()
        self.assertIn('src="waterfall.png"', page)
        self.assertNotIn('src="heat_post.png"', page)
        self.assertIn("<li>heat_post: ", page)
        self.assertTrue((self.output / "waterfall.svg").is_file())

    def test_nothing_that_exists_is_replaced(self):
        self.keep(made_up.part_of_ladder())
        self.output.mkdir()
        (self.output / "index.html").write_text("older")
        with self.assertRaises(Failure) as refused:
            self.draw_all()
        self.assertEqual(refused.exception.code, 7)
        self.assertEqual([one.name for one in self.output.iterdir()], ["index.html"])
        self.assertEqual(self.draw_all(overwrite=True), 0)
