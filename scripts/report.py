#!/usr/bin/env python3
"""One HTML page of what was measured: the answer, a picture and ten rows; behind them all stages
and machines, steps in words, figures, environment and raw records.

usage: scripts/report.py [FILE ...] [--predictions FILE] [--case NAME] [--output PAGE] [--overwrite]

The page needs no network and no other file. Exit 5 where a prediction of --predictions is younger
than its measurement, 6 where no record is there, 7 where a file is unusable.
"""

import argparse
import pathlib
import sys

from plots import NEEDED, missing_after_going_on, outputs
from plots.failure import NOTHING, UNUSABLE, Failure

TEMPLATES = "jinja2"


def begins_like_a_page(path):
    with path.open("rb") as file:
        return file.read(9).lower() == b"<!doctype"


def refuse_what_is_no_page(output):
    """Even to be overwritten: data, records or a text of the user's."""
    if output.is_file() and not begins_like_a_page(output):
        raise Failure(UNUSABLE, f"{output} is not a page of a report and is not replaced: choose "
                                "another name")


def main():
    parser = argparse.ArgumentParser(prog="report", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("records", nargs="*", metavar="FILE",
                        help="records as JSON lines, or folders of them; without any, all "
                             "of results/")
    parser.add_argument("--predictions", action="append", type=pathlib.Path, default=[],
                        metavar="FILE",
                        help="of `ladder predict --json`, shown with the records; without any "
                             "FILE, all of results/")
    parser.add_argument("--case", help="whose records are shown (thesis)")
    parser.add_argument("--output", type=pathlib.Path, metavar="PAGE",
                        default=pathlib.Path("report.html"),
                        help="(report.html, in the current folder)")
    parser.add_argument("--overwrite", action="store_true", help="replace a page that is there")
    arguments = parser.parse_args()
    missing = missing_after_going_on(pathlib.Path(__file__), (*NEEDED, TEMPLATES))
    if TEMPLATES in missing:
        print(f"report: the Python package {TEMPLATES} is missing; scripts/requirements.txt names "
              "it, and scripts/ladder sets it up in build/venv", file=sys.stderr)
        return NOTHING
    from reporting import page, sources

    try:
        with outputs.claimed([arguments.output], arguments.overwrite, outputs.inputs_of(arguments)):
            refuse_what_is_no_page(arguments.output)
            text = page.of(sources.read(arguments.records, arguments.case, arguments.predictions))
            outputs.write({arguments.output: text.encode()}, arguments.overwrite)
    except Failure as failure:
        print(f"report: {failure}", file=sys.stderr)
        return failure.code
    print(arguments.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
