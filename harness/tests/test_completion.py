# label: cli
# room: seismic
"""Completion of shells: everything in the help is in it, and the shells take it."""

import re
import shutil
import unittest

from command import Command, json_lines, ladder
from declared import DECLARED
from source_tree import execute

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
