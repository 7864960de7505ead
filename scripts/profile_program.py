#!/usr/bin/env python3
"""Where a Fortran program spends its time, by routine and by loop, and what of it to adopt.

usage: ladder profile --build=COMMAND --run=COMMAND [options]

Run it in the program's folder, where it is built. Nothing there is changed: a copy is built with -g
and its stack is looked at some hundred times a second. For each part: the time without and with
what it calls, whether `ladder adopt` takes it or why not, and what the program would gain at most.
Exit 2: the command line is wrong; 6: the program could not be built or run, or runs too short, or
the time is in no Fortran of it; 7: no room.

example: ladder profile --build='make' --run='./model'
"""

import json
import pathlib
import sys

from adopting import commands


def main():
    parser = commands.parser("profile", __doc__, "--build=COMMAND --run=COMMAND [options]")
    parser.add_argument("--build", help="the command that builds the program")
    parser.add_argument("--run", help="the command that runs it")
    parser.add_argument("--flags", help="compiler flags for `ladder adopt` (default: those of the "
                                        "build, for each source)")
    parser.add_argument("--sources", help="files and folders of the build, for `ladder adopt`")
    parser.add_argument("--root", default=".", help="the program's folder (default: this one)")
    parser.add_argument("--json", action="store_true", help="one JSON object instead of tables")
    arguments = parser.parse_args()
    given = commands.given(arguments, ("build", "run", "flags", "sources"))

    def action(say):
        from profiling import table
        from profiling.profile import profile

        found = profile(pathlib.Path(arguments.root), given, commands.progress)
        say(json.dumps(table.as_json(found)) if arguments.json else table.Table(found).text())

    return commands.run("profile", action)


if __name__ == "__main__":
    sys.exit(main())
