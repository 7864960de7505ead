#!/usr/bin/env python3
"""Record calls of an adopted routine, and prove that step 0 alone gives their bits.

usage: ladder record [DIR] [--calls=1,40,last] [--json] [--hand-out=OUT [--stages=NAME,...]]

DIR is the folder that `ladder adopt` made (default: this one). The program is copied to
$XDG_CACHE_HOME/ladder (default ~/.cache/ladder), built there with the recorder in it, and run
twice: once to count calls and to time the routine, once to record. Exit 3: step 0 does not give the
recorded bits, with what to look at; 6: the program could not be built or run, did not end in
time, or never calls the routine; 7: no room.

--hand-out makes OUT: the ladder for machines with g++ and Python alone, where stages in C are
judged, and those in CUDA by `ladder verify --emulate`. It needs neither the program nor gfortran
there, but the same version of ladder. Calls that are recorded are not recorded again without
--calls.

example: cd ladders/compute_tendencies_x && ladder record
"""

import json
import pathlib
import sys

from adopting import commands, running
from adopting.failure import Failure


def seconds(text):
    value = float(text)
    if not 0 < value < 1e7:
        raise ValueError
    return value


def main():
    parser = commands.parser("record", __doc__, "[DIR] [--calls=1,40,last] [--json] "
                                                "[--hand-out=OUT [--stages=NAME,...]]")
    parser.add_argument("folder", metavar="DIR", nargs="?", default=".",
                        help="the ladder's folder (default: this one)")
    parser.add_argument("--calls", help="calls to record, from 1: numbers and `last` (default: "
                                        "`calls` of ladder.toml)")
    parser.add_argument("--time-limit", type=seconds, default=running.LIMIT, metavar="SECONDS",
                        help=f"of one run of the program (default: {running.LIMIT})")
    parser.add_argument("--json", action="store_true",
                        help="print what was recorded, or why not, as one line of JSON")
    parser.add_argument("--hand-out", metavar="OUT", help="a new folder")
    parser.add_argument("--stages", metavar="NAME,...", default="",
                        help="that are in it, other than the original (default: none)")
    arguments = parser.parse_args()
    if arguments.stages and not arguments.hand_out:
        parser.error("--stages belongs to --hand-out, which is not given")

    folder = pathlib.Path(arguments.folder).resolve()

    def action(say):
        from adopting import adopt, handed_out, record

        if arguments.calls is not None:
            adopt.check_calls(arguments.calls)
        if arguments.hand_out is None or arguments.calls is not None or not record.proven(folder):
            record.record(folder, arguments.calls, say, arguments.time_limit)
        if arguments.hand_out is not None:
            names = [name for name in arguments.stages.split(",") if name]
            handed_out.hand_out(folder, pathlib.Path(arguments.hand_out).resolve(), names, say)

    def answered(_):
        from adopting.record import answer

        try:
            action(commands.progress)
        except Failure as failure:
            print(json.dumps(answer(folder, failure)), flush=True)
            raise
        print(json.dumps(answer(folder)), flush=True)

    return commands.run("record", answered if arguments.json else action)


if __name__ == "__main__":
    sys.exit(main())
