# label: cli
# cost: 40
"""The report: one page that is whole, needs nothing else, and leaves no stage, machine or figure
out."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import command
import made_up
import plotting
from page_check import Page
from plotting import MISSING, OF_NO_REPORT, SCRIPTS

os.environ.setdefault("LADDER_PYTHON", sys.executable)
FIGURES = ("waterfall", "timeline", "scopes", "figure13", "figure14", "figure15", "figure16",
           "figure18", "figure19", "figure20", "figure21", "roofline", "scaling", "error_growth")
BROWSER = next(filter(None, map(shutil.which,
                                ("chromium-headless-shell", "chromium", "google-chrome"))), None)
# What a browser finds in the page, which is the frame of another one: no window is as narrow as a
# phone.
PROBE = """<script>addEventListener("load", () => {
  const root = document.documentElement, table = document.querySelector("table.sortable");
  const first = () => table.tBodies[0].rows[0].cells[0].textContent;
  const before = first(), shown = (one) => getComputedStyle(one).display !== "none";
  for (const one of document.querySelectorAll("details")) one.open = true;
  const cut = [...document.querySelectorAll(".wide, .drawing")].filter(
      (one) => one.scrollWidth > one.clientWidth);
  table.querySelectorAll("th button")[1].click();
  const unsaid = cut.filter((one) => !one.previousElementSibling?.matches(".scrolls") ||
                                     !shown(one.previousElementSibling));
  parent.postMessage({scroll: root.scrollWidth - root.clientWidth, before, after: first(),
                      cut: cut.length, unsaid: unsaid.map((one) => one.ariaLabel)}, "*");
});</script>"""
FRAME = """<iframe src="%s" style="width: %dpx; height: 900px; border: 0"></iframe><script>
addEventListener("message", (one) => {
  document.documentElement.dataset.found = JSON.stringify(one.data);
});</script>"""


def whole_input(folder):
    """Made-up records of every stage and every figure, and those of a machine without a GPU."""
    kept, other = pathlib.Path(folder) / "kept.jsonl", pathlib.Path(folder) / "other.jsonl"
    command.write_lines(kept, [*made_up.ladder(), *(one for figure in made_up.FIGURES
                                                    for one in made_up.launches(figure))])
    command.write_lines(other, plotting.on_another_machine(made_up.ladder()))
    return kept, other


@unittest.skipIf(MISSING, f"{', '.join(MISSING)} missing in this Python: scripts/requirements.txt "
                          "names them")
class Whole(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.path = pathlib.Path(folder.name)
        cls.output = cls.path / "page.html"
        files = whole_input(cls.path)
        run = command.ladder("report", *files, "--output", cls.output)
        if run.returncode:
            raise AssertionError(run.stdout + run.stderr)
        answers = map(json.loads,
                      command.ladder("compare", "--json", "--stages", *files).stdout.splitlines())
        ladders = [one for one in answers if one["kind"] == "ladder"]
        cls.answer = max(ladders, key=lambda one: len(one["stages"]))["answer"]
        cls.content = cls.output.read_text()
        cls.page = Page(cls.content)

    def test_the_answer_follows_the_title_and_is_given_once(self):
        self.assertRegex(self.content,
                         rf'</h1>\s*<p id="answer">{re.escape(self.answer["finding"])}\.</p>')
        self.assertEqual(sum(self.answer["finding"] in words for words in self.page.words), 1)

    def test_one_picture_and_one_table_of_ten_rows_come_first(self):
        opening = self.content[:self.content.index("<details")]
        self.assertEqual((opening.count("<figure"), opening.count("<table"),
                          opening.count('role="img"')), (1, 1, 1))
        rows = re.findall(r'<th scope="row"><a[^>]*>([^<]*)', opening)
        self.assertEqual(len(rows), 10)
        self.assertEqual(rows, re.findall(r'<span class="name">([^<]*)', opening))
        self.assertTrue({self.answer["original"], self.answer["fastest"]} <= set(rows), rows)

    def test_everything_else_is_closed(self):
        depth, after = 0, self.content[self.content.index("</header>"):]
        for closes, name, attributes in re.findall(
                r"<(/?)(details|table|figure|svg|p|pre)\b([^>]*)", after):
            if name == "details":
                depth += -1 if closes else 1
                self.assertNotIn("open", attributes)
            else:
                self.assertGreater(depth, 0, name)

    def test_headings_leave_no_level_out_and_every_picture_has_words(self):
        levels = list(map(int, re.findall(r"<h([1-6])", self.content)))
        self.assertEqual(levels[0], 1)
        self.assertTrue(all(after <= before + 1 for before, after in zip(levels, levels[1:])),
                        levels)
        self.assertEqual([one for one in re.findall(r"<[^>]*role=\"img\"[^>]*>", self.content)
                          if 'aria-label="' not in one], [])

    def test_it_is_small_enough_for_a_letter(self):
        self.assertLess(len(self.content.encode()), 3_000_000)

    def test_markup_is_balanced_and_anchors_are_unique(self):
        self.assertEqual(self.page.faults, [])
        self.assertEqual(len(self.page.ids), len(set(self.page.ids)))

    def test_every_link_leads_to_something_on_the_page(self):
        self.assertEqual([link for link in self.page.links if not link.startswith("#")], [])
        self.assertEqual({link[1:] for link in self.page.links} - set(self.page.ids), set())
        self.assertEqual(set(re.findall(r"url\(#([^)]*)\)", self.content)) - set(self.page.ids),
                         set())

    def test_nothing_comes_from_elsewhere(self):
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
        from reporting import stage_files

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
        self.assertEqual({path.stem.removeprefix("plot_") for path in SCRIPTS.glob("plot_*.py")}
                         - OF_NO_REPORT, set(FIGURES))

    def test_every_record_of_a_table_is_there_as_it_was_kept_and_the_others_are_counted(self):
        ladders = [made_up.ladder(), plotting.on_another_machine(made_up.ladder())]
        self.assertEqual(len(re.findall(r'"schema": \d', self.page.text)), sum(map(len, ladders)))
        others = len((self.path / "kept.jsonl").read_text().splitlines()) - len(ladders[0])
        self.assertIn(f"{others} other records", self.page.text)

    def test_steps_are_described_in_words(self):
        self.assertRegex(self.page.text, r"regtile.*: wall \+50\.0 % .*; slower\.")

    @unittest.skipUnless(BROWSER, "no Chromium is installed")
    def test_a_browser_shows_it_at_any_width_without_an_error(self):
        probed, frame = self.path / "probed.html", self.path / "frame.html"
        probed.write_text(self.content.replace("</body>", f"{PROBE}</body>"))
        for width in (390, 1280):
            frame.write_text(FRAME % (probed.name, width))
            seen = subprocess.run([BROWSER, "--headless", "--no-sandbox", "--disable-gpu",
                                   "--enable-logging=stderr",
                                   "--window-size=1400,1000", "--virtual-time-budget=5000",
                                   "--dump-dom", f"file://{frame}"],
                                  capture_output=True, text=True, timeout=120)
            self.assertNotIn("CONSOLE", seen.stderr)
            found = [json.loads(value)
                     for _, key, value in Page(seen.stdout).attributes if key == "data-found"]
            self.assertEqual(len(found), 1, seen.stderr)
            self.assertEqual(found[0]["scroll"], 0, width)
            if width == 390:
                self.assertEqual((found[0]["cut"] > 0, found[0]["unsaid"]), (True, []))
            self.assertEqual((found[0]["before"], found[0]["after"] == "fortran"),
                             ("fortran", False))


if __name__ == "__main__":
    unittest.main()
