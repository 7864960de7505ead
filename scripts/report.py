#!/usr/bin/env python3
"""One HTML page of all that was measured: table, figures, steps in words, environment, raw records.

usage: scripts/report.py [FILE ...] [--case NAME] [--output PAGE]

The page needs no network and no other file. Exit 6 where no record is there, 7 where a file is unusable.
"""

import argparse
import os
import pathlib
import sys

from plots import command, missing_after_going_on
from plots.failure import UNUSABLE, Failure


def place_for(output):
    """Found out before drawing: a file that can be written."""
    if output is None:
        output = command.ROOT / "build/report.html"
        output.parent.mkdir(parents=True, exist_ok=True)
    if not output.parent.is_dir():
        raise Failure(UNUSABLE, f"{output.parent}: there is no such folder to write {output.name} to")
    if output.is_dir():
        raise Failure(UNUSABLE, f"{output}: a folder has this name")
    if not os.access(output.parent, os.W_OK):
        raise Failure(UNUSABLE, f"{output.parent}: this folder cannot be written to")
    return output


def write(output, text):
    """Whole or not at all."""
    part = output.with_name(f".{output.name}.part")
    try:
        part.write_text(text, encoding="utf-8")
        os.replace(part, output)
    except OSError as problem:
        part.unlink(missing_ok=True)
        raise Failure(UNUSABLE, f"{output}: {problem.strerror}") from problem


def main():
    parser = argparse.ArgumentParser(prog="report", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", metavar="FILE",
                        help="records as JSON lines, or folders of them; without any, all of results/")
    parser.add_argument("--case", default="thesis", help="whose records are told (thesis)")
    parser.add_argument("--output", type=pathlib.Path, metavar="PAGE", help="(build/report.html)")
    arguments = parser.parse_args()
    missing_after_going_on(pathlib.Path(__file__))
    from reporting import page, sources

    try:
        output = place_for(arguments.output)
        write(output, page.of(sources.read(arguments.records, arguments.case)))
    except Failure as failure:
        print(f"report: {failure}", file=sys.stderr)
        return failure.code
    print(output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
