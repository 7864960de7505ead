# label: cli
# room: seismic
"""The commands of the documentation do what it says: README.md files that are marked for it are
run.

In a block ```console a line that begins with `$ ` is a command; the lines that follow it are quoted
from what it prints, in order, others between them left out. They are quoted with their numbers. An
error, the only number with an exponent, may differ by a factor of three: compilers round in another
order. `# needs a GPU` behind a command leaves it out.

data/KEYS.md has the keys that the readers of case files declare, and its examples run."""

import re
import sys
import unittest

from command import LADDER, Command
from documents import documents
from source_tree import SOURCE, execute, lacks

MARK = "<!-- commands are tested"
ERROR = re.compile(r"\b\d(?:\.\d+)?e[-+]\d+\b")


def marked():
    return [path for path in documents("README.md") if MARK in path.read_text()]


def commands_of(text):
    """(command, quoted lines) in order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", text[text.index(MARK):],
                            re.DOTALL | re.MULTILINE):
        for line in block.splitlines():
            if line.startswith("$ "):
                found.append((line[2:], []))
            elif line.strip():
                found[-1][1].append(line)
    return found


def alike(line, quoted):
    """The same words and numbers, but for spaces; errors within a factor of three."""
    words, others = (" ".join(ERROR.sub("E", one).split()) for one in (line, quoted))
    errors = zip(ERROR.findall(line), ERROR.findall(quoted))
    return words == others and all(1 / 3 <= float(a) / float(b) <= 3 for a, b in errors)


class Documentation(Command):
    def test_some_documents_are_marked(self):
        self.assertIn(SOURCE / "c_port/wave/README.md", marked())

    def test_commands_do_what_is_quoted(self):
        for document in marked():
            for typed, quoted in commands_of(document.read_text()):
                if typed.endswith("# needs a GPU"):
                    continue
                with self.subTest(document=str(document.relative_to(SOURCE)), command=typed):
                    self.holds(typed, quoted)

    def holds(self, typed, quoted):
        words = typed.split()
        self.assertEqual(words[0], "scripts/ladder")
        # Files that are kept are those of the tree; files that are made go to a folder of the
        # test's own.
        kept = [str(SOURCE / word) if word.startswith("results/") else word for word in words[1:]]
        run = execute(LADDER, *kept, timeout=300, cwd=self.path, code=0)
        printed = iter(run.stdout.splitlines())
        for line in quoted:
            self.assertTrue(any(alike(one, line) for one in printed),
                            f"'{line}' is not printed, or not in this order:\n{run.stdout}")


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
        execute(sys.executable, SCRIPT, "--check", f"--program={LADDER}", code=0)

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
