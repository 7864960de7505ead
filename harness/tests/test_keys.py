# label: cli
# room: seismic
"""data/KEYS.md has the keys that the readers of case files declare, and its examples run."""

import sys
import unittest

from command import LADDER, Command
from missing import lacks
from source_tree import SOURCE, execute

MISSING = lacks("numpy")
SCRIPT = SOURCE / "scripts/keys_reference.py"


@unittest.skipIf(MISSING, f"without {MISSING}")
class Keys(Command):
    def setUp(self):
        super().setUp()
        import keys_reference

        self.module = keys_reference
        self.text = keys_reference.PAGE.read_text()

    def test_each_key_has_its_row(self):
        run = execute(sys.executable, SCRIPT, "--check", f"--program={LADDER}")
        self.assertEqual(run.returncode, 0, run.stderr)

    def test_a_row_too_many_and_one_too_few_are_seen(self):
        known = {("heat", "[grid]", "nz"): "whole number", ("heat", "[grid]", "nx"): "whole number"}
        page = "## heat\n| `[grid]` | `nz` | cells |\n| `[grid]` | `ny` | cells |\n"
        new, wrong = self.module.with_values(page, known)
        self.assertIn("| `[grid]` | `nz` | whole number | cells |", new)
        self.assertEqual(wrong, ["no reader asks for heat [grid] ny",
                                 "there is no row for heat [grid] nx"])

    def test_examples_run(self):
        self.module.make_examples(self.text, self.path)
        commands = [line for *_, lines in self.module.examples(self.text) for line in lines]
        self.assertGreaterEqual(len(commands), 4)
        for line in commands:
            with self.subTest(line):
                self.exits(0, *line.split(), cwd=self.path)
                for word in line.split():
                    if word.startswith(("--output=", "--probes=")):
                        self.assertTrue((self.path / word.split("=")[1]).is_file(), word)
