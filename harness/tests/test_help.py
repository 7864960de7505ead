# label: cli
# room: seismic predict
"""Help names every command and option, tables fit the screen, the manual page and the completion of
shells have what the help has."""

import os
import re
import shutil
import unittest

from command import Command, json_lines, ladder
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


SHELLS = ("bash", "zsh", "fish")
# How a script writes an option, and a command.
OPTION = {"bash": "{}[= \"]", "zsh": r"'{}=?\[", "fish": "-l {}[ \n]"}
COMMAND = {"bash": r"\b{} \| |\| {}\)", "zsh": "'{}:", "fish": "-a {} "}


def options_of(*commands):
    """Those that their help names (test_help.py)."""
    return {option["name"] for one in DECLARED["commands"] for option in one["options"]
            if one["name"] in commands and option["name"].startswith("--")}


class Scripts(Command):
    def script(self, shell):
        run = ladder("completion", shell)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return run.stdout

    def test_every_option_and_command_of_the_help_is_in_it(self):
        options = options_of("ladder", "shoot", "check") | {"--help", "--version"}
        self.assertLess({"--stage", "--benchmark_filter", "--json", "--snapshots", "--baseline"},
                        options)
        commands = {one["name"] for one in DECLARED["commands"]} - {"ladder"}
        for shell in SHELLS:
            text = self.script(shell)
            for name in options:
                written = name.removeprefix("--") if shell == "fish" else name
                self.assertRegex(text, OPTION[shell].format(re.escape(written)), shell)
            for name in commands:
                self.assertRegex(text, COMMAND[shell].format(name, name), shell)

    def test_every_stage_and_knob_is_in_it_and_nothing_hidden_is(self):
        stages = json_lines("list")
        for shell in SHELLS:
            text = self.script(shell)
            self.assertNotRegex(text, r"\bworker\b")
            for stage in stages:
                self.assertRegex(text, rf"[ \"']{re.escape(stage['name'])}[ \"']", shell)
                for knob in stage["knobs"]:
                    written = knob["name"] if shell == "fish" else f"--{knob['name']}"
                    self.assertRegex(text, OPTION[shell].format(re.escape(written)), shell)

    def test_the_shell_takes_it(self):
        for shell in SHELLS:
            with self.subTest(shell):
                if not shutil.which(shell):
                    self.skipTest(f"no {shell} is installed")
                path = self.path / f"ladder.{shell}"
                path.write_text(self.script(shell))
                done = execute(shell, "-n", path)
                self.assertEqual((done.returncode, done.stdout + done.stderr), (0, ""))

    def test_another_shell_is_refused(self):
        self.ends_with(2, "tcsh: expected bash or zsh or fish", "completion", "tcsh")
        self.ends_with(2, "shell is required", "completion")


@unittest.skipUnless(shutil.which("bash"), "no bash is installed")
class InBash(Command):
    def offered(self, *words):
        """What bash offers for the last word. It takes = for a word of its own."""
        (self.path / "ladder.bash").write_text(ladder("completion", "bash").stdout)
        program = ('source ./ladder.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ladder;'
                   ' printf "%s\\n" "${COMPREPLY[@]}"')
        done = execute("bash", "-c", program, "bash", "ladder", *words, cwd=self.path, check=True)
        return done.stdout.split("\n")[:-1]

    def test_commands_options_and_values_are_offered(self):
        self.assertEqual(self.offered("com"), ["compare", "completion"])
        self.assertEqual(self.offered("--cac"), ["--cache="])
        self.assertEqual(self.offered("verify", "--shap"), ["--shapes"])
        self.assertEqual(self.offered("--cache", "="), ["warm", "cold"])
        self.assertEqual(self.offered("--cache", "=", "c"), ["cold"])
        self.assertEqual(self.offered("--cache", "c"), ["cold"])
        self.assertEqual(self.offered("sweep", "--stage", "=", "fortran,c-si"), ["fortran,c-simd"])
        self.assertEqual(self.offered("completion", ""), ["bash", "zsh", "fish", "json", "man"])
        self.assertIn("thesis", self.offered("--case", "=", ""))
        self.assertIn("waterfall", self.offered("plot", "w"))

    def test_a_command_is_offered_its_own_options(self):
        for name in ("shoot", "locate", "check", "list"):
            offered = {word.rstrip("=") for word in self.offered(name, "--")}
            self.assertEqual(offered - set(DECLARED["knobs"]), options_of(name) | {"--help"}, name)
        self.assertIn("--threads=", self.offered("shoot", "--"))
        self.assertNotIn("--threads=", self.offered("list", "--"))

    def test_files_are_offered_where_files_are_taken(self):
        (self.path / "some records.jsonl").touch()
        for words in (("compare", "some"), ("check", "--baseline", "=", "some")):
            self.assertEqual(self.offered(*words), ["some records.jsonl"])
        self.assertEqual(self.offered("--case", "=", "./so"), ["./some records.jsonl"])
        self.assertEqual(self.offered("--repetitions", "=", "so"), [""])
