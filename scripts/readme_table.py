#!/usr/bin/env python3
"""Writes the tables of results into README.md, each between its two markers, from the records in results/.

usage: scripts/readme_table.py [--check] [--root DIR]

`results`: for each machine the newest complete run of the thesis' ladder, how far the others that are kept differ, and the
steps that did not help, with the reasons from cuda_stages/<ladder>/reasons.toml. `orders`: the three-dimensional wave. With --check nothing is written; exit 1 if README.md is out of date. Exit 7 if a file is unusable.
"""

import argparse
import pathlib
import sys

from plots.failure import UNUSABLE, Failure
from reporting import orders, readme

TABLES = {"results": readme.results, "orders": orders.tables}


def with_table(text, name, make):
    begin, end = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        raise Failure(UNUSABLE, f"README.md needs the two markers {begin} and {end}, once each")
    return f"{text[:text.index(begin)]}{begin}\n{make()}\n{text[text.index(end):]}"


def with_results(text, root):
    for name, make in TABLES.items():
        text = with_table(text, name, lambda make=make: make(root))
    return text


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
