# label: unit
"""What scripts/test counts are the single tests of each process."""

import subprocess
import sys
import unittest

from source_tree import SOURCE, execute, folder_of

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
