# label: cli
"""Scripts for the tree: their arguments, the progress of a build, words that prose does not use, an
older revision that is copied and built once, and how single tests are counted."""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import unittest

from source_tree import SOURCE, execute, folder_of
from words import used


class Progress(unittest.TestCase):
    """The lines of a build, as they are shown on a pipe."""

    def shown(self, *lines):
        script = f"""set -euo pipefail
        log=/dev/null; say() {{ echo "$*" >&2; }}; . {SOURCE}/scripts/setup/build.sh
        show_progress 3 90"""
        return execute("bash", "-c", script, input="\n".join(lines) + "\n").stderr

    def test_it_says_how_many_units_are_done_and_what_is_being_built(self):
        shown = self.shown("ninja: Entering directory",
                           "[1/3] Building CUDA object CMakeFiles/stage_tma.dir/tma.cu.o")
        self.assertEqual(shown, "building: 1 of 3 units, 44 % (CUDA stages)\n")

    def test_it_is_silent_where_nothing_is_to_be_built(self):
        self.assertEqual(self.shown("ninja: Entering directory",
                                    "[0/2] Re-checking globbed directories...",
                                   "[1/8] cd build && cmake -P "
                                   "harness/cmake/write_build_info.cmake",
                                   "[2/8] Hashing the sources of c-O3"), "")


class Arguments(unittest.TestCase):
    def test_what_is_wrong_is_refused_before_anything_is_set_up(self):
        empty = folder_of(self)
        for code, words, script, *arguments in (
                (2, "--nonsense", "test", "--nonsense"), (2, "usage", "format", "--nonsense"),
                (2, "", "lint", "--nonsense"), (6, "", "lint", empty),
                (2, "--fast", "test", "--fast", "--gpu"),
                (2, "--fast", "test", "--fast", "--prebuilt=build"),
                (2, "ladder_tests", "test", "--prebuilt", empty),
                (2, "", "gpu_checks", empty, empty)):
            with self.subTest(script, arguments=arguments):
                done = execute(SOURCE / "scripts" / script, *arguments, code=code)
                self.assertIn(words, done.stderr)

    def test_every_experiment_finds_its_modules(self):
        for script in sorted((SOURCE / "scripts/experiments").iterdir()):
            if script.is_file() and script.read_bytes().startswith(b"#!/usr/bin/env python3"):
                with self.subTest(script.name):
                    done = execute(sys.executable, "-B", script, "--help")
                    self.assertNotIn("Error", done.stderr)


SCRIPT = SOURCE / "scripts/old_side.py"
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

    def test_each_revision_is_built_in_a_copy_of_its_own_once(self):
        for revision, word in (("main~1", "old"), ("main", "new"), ("main~1", "old")):
            answer = self.answer(f"--against={revision}", "--build=make my.so", "my.so")
            library, = (one["library"] for one in answer["stages"])
            self.assertEqual(pathlib.Path(library).read_text(), word)
            self.assertRegex(answer["words"], f"^{revision} is [0-9a-f]{{12}}$")
        self.assertEqual(self.log.read_text(), "built\nbuilt\n")
        self.assertEqual(self.git("status", "--porcelain").stdout, "")

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


class Words(unittest.TestCase):
    def found(self, text, kind):
        return [(line, word) for line, word, _ in used(text, kind)]

    def test_each_word_is_found_with_its_line(self):
        page = "The page\ntells what it came\nto.\n"
        self.assertEqual(self.found(page, ".md"), [(2, "tells"), (2, "came to")])

    def test_comments_are_read_and_code_is_not(self):
        self.assertEqual(self.found("int told = 0;\nf();  // beside it\n", ".cpp"), [(2, "beside")])
        self.assertEqual(self.found('"""What\ntells."""\ntells = 1\n', ".py"), [(2, "tells")])
        self.assertEqual(self.found("stands = 1\n! It stands\n! for it\n", ".f90"),
                         [(2, "stands for")])

    def test_quotations_and_code_of_markdown_are_left_out(self):
        self.assertEqual(self.found('"it is told", `told`\n```\ntold\n```\nbeside\n', ".md"),
                         [(5, "beside")])


TESTS = SOURCE / "harness/tests"


class Counting(unittest.TestCase):
    def setUp(self):
        self.path = folder_of(self)

    def run_tests(self, body):
        file = self.path / "test_made_up.py"
        file.write_text("import unittest\nclass A(unittest.TestCase):\n"
                        + "".join(f"    {line}\n" for line in body.splitlines()))
        done = subprocess.run([sys.executable, "-B", TESTS / "run.py",
                               f"--junit={self.path}/one.xml", file], capture_output=True)
        return done.returncode

    def count(self, *arguments):
        done = execute(sys.executable, "-B", SOURCE / "scripts/count_tests.py",
                       *map(str, arguments), check=True)
        return done.stdout.strip(), done.stderr

    def test_single_tests_of_a_file_are_counted_with_the_reasons_of_skips(self):
        code = self.run_tests("def test_a(self): pass\ndef test_b(self): self.fail('no')\n"
                              "def test_c(self):\n    with self.subTest(1): raise ValueError\n"
                              "@unittest.skip('there is no GPU')\ndef test_d(self): pass")
        self.assertEqual(code, 1)
        numbers, words = self.count("--status=1", self.path / "one.xml")
        self.assertEqual(numbers, "1 2 1")
        self.assertIn("test_d: skipped: there is no GPU", words)

    def test_a_process_that_ends_badly_without_a_failed_test_is_one(self):
        self.assertEqual(self.run_tests("def test_a(self): pass"), 0)
        self.assertEqual(self.count("--status=0", self.path / "one.xml")[0], "1 0 0")
        self.assertEqual(self.count("--status=139", self.path / "one.xml")[0], "1 1 0")
        (self.path / "one.xml").write_text("<testsuite><testcase na")
        self.assertEqual(self.count("--status=139", self.path / "one.xml")[0], "0 1 0")

    def test_a_file_without_tests_fails(self):
        self.assertEqual(self.run_tests("pass"), 1)

    def test_what_ctest_ran_counts_by_the_files_of_its_processes(self):
        self.run_tests("def test_a(self): pass\ndef test_b(self): pass")
        ctest = self.path / "ctest.xml"
        ctest.write_text('<testsuite><testcase name="one" classname="one" status="run"/>'
                         '<testcase name="other" classname="other" status="run"/>'
                         '<testcase name="third" classname="third" status="fail"><failure '
                         'message=""/></testcase>'
                         '<testcase name="fourth" classname="fourth" status="notrun"><skipped '
                         'message="x"/></testcase></testsuite>')
        self.assertEqual(self.count(f"--ctest={ctest}", self.path)[0], "3 1 1")
