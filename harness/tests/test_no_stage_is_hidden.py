# label: cli
# cost: 15
"""Whatever a stage's result, every table and every figure of the ladder names it: wrong, slow, not
traced, or sampled once."""

import json
import os
import pathlib
import re
import sys
import unittest

import command
import documents
import made_up
import plotting
from page_check import Page
from plotting import SCRIPTS, SOURCE, Plot
from source_tree import execute

# Those that draw a whole ladder, a row or a curve a stage; what is of the GPU alone is left to
# figure 14.
FIGURES = ("waterfall", "timeline", "scopes", "figure15", "figure16", "figure21", "roofline")


def wrong(record):
    record["verdict"].update(passed=False, words="the field is off")


def slow(record):
    record["samples"]["wall_ns"] = [100 * ns for ns in record["samples"]["wall_ns"]]
    record["summary"].update(median_ns=100 * record["summary"]["median_ns"], low_ns=None,
                             high_ns=None)


def untraced(record):
    record.update(traced=None, why_not_traced="CUPTI is missing")


def once(record):
    record["samples"] = {name: values[:1] for name, values in record["samples"].items()}
    record["summary"].update(median_ns=record["samples"]["wall_ns"][0], low_ns=None, high_ns=None)


def launched_otherwise(record):
    record["traced"].update(launch_confirmed=False, launch_defect="another block ran")


def losers():
    """The made-up ladder, its stages losing in turn, all but the original."""
    made = plotting.with_events(made_up.ladder())
    spoil = (wrong, slow, untraced, once, launched_otherwise)
    for index, record in enumerate(made[1:]):
        spoil[index % len(spoil)](record)
    return made


STAGES = [record["stage"]["name"] for record in made_up.ladder()]


class Losers(Plot):
    def test_the_ladder_has_every_kind_of_stage(self):
        self.assertGreaterEqual(len(STAGES), 10)

    def test_figures_name_them_all(self):
        path = self.keep(losers())
        for name in FIGURES:
            with self.subTest(name):
                self.has(self.drawn(name, path), *STAGES)

    def test_the_report_names_them_all_in_every_part(self):
        page = self.path / "page.html"
        run = command.ladder("report", self.keep(losers()), "--output", page)
        self.assertEqual(run.returncode, 0, run.stderr)
        content = page.read_text()
        self.assertEqual(Page(content).faults, [])
        parts = re.findall(r'<section id="([\w-]+)">\s*<details class="part"><summary><h2>',
                           content)
        texts = {name: Page(content[content.index(f'<section id="{name}">'):].split("<h2>")[1]).text
                 for name in parts}
        for name in ("all", "machines", "steps", "records"):
            self.has(texts[name], *STAGES)
        for name in FIGURES:
            figure = content[content.index(f'id="figure-{name}"'):].split("</section>")[0]
            self.has(Page(figure).text, *STAGES)

    def test_the_table_of_all_stages_names_them_all(self):
        (self.path / "cuda_stages").mkdir()
        for folder in ("fortran", "c_port", "cuda_stages/wave"):
            (self.path / folder).symlink_to(SOURCE / folder)
        documents.write_unfilled(self.path)
        (self.path / "results/machine/2026-11-21-thesis").mkdir(parents=True)
        self.keep(losers(), "results/machine/2026-11-21-thesis/ladder.jsonl")
        done = execute(sys.executable, SCRIPTS / "readme_table.py", "--root", self.path)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(re.findall(r"^\| `([^`]+)` \|", (self.path / documents.LADDER).read_text(),
                                    re.MULTILINE), STAGES)


class Tree(unittest.TestCase):
    # Whole ladders are the files ladder.jsonl. Elsewhere somebody may have measured a machine of
    # their own, and need not put it into the table.
    @unittest.skipUnless(os.environ.get("CI") == "true",
                         "looked at in continuous integration alone")
    def test_every_stage_of_the_program_that_has_a_record_is_in_the_table(self):
        listed = {json.loads(line)["name"]
                  for line in command.ladder("list", "--ladder=wave", "--json").stdout.splitlines()}
        table = set(re.findall(r"^\| `([^`]+)` \|", (SOURCE / documents.LADDER).read_text(),
                               re.MULTILINE))
        for folder in (path for path in pathlib.Path(SOURCE / "results").glob("*/")
                       if path.name != "published"):
            kept = [record for path in folder.glob("*/ladder.jsonl")
                    for record in command.lines_of(path) if "schema" in record]
            measured = {record["stage"]["name"]
                        for record in kept if record["case"]["name"] == "thesis"}
            self.assertEqual(measured & listed - table, set(), folder.name)
