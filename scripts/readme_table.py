#!/usr/bin/env python3
"""Writes the table of results into README.md, between its two markers, from the records in results/, and below it the
steps that did not help, with the reasons from cuda_stages/<ladder>/reasons.toml.

usage: scripts/readme_table.py [--check] [--root DIR]

For each machine the newest complete run of the whole ladder is taken, and beside it is said how far the others that are
kept differ. With --check nothing is written; exit 1 if README.md is out of date. Exit 7 if a file is unusable.
"""

import argparse
import pathlib
import sys

from plots.failure import UNUSABLE, Failure
from reporting import readme

BEGIN, END = "<!-- results:begin -->", "<!-- results:end -->"


def with_results(old, root):
    if old.count(BEGIN) != 1 or old.count(END) != 1 or old.index(BEGIN) > old.index(END):
        raise Failure(UNUSABLE, f"README.md needs the two markers {BEGIN} and {END}, once each")
    return f"{old[:old.index(BEGIN)]}{BEGIN}\n{readme.results(root)}\n{old[old.index(END):]}"


def work(arguments):
    path = arguments.root / "README.md"
    try:
        old = path.read_text()
    except OSError as problem:
        raise Failure(UNUSABLE, f"{path.name}: {problem.strerror}") from problem
    new = with_results(old, arguments.root)
    if new != old and arguments.check:
        print("readme_table: README.md is out of date: run scripts/readme_table.py", file=sys.stderr)
        return 1
    if new != old:
        path.write_text(new)
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if README.md is out of date")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1],
                        help="of the source tree")
    try:
        return work(parser.parse_args())
    except Failure as failure:
        print(f"readme_table: {failure}", file=sys.stderr)
        return failure.code


if __name__ == "__main__":
    sys.exit(main())
