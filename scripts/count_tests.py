#!/usr/bin/env python3
"""Counts tests out of JUnit XML and prints "PASSED FAILED SKIPPED"; skipped ones and their reasons
go to stderr.

    scripts/count_tests.py --ctest=FILE.xml FOLDER   what CTest ran: of a process that wrote
                                                     FOLDER/<test>.xml its single tests
    scripts/count_tests.py --status=N FILE.xml       one process that ended with N

A process that failed without a failed test (it crashed, or was stopped at its time limit) counts as
a failed test."""

import argparse
import pathlib
import sys
import xml.etree.ElementTree as ElementTree


def cases(path):
    """[(name, outcome, reason)] of a JUnit file; none where it is missing or was cut short."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError):
        return []
    found = []
    for case in root.iter("testcase"):
        name = ".".join(filter(None, (case.get("classname"), case.get("name"))))
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            found.append((name, "failed", ""))
        elif skipped is not None:
            found.append((name, "skipped", " ".join((skipped.get("message") or "").split())))
        elif case.get("status") in ("notrun", "disabled"):
            found.append((name, "skipped", "it was not run"))
        else:
            found.append((name, "passed", ""))
    return found


def of_process(name, failed, path):
    """The tests of one process; the process itself where it says nothing of any."""
    found = cases(path)
    if failed and not any(outcome == "failed" for _, outcome, _ in found):
        found.append((name, "failed", ""))
    return found or [(name, "passed", "")]


def of_ctest(path, folder):
    found = []
    for case in cases(path):
        name = case[0].rpartition(".")[2]
        found += ([case] if case[1] == "skipped"
                  else of_process(name, case[1] == "failed", folder / f"{name}.xml"))
    return found


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ctest", type=pathlib.Path, metavar="FILE.xml")
    parser.add_argument("--status", type=int, default=0)
    parser.add_argument("path", type=pathlib.Path)
    asked = parser.parse_args()
    found = (of_ctest(asked.ctest, asked.path) if asked.ctest
             else of_process(asked.path.stem, asked.status != 0, asked.path))
    for name, outcome, reason in found:
        if outcome == "skipped":
            print(f"{name}: skipped: {reason}", file=sys.stderr)
    outcomes = [outcome for _, outcome, _ in found]
    print(*(outcomes.count(one) for one in ("passed", "failed", "skipped")))


if __name__ == "__main__":
    main()
