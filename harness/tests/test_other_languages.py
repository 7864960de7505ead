# label: cli
"""`list` and `doctor` know the stages that scripts/languages/run adds, and what they lack."""

import json
import os
import subprocess
import sys
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of

RUN = SOURCE / "scripts" / "languages" / "run"


class Listed(unittest.TestCase):
    def setUp(self):
        self.packages = folder_of(self)
        self.environment = {**os.environ, "PYTHONPATH": str(self.packages)}

    def answer(self, *words):
        done = execute(LADDER, *words, env=self.environment)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [line for line in done.stdout.splitlines() if "languages/run" in line]

    def rungs(self):
        words = [sys.executable, RUN, "--list", "--json"]
        return [json.loads(line) for line in subprocess.check_output(words).splitlines()]

    def test_both_list_each_rung(self):
        for command in ("list", "doctor"):
            said = "\n".join(self.answer(command))
            self.assertEqual([], [one for one in self.rungs() if one["name"] not in said])

    def test_a_package_that_is_there_is_not_missing(self):
        for rung in self.rungs():
            for needs in rung["lacks"].split("; "):
                name = needs.partition(":")[0] or "none"
                module = self.packages / f"{name.replace('.', '/')}.py"
                module.parent.mkdir(exist_ok=True)
                module.write_text("")
        for line in self.answer("list"):
            self.assertNotIn("pip install", line)

    def test_a_ladder_has_only_its_own(self):
        for line in self.answer("list", "--ladder=heat"):
            self.assertNotIn("of wave", line)
        self.assertEqual([], self.answer("list", "--ladder=imaging"))

    def test_without_python_all_else_is_listed(self):
        self.environment["LADDER_PYTHON"] = "/no/python"
        self.assertEqual([], self.answer("list"))
