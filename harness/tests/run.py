"""Runs files of Python tests and writes what became of each test as JUnit XML.

    python3 -B harness/tests/run.py [--junit=FILE.xml] test_a.py test_b.py

Without --junit the output is that of `python3 -m unittest -v` alone. Exit: 0 all passed, 1 a test
failed."""

import argparse
import importlib
import pathlib
import sys
import unittest
import xml.etree.ElementTree as ElementTree

PASSED, SKIPPED, FAILED = range(3)


class Outcomes(unittest.TextTestResult):
    """Keeps (outcome, text) of each test; a test with several subtests has the worst of them."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.of_tests = {}

    def note(self, test, outcome, text=""):
        name = test.id()
        self.of_tests[name] = max(self.of_tests.get(name, (PASSED, "")), (outcome, text))

    def addSuccess(self, test):
        super().addSuccess(test)
        self.note(test, PASSED)

    def addError(self, test, error):
        super().addError(test, error)
        self.note(test, FAILED, self.errors[-1][1])

    def addFailure(self, test, error):
        super().addFailure(test, error)
        self.note(test, FAILED, self.failures[-1][1])

    def addSubTest(self, test, subtest, error):
        super().addSubTest(test, subtest, error)
        if error is not None:
            self.note(test, FAILED, self._exc_info_to_string(error, test))

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        # A subtest that is skipped has a name of its own.
        self.note(getattr(test, "test_case", test), SKIPPED, reason)


def junit(outcomes):
    suite = ElementTree.Element("testsuite", name="ladder", tests=str(len(outcomes)))
    for name, (outcome, text) in outcomes.items():
        case = ElementTree.SubElement(suite, "testcase", name=name)
        if outcome == FAILED:
            ElementTree.SubElement(case, "failure").text = text
        elif outcome == SKIPPED:
            ElementTree.SubElement(case, "skipped", message=text)
    return ElementTree.ElementTree(suite)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--junit", type=pathlib.Path)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    asked = parser.parse_args()
    suite = unittest.TestSuite()
    for file in asked.files:
        sys.path.insert(0, str(file.resolve().parent))
        suite.addTests(
            unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(file.stem)))
    result = unittest.TextTestRunner(verbosity=2, resultclass=Outcomes).run(suite)
    if asked.junit:
        asked.junit.parent.mkdir(parents=True, exist_ok=True)
        junit(result.of_tests).write(asked.junit, encoding="utf-8", xml_declaration=True)
    return 0 if result.wasSuccessful() and result.of_tests else 1


if __name__ == "__main__":
    sys.exit(main())
