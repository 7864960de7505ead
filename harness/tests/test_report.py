# label: cli
# cost: 20
"""The report: one page that is whole, needs nothing else, and leaves no stage, machine or figure
out. Which stages the report shows, and what it says and draws of them."""

import pathlib
import re
import unittest

import command
import made_up
import plotting
from page_check import Page
from plotting import needs_packages
from source_tree import folder_of

if not plotting.MISSING:
    from reporting import opening, sources, stage_files, tables

FIGURES = ("waterfall", "timeline", "scopes", "figure13", "figure14", "figure15", "figure16",
           "figure18", "figure19", "figure20", "figure21", "roofline", "scaling", "error_growth")


def whole_input(folder):
    """Made-up records of every stage and every figure, and those of a machine without a GPU."""
    kept, other = pathlib.Path(folder) / "kept.jsonl", pathlib.Path(folder) / "other.jsonl"
    command.write_lines(kept, [*made_up.ladder(), *(one for figure in made_up.FIGURES
                                                    for one in made_up.launches(figure))])
    command.write_lines(other, plotting.on_another_machine(made_up.ladder()))
    return kept, other


@needs_packages
class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls)
        cls.output = cls.path / "page.html"
        files = whole_input(cls.path)
        command.ladder("report", *files, "--output", cls.output, code=0)
        cls.content = cls.output.read_text()
        cls.page = Page(cls.content)

    def test_markup_is_balanced_links_lead_to_the_page_and_nothing_comes_from_elsewhere(self):
        self.assertEqual(self.page.faults, [])
        self.assertEqual(len(self.page.ids), len(set(self.page.ids)))
        self.assertEqual([link for link in self.page.links if not link.startswith("#")], [])
        self.assertEqual({link[1:] for link in self.page.links} - set(self.page.ids), set())
        self.assertEqual(set(re.findall(r"url\(#([^)]*)\)", self.content)) - set(self.page.ids),
                         set())
        self.assertEqual([one for one in self.page.attributes if "//" in one[2]
                          and one[1] != "content"], [])
        self.assertNotRegex(self.content, r"@import|url\((?!#)|<(link|img|iframe)\b|\bsrc=")

    def test_every_stage_and_every_machine_is_there(self):
        for name in [record["stage"]["name"] for record in made_up.ladder()]:
            self.assertEqual(self.page.ids.count(f"made-up-gpu-made-up-cpu-{name.lower()}"), 1,
                             name)
        for words in ("Another CPU", made_up.MACHINE[0], "published: Tesla K20m", "abcdef012345",
                      made_up.COMMIT, "8.58 s, 1.00x"):
            self.assertIn(words, self.page.text)

    def test_a_stage_that_was_skipped_has_the_reason(self):
        skipped = re.findall(r"skipped: no NVIDIA GPU on this machine", self.page.text)
        cuda = [name for name, file in stage_files.every().items() if file.device == "cuda"]
        self.assertEqual(len(skipped), len(cuda))

    def test_every_figure_of_records_is_drawn_or_says_why_not(self):
        parts = dict(re.findall(r'<section id="figure-(\w+)">(.*?)</section>', self.content,
                                re.DOTALL))
        self.assertEqual(set(parts), set(FIGURES))
        for name, part in parts.items():
            self.assertEqual(part.count("<svg") + part.count("Not drawn: "), 1, name)
        # What needs records that need not be kept: of events, of several grids, of several lengths.
        missing = {name for name, part in parts.items() if "Not drawn: " in part}
        self.assertEqual(missing - {"timeline", "scaling", "error_growth"}, set())

    def test_every_record_of_a_table_is_there_as_it_was_kept_and_the_others_are_counted(self):
        ladders = [made_up.ladder(), plotting.on_another_machine(made_up.ladder())]
        self.assertEqual(len(re.findall(r'"schema": \d', self.page.text)), sum(map(len, ladders)))
        others = len((self.path / "kept.jsonl").read_text().splitlines()) - len(ladders[0])
        self.assertIn(f"{others} other records", self.page.text)

    def test_steps_are_described_in_words(self):
        self.assertRegex(self.page.text, r"regtile.*: wall \+50\.0 % .*; slower\.")


@needs_packages
class Stages(command.Command):
    def opening(self, kept):
        return opening.of(self.sources(kept))

    def sources(self, kept):
        command.write_lines(self.output, kept)
        return sources.read([self.output], "thesis")

    def names(self, opening):
        return [row[0].words for row in opening.rows.rows]

    def test_stages_that_lead_to_the_fastest_are_shown_where_no_step_paid(self):
        kept = made_up.ladder()
        for record in kept:  # a single pair decides nothing
            for values in record["samples"].values():
                del values[1:]
            record["summary"].update(low_ns=None, high_ns=None)
        found = self.sources(kept)
        answer = found.measured[0].run.answer
        self.assertEqual(answer["paid"], [])
        parents = {one["stage"]["name"]: one["stage"]["parent"] for one in kept}
        names = self.names(self.opening(kept))
        self.assertEqual(len(names), 10)
        self.assertTrue({answer["fastest"], parents[answer["fastest"]]} <= set(names), names)

    def test_a_wrong_stage_has_neither_time_nor_bar(self):
        kept = made_up.part_of_ladder()
        kept[-2]["verdict"].update(passed=False, words="made up")
        wrong = kept[-2]["stage"]["name"]
        opening = self.opening(kept)
        row = next(row for row in opening.rows.rows if row[0].words == wrong)
        self.assertRegex(row[1].words, "wrong")
        self.assertFalse([cell for cell in row if cell.value is not None])
        self.assertNotIn(wrong, [bar.name for bar in opening.bars])
        self.assertEqual(opening.right, opening.stages - 1)

    def test_one_stage_and_none_that_is_right_have_an_opening_too(self):
        (original, *_) = made_up.ladder()
        self.assertEqual([bar.kind for bar in self.opening([original]).bars], [""])
        original["verdict"].update(passed=False, words="made up")
        self.assertEqual(self.opening([original]).bars, [])

    def test_stages_and_numbers_of_the_thesis_are_not_those_of_another_ladder(self):
        kept = made_up.part_of_ladder()
        for record in kept:
            record["stage"]["file"] = record["stage"]["file"].replace("/wave/", "/heat/")
        found = self.sources(kept)
        every = set(stage_files.every("heat")) | {one["stage"]["name"] for one in kept}
        self.assertEqual(set(found.stages), every)
        self.assertFalse([name for name in tables.side_by_side(found).head if "published" in name])
