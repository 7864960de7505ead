#!/usr/bin/env python3
"""One stage in words: its head, its difference from its parent, what was expected, measured and
published.

usage: scripts/explain.py STAGE [FILE ...] [--case NAME | --ladder DIR] [--verdict] [--all]
       scripts/explain.py [ROUTINE] --loops [--json] [--ladder DIR]

Without FILE all of results/ is read. It fits a screen of 45 lines: of a long difference the hunks
that change most are shown, and all of it with --all. Exit 2 if no stage has that name.
A stage of another ladder needs a case of it: explain naive --case=heat-128.
In the folder of an adopted routine, or with --ladder=DIR, it is a stage of that routine, and
DIR/results/ is read. --verdict proves it again and says from which element and which limit the
verdict follows.
With --loops, STAGE is the routine, or one that it calls: which of its loops are independent, by
its source and its recorded calls, and what carries the others. --json: one object a loop.
"""

import argparse
import pathlib
import signal
import sys

from plots import command
from plots.failure import WRONG_COMMAND, Failure


def words_of(arguments):
    if arguments.loops:
        return loops_of(arguments)
    if arguments.json:
        raise Failure(WRONG_COMMAND, "--json is of --loops: add it, or leave --json out")
    if arguments.stage is None:
        raise Failure(WRONG_COMMAND, "no stage is given: name one, as in `ladder explain smem`; "
                                     "`ladder list` shows all of them")
    from reporting import explained, explained_routine

    folder = arguments.ladder or pathlib.Path(".")
    if arguments.ladder or arguments.case is None and (folder / explained_routine.FILE).is_file():
        return explained_routine.of(arguments, folder.resolve())
    if arguments.verdict:
        raise Failure(WRONG_COMMAND, "--verdict is of a stage of an adopted routine: run it in "
                                     "that ladder's folder, or name it with --ladder=DIR; `ladder "
                                     "verify --stage=NAME` proves the others")
    arguments.case = arguments.case or "thesis"
    return explained.of(arguments, command.ROOT)


def loops_of(arguments):
    if arguments.case or arguments.verdict or arguments.records:
        raise Failure(WRONG_COMMAND, "--loops is of an adopted routine and reads no records: leave "
                                     "out --case, --verdict and FILE")
    from porting import loops

    return loops.shown(arguments.stage, arguments.ladder, arguments.json)


def main():
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # `ladder explain STAGE | head` ends in silence
    parser = argparse.ArgumentParser(prog="explain", description=__doc__,
                                     usage="explain [-h] [--case CASE | --ladder DIR] [--verdict] "
                                           "[--loops [--json]] [--all] STAGE [FILE ...]",
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("stage", metavar="STAGE", nargs="?", help="as `ladder list` names it")
    parser.add_argument("records", nargs="*", metavar="FILE",
                        help="records as JSON lines, or folders of them")
    of = parser.add_mutually_exclusive_group()
    of.add_argument("--case",
                    help="its ladder has the stage, its records are shown (default: thesis)")
    of.add_argument("--ladder", metavar="DIR", type=pathlib.Path,
                    help="the folder of an adopted routine (default: the current one, if "
                         "it is one)")
    parser.add_argument("--verdict", action="store_true",
                        help="of an adopted routine: the worst element, its limit, and where that "
                             "comes from")
    parser.add_argument("--loops", action="store_true",
                        help="of an adopted routine: which loops are independent, and why not")
    parser.add_argument("--json", action="store_true", help="with --loops: one object a loop")
    parser.add_argument("--all", action="store_true", help="the whole difference, however long")
    arguments = parser.parse_intermixed_args()  # options may stand between STAGE and FILE
    try:
        print(words_of(arguments))
    except Failure as failure:
        print(f"explain: {failure}", file=sys.stderr)
        return failure.code
    return 0


if __name__ == "__main__":
    sys.exit(main())
