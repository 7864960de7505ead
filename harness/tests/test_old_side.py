# label: unit
"""scripts/old_side.py: a git revision is copied and built once, and what it lacks is named."""

import json
import os
import pathlib
import shutil
import sys
import unittest

from source_tree import execute, folder_of

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts/old_side.py"
MAKEFILE = "my.so:\n\tcp word $@\n\techo built >> $(LOG)\n"


@unittest.skipUnless(shutil.which("git") and shutil.which("make"), "git or make is missing")
class OldSide(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)
        self.tree = self.path / "tree"
        (self.tree / "kernel").mkdir(parents=True)
        self.log = self.path / "log"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.path / "cache"),
                            "LOG": str(self.log)}
        self.git("init", "--initial-branch=main")
        (self.tree / "kernel/Makefile").write_text(MAKEFILE)
        self.commit("old")
        self.commit("new")

    def git(self, *words):
        return execute("git", "-c", "user.name=A", "-c", "user.email=a@example.org", *words,
                       cwd=self.tree, check=True)

    def commit(self, word):
        (self.tree / "kernel/word").write_text(word)
        self.git("add", ".")
        self.git("commit", "-m", word)

    def answer(self, *words, cwd=None):
        done = execute(sys.executable, SCRIPT, *words, cwd=cwd or self.tree / "kernel",
                       env=self.environment, check=True)
        return json.loads(done.stdout)

    def test_a_plug_in_is_built_in_a_copy_once(self):
        for _ in range(2):
            answer = self.answer("--against=main~1", "--build=make my.so", "my.so")
            library, = (one["library"] for one in answer["stages"])
            self.assertEqual(pathlib.Path(library).read_text(), "old")
            self.assertRegex(answer["words"], "^main~1 is [0-9a-f]{12}$")
        self.assertEqual(self.log.read_text(), "built\n")
        self.assertEqual(self.git("status", "--porcelain").stdout, "")

    def test_another_revision_is_another_copy(self):
        for revision, word in (("main~1", "old"), ("main", "new")):
            answer = self.answer(f"--against={revision}", "--build=make my.so", "my.so")
            self.assertEqual(pathlib.Path(answer["stages"][0]["library"]).read_text(), word)

    def test_what_cannot_be_done_is_said(self):
        for words, code, *arguments in (
                ("say how the plug-in is built", 2, "--against=main", "my.so"),
                ("no such revision", 7, "--against=mian", "--build=make my.so", "my.so"),
                ("`make none` failed", 7, "--against=main", "--build=make none", "my.so"),
                ("made no .*other.so", 7, "--against=main", "--build=make my.so", "other.so"),
                ("is not the source of ladder", 2, "--against=main", "c-O3")):
            with self.subTest(words):
                answer = self.answer(*arguments)
                self.assertEqual(answer["exit"], code)
                self.assertRegex(answer["failed"], words)
        answer = self.answer("--against=main", "my.so", cwd=self.path)
        self.assertIn("is in no git repository", answer["failed"])
