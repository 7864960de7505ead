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


class Begun(unittest.TextTestResult):
    """Knows which tests were begun: not those of a class whose set-up failed."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.begun = []

    def startTest(self, test):
        super().startTest(test)
        self.begun.append(test.id())


def outcomes_of(result):
    """(outcome, text) of each test; a test with several subtests has the worst of them."""
    found = dict.fromkeys(result.begun, (PASSED, ""))
    for outcome, listed in ((SKIPPED, result.skipped), (FAILED, result.failures + result.errors)):
        for test, text in listed:  # a subtest has a name of its own
            found[getattr(test, "test_case", test).id()] = outcome, text
    return found


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
    result = unittest.TextTestRunner(verbosity=2, resultclass=Begun).run(suite)
    outcomes = outcomes_of(result)
    if asked.junit:
        asked.junit.parent.mkdir(parents=True, exist_ok=True)
        junit(outcomes).write(asked.junit, encoding="utf-8", xml_declaration=True)
    return 0 if result.wasSuccessful() and outcomes else 1


if __name__ == "__main__":
    sys.exit(main())
