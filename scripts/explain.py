#!/usr/bin/env python3
"""One stage in words: its head, its difference from its parent, what was expected, measured and published.

usage: scripts/explain.py STAGE [FILE ...] [--case NAME] [--all]

Without FILE all of results/ is read. It fits a screen of 45 lines: of a long difference the hunks that change most are
shown, and all of it with --all. Exit 2 if no stage has that name.
A stage of another ladder needs a case of it: explain naive --case=heat-128.
"""

import argparse
import signal
import sys

from plots import command
from plots.failure import Failure


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `ladder explain STAGE | head` ends in silence
    parser = argparse.ArgumentParser(prog="explain", description=__doc__,
                                     usage="explain [-h] [--case CASE] [--all] STAGE [FILE ...]",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", metavar="STAGE", nargs="?", help="as `ladder list` names it")
    parser.add_argument("records", nargs="*", metavar="FILE", help="records as JSON lines, or folders of them")
    parser.add_argument("--case", default="thesis", help="its ladder has the stage, its records are shown (default: thesis)")
    parser.add_argument("--all", action="store_true", help="the whole difference, however long")
    arguments = parser.parse_intermixed_args()  # options may stand between STAGE and FILE
    if arguments.stage is None:
        parser.error("no stage is given: name one, as in `ladder explain smem`; `ladder list` shows all of them")
    from reporting import explained

    try:
        print(explained.of(arguments, command.ROOT))
    except Failure as failure:
        print(f"explain: {failure}", file=sys.stderr)
        return failure.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
