#!/usr/bin/env python3
"""Record calls of an adopted routine, and prove that step 0 alone gives their bits.

usage: ladder record [DIR] [--calls=1,40,last]

DIR is the folder that `ladder adopt` made (default: this one). The program is copied to
$XDG_CACHE_HOME/ladder (default ~/.cache/ladder), built there with the recorder in it, and run
twice: once to count calls and to time the routine, once to record. Exit 3: step 0 does not give the
recorded bits, with what to look at; 6: the program could not be built or run, did not end in
time, or never calls the routine; 7: no room.

example: cd ladders/compute_tendencies_x && ladder record
"""

import argparse
import pathlib
import sys

from adopting import commands, running


def seconds(text):
    value = float(text)
    if not 0 < value < 1e7:
        raise ValueError
    return value


def main():
    parser = argparse.ArgumentParser(prog="ladder record", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="ladder record [DIR] [--calls=1,40,last]",
                                     allow_abbrev=False)
    parser.add_argument("folder", metavar="DIR", nargs="?", default=".",
                        help="the ladder's folder (default: this one)")
    parser.add_argument("--calls", help="calls to record, from 1: numbers and `last` (default: "
                                        "`calls` of ladder.toml)")
    parser.add_argument("--time-limit", type=seconds, default=running.LIMIT, metavar="SECONDS",
                        help=f"of one run of the program (default: {running.LIMIT})")
    arguments = parser.parse_args()

    def action(say):
        from adopting import adopt, record

        if arguments.calls is not None:
            adopt.check_calls(arguments.calls)
        return record.record(pathlib.Path(arguments.folder).resolve(), arguments.calls, say,
                             arguments.time_limit)

    return commands.run("record", action)


if __name__ == "__main__":
    sys.exit(main())
