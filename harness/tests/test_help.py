# label: cli
# room: seismic predict
"""Help and tables as they are on a screen: screens/ has them where they are deterministic, and a
change of them is to be looked at there. The manual page has what the help has."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

from command import ladder
from declared import COMMANDS, DECLARED

SCREENS = pathlib.Path(__file__).parent / "screens"
WIDTH = 100  # of the help


def screen(width, *words):
    return ladder(*words, env={**os.environ, "COLUMNS": str(width), "NO_COLOR": "1"}).stdout


class Help(unittest.TestCase):
    def test_the_help_of_shoot_is_that_page(self):
        self.assertEqual(ladder("shoot", "--help").stdout, (SCREENS / "shoot-help.txt").read_text())

    def test_each_command_shows_its_own_options_alone_in_groups_with_two_examples(self):
        for name, one in COMMANDS.items():
            words = [] if name == "ladder" else [name]
            text = ladder(*words, "--help").stdout
            listed = (set(re.findall(r"^ +(?:-\w, *)?(--[\w-]+)", text, re.M))
                      - {"--help", "--version"})
            self.assertEqual(listed, {option["name"] for option in one["options"]
                                      if option["name"].startswith("--")}, name)
            for group in {option["group"]
                          for option in one["options"] if option["name"].startswith("--")}:
                self.assertRegex(text, rf"(?m)^{group}:$")
            examples = text.split("Examples:")[1].strip().splitlines()
            self.assertGreaterEqual(len(examples), 2, name)

    def test_the_program_s_help_begins_with_the_commands_a_line_each(self):
        text = ladder("--help").stdout
        names = [one["name"] for one in DECLARED["commands"] if one["name"] != "ladder"]
        self.assertCountEqual(re.findall(r"(?m)^  ([a-z-]+) +\S", text.split("\nOptions:")[0]),
                              names)

    def test_without_a_word_it_says_what_takes_less(self):
        for words, shown in (([], True), (["--json"], True), (["--case=small"], False),
                             (["--stage=c-O3"], False)):
            self.assertEqual("ladder --case=small" in ladder(*words, "--dry-run").stderr, shown,
                             words)

    def test_no_line_is_longer_than_a_hundred_letters(self):
        for name in COMMANDS:
            for line in ladder(*([] if name == "ladder" else [name]), "--help").stdout.splitlines():
                if not line.startswith("  ladder "):  # an example is copied as one line
                    self.assertLessEqual(len(line), WIDTH, f"{name}: {line}")


class ManualPage(unittest.TestCase):
    page = ladder("completion", "man").stdout

    def test_every_command_and_each_of_its_options_stands_there(self):
        plain = self.page.replace("\\-", "-")
        for one in DECLARED["commands"]:
            if one["name"] != "ladder":
                self.assertIn(f".SS ladder {one['name']}\n", plain)
            part = (plain.split(f".SS ladder {one['name']}\n")[1] if one["name"] != "ladder"
                    else plain)
            for option in one["options"]:
                self.assertIn(f"\\fB{option['name']}\\fR", part.split(".SS ")[0], one["name"])

    @unittest.skipIf(not shutil.which("man"), "there is no man here")
    def test_man_renders_it_without_a_warning(self):
        run = subprocess.run(["man", "--warnings", "-l", "-"], input=self.page, capture_output=True,
                             text=True,
                             env={"PATH": "/usr/bin:/bin", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("--half-length", run.stdout)


class Screens(unittest.TestCase):
    """`list` of one ladder's stages on the host, which every build has."""
    HOST = "c-O0,c-O2,c-O3,c-restrict"

    def test_list_at_80_and_120_columns(self):
        for width in (80, 120):
            text = screen(width, "list", f"--stage={self.HOST}")
            self.assertEqual(text, (SCREENS / f"list-{width}.txt").read_text(), width)

    def test_list_shows_every_knob_and_every_change_whole_however_narrow_the_screen(self):
        for stage in map(json.loads, ladder("list", "--json").stdout.splitlines()):
            for width in (80, 100):
                rows = screen(width, "list", f"--stage={stage['name']}",
                              f"--ladder={stage['ladder']}").splitlines()
                begin = rows[0].index("what changed")
                end = min(rows[0].index(title) for title in ("parent", "knobs") if title in rows[0])
                below = [row for row in rows[2:] if not row.startswith("--wide")]
                self.assertEqual(" ".join(" ".join(row[begin:end].strip()
                                                   for row in below).split()), stage["change"])
                for knob in stage["knobs"]:
                    self.assertRegex("\n".join(rows), rf"--{knob['name']}=(chosen|[\dx]+)(\s|$)")

    def test_doctor_at_80_and_120_columns(self):
        """What follows the machine's own lines: the stages."""
        for width in (80, 120):
            text = screen(width, "doctor", f"--stage={self.HOST}")
            part = text[text.index("can run here"):].split("\n\n")[0] + "\n"
            self.assertEqual(part, (SCREENS / f"doctor-{width}.txt").read_text(), width)

    def test_no_line_of_list_and_doctor_is_wider_than_the_screen(self):
        for width in (80, 120, 200):
            for words in (["list"], ["doctor"]):
                for line in screen(width, *words).split("multiply-adds")[0].splitlines():
                    self.assertLessEqual(len(line), width, line)


if __name__ == "__main__":
    unittest.main()
