# label: cli
# room: seismic predict
"""What results/published/ names for a figure or table of the documents is a command here."""

import re

from command import Command
from source_tree import SOURCE

PAGES = [SOURCE / "results/published" / name for name in ("README.md", "FIGURES.md")]


class Commands(Command):
    def named(self, pattern):
        return {word for page in PAGES for word in re.findall(pattern, page.read_text())}

    def test_each_figure_is_one_of_ladder_plot(self):
        known = re.search(
            r"the figures are (.*)", self.ends_with(0, "the figures are", "plot", "--help").stdout
        )[1].split(", ")
        named = self.named(r"`ladder plot (\w+)")
        self.assertGreater(len(named), 20)
        self.assertEqual(named - set(known), set())

    def test_each_command_is_one_of_ladder(self):
        known = set(
            re.findall(
                r"^ +(?:ladder )?([a-z-]+)\b",
                self.ends_with(0, "plot", "--help").stdout,
                re.MULTILINE,
            )
        )
        self.assertEqual(self.named(r"`ladder ([a-z]+)") - known, set())
