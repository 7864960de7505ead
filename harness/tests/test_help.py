# label: cli
# room: seismic predict
"""Help names every command and option, tables fit the screen, the manual page has what the help
has."""

import os
import re
import shutil
import unittest

from command import ladder
from declared import COMMANDS, DECLARED
from source_tree import execute


class Help(unittest.TestCase):
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
            self.assertRegex(ladder(*words, "--version").stdout, "^ladder 0", name)

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

    def test_no_line_of_list_and_doctor_is_wider_than_the_screen(self):
        for width in (80, 200):
            for name in ("list", "doctor"):
                screen = {**os.environ, "COLUMNS": str(width), "NO_COLOR": "1"}
                for line in ladder(name, env=screen).stdout.split("multiply-adds")[0].splitlines():
                    self.assertLessEqual(len(line), width, line)


class ManualPage(unittest.TestCase):
    page = ladder("completion", "man").stdout

    def test_every_command_and_each_of_its_options_stands_there(self):
        plain = self.page.replace("\\-", "-")
        for one in DECLARED["commands"]:
            part = plain
            if one["name"] != "ladder":
                self.assertIn(f".SS ladder {one['name']}\n", plain)
                part = plain.split(f".SS ladder {one['name']}\n")[1]
            for option in one["options"]:
                self.assertIn(f"\\fB{option['name']}\\fR", part.split(".SS ")[0], one["name"])

    @unittest.skipIf(not shutil.which("man"), "there is no man here")
    def test_man_renders_it_without_a_warning(self):
        run = execute("man", "--warnings", "-l", "-", input=self.page,
                      env={"PATH": "/usr/bin:/bin", "MANWIDTH": "100", "LC_ALL": "C.UTF-8"})
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        self.assertIn("--half-length", run.stdout)
