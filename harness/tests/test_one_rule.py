# label: cli
# cost: 25
"""Whatever shows a ladder follows the one answer of the program: a record that changes is seen to
change in all of them, and none hides a stage that is wrong, slow, not traced, or sampled once."""

import json
import re
import sys

import command
import documents
import made_up
import plotting
from page_check import Page
from plotting import SCRIPTS, SOURCE, Plot
from source_tree import execute

if not plotting.MISSING:
    from plots import records
    from plots.figures import waterfall
    from reporting import sources, tables

STAGE = "regtile"  # made up to take 1.5 times as long as its parent, graph
STAGES = [record["stage"]["name"] for record in made_up.ladder()]
# Those that draw a whole ladder, a row or a curve a stage; what is of the GPU alone is left to
# figure 14.
FIGURES = ("waterfall", "timeline", "scopes", "figure15", "figure16", "figure21", "roofline")


class Shown(Plot):
    def written_table(self, path):
        """The document with the table of all stages, from these records alone."""
        root = self.path / "root"
        kept = root / "results/machine/2026-11-21-thesis"
        kept.mkdir(parents=True, exist_ok=True)
        (root / "cuda_stages").mkdir(exist_ok=True)
        for folder in ("fortran", "c_port", "cuda_stages/wave"):
            if not (root / folder).exists():
                (root / folder).symlink_to(SOURCE / folder)
        (kept / "ladder.jsonl").write_bytes(path.read_bytes())
        documents.write_unfilled(root)
        execute(sys.executable, "-B", SCRIPTS / "readme_table.py", "--root", root, code=0)
        return (root / documents.LADDER).read_text()


def with_stage(change):
    """The made-up ladder; its stage is changed."""
    found = json.loads(json.dumps(made_up.ladder()))
    change(next(record for record in found if record["stage"]["name"] == STAGE))
    return found


def faster(record):
    """A third of the time."""
    record["samples"]["wall_ns"] = [ns // 3 for ns in record["samples"]["wall_ns"]]
    for field in ("median_ns", "low_ns", "high_ns"):
        record["summary"][field] //= 3


def few(record):
    """Five pairs of samples."""
    for field, values in record["samples"].items():
        record["samples"][field] = values[:5]


def wrong(record):
    record["verdict"].update(passed=False, words="it is off")


def other_launch(record):
    record["traced"].update(launch_confirmed=False, launch_defect="another block ran")


class OneRule(Shown):
    def seen(self, change):
        """What each place says of the stage, in its words."""
        path = self.keep(with_stage(change))
        return {"json": self.in_json(path), "table": self.in_table(path),
                "figure": self.in_figure(path),
                "report": self.in_report(path), "explain": self.in_explain(path),
                "readme": self.in_readme(path)}

    def in_json(self, path):
        run = command.ladder("compare", "--json", path)
        (group,) = [line for line in map(json.loads, run.stdout.splitlines())
                    if line["kind"] == "together"]
        (stage,) = [stage for stage in group["stages"] if stage["stage"] == STAGE]
        return stage["step"]["verdict"] if stage["right"] else "wrong"

    def in_table(self, path):
        run = command.ladder("compare", path)
        return next(line for line in run.stdout.splitlines() if line.startswith(f"{STAGE} "))

    def in_figure(self, path):
        (machine,) = records.read([path], None)
        (row,) = ([row for row in waterfall.rows_and_words(machine.ladder("thesis"), [])[0]
                   if row.name == STAGE] or [None])
        return waterfall.SERIES[row.bars[0].series].label if row else "wrong"

    def in_report(self, path):
        read = sources.read([path], "thesis")
        (row,) = [row
                  for row in tables.in_full(read, read.measured[0]).rows if row[0].words == STAGE]
        return ", ".join(cell.words for cell in row)

    def in_explain(self, path):
        run = command.ladder("explain", STAGE, path)
        return " ".join(run.stdout.partition("measured:")[2].split())

    def in_readme(self, path):
        helped, _, undecided = self.written_table(path).partition("undecided")
        table, _, slower = helped.partition("did not help")
        row = next(line for line in table.splitlines() if line.startswith(f"| `{STAGE}`"))
        return "wrong" if "**wrong**" in row else "slower" if f"- `{STAGE}` takes" in slower else \
            "inconclusive" if f"`{STAGE}`" in undecided else "helped"

    def test_a_step_is_slower_or_helps_everywhere(self):
        for change, word in ((few, "slower"), (faster, "helped")):
            for place, words in self.seen(change).items():
                self.assertIn(word, words, place)

    def test_a_wrong_result_and_another_launch_have_no_time_anywhere(self):
        for change in (wrong, other_launch):
            for place, words in self.seen(change).items():
                self.assertIn("wrong", words.lower(), place)
                self.assertNotRegex(words, r"\d (ms|s)\b|helped|slower|inconclusive", place)

    def test_what_a_stage_takes_without_transfers_is_of_the_record_everywhere(self):
        """A record that says so itself is believed: 40 ms of the original's 4 s are 100 times its
        speed."""
        path = self.keep(with_stage(
            lambda record: record["summary"].update(without_transfers_ns=40 * made_up.MS)))
        self.assertRegex(self.in_table(path), r"\b100\.0x\b")
        self.assertRegex(self.in_report(path), r"\b100\.00\b")
        self.assertRegex(self.in_explain(path), r"\b100\.00x without transfers")


def slow(record):
    record["samples"]["wall_ns"] = [100 * ns for ns in record["samples"]["wall_ns"]]
    record["summary"].update(median_ns=100 * record["summary"]["median_ns"], low_ns=None,
                             high_ns=None)


def untraced(record):
    record.update(traced=None, why_not_traced="CUPTI is missing")


def once(record):
    record["samples"] = {name: values[:1] for name, values in record["samples"].items()}
    record["summary"].update(median_ns=record["samples"]["wall_ns"][0], low_ns=None, high_ns=None)


def losers():
    """The made-up ladder, its stages losing in turn, all but the original."""
    made = plotting.with_events(made_up.ladder())
    spoil = (wrong, slow, untraced, once, other_launch)
    for index, record in enumerate(made[1:]):
        spoil[index % len(spoil)](record)
    return made


class Losers(Shown):
    def test_figures_name_them_all(self):
        path = self.keep(losers())
        self.assertGreaterEqual(len(STAGES), 10)
        for name in FIGURES:
            with self.subTest(name):
                self.has(self.drawn(name, path), *STAGES)

    def test_the_report_names_them_all_in_every_part(self):
        page = self.path / "page.html"
        command.ladder("report", self.keep(losers()), "--output", page, code=0)
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
        table = self.written_table(self.keep(losers()))
        self.assertEqual(re.findall(r"^\| `([^`]+)` \|", table, re.MULTILINE), STAGES)
