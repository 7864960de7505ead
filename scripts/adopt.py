#!/usr/bin/env python3
"""Make a ladder of one of your own Fortran routines: read it, and write ladders/ROUTINE/.

usage: ladder adopt SOURCE ROUTINE --build=COMMAND --run=COMMAND [options]

SOURCE:FIRST-LAST makes a routine of these lines of a main program or procedure, and gives it the
name ROUTINE. Run it in the program's folder, where it is built. Nothing there is changed except
ladders/. A second call reads the source again and keeps what you wrote into ladder.toml. Exit 2:
the routine cannot be adopted, with file and line; 7: a file is unusable.

example: ladder adopt src/dynamics.F90 compute_tendencies_x --flags='-O3 -D_NX=200' --build='make'
             --run='./model'
         ladder adopt src/main.f90:210-260 step --build='make' --run='./model'
"""

import pathlib
import sys

from adopting import commands
from adopting.failure import USAGE, Failure


def missing(arguments):
    """What the command line lacks, and what of it is in this folder."""
    from adopting.source import ENDINGS

    root = pathlib.Path(arguments.root)
    there = sorted(str(path.relative_to(root)) for path in root.rglob("*.*")
                   if path.suffix.lower() in ENDINGS and "ladders" not in path.parts)
    listed = (f"; sources here: {', '.join(there[:8])}" + (", ..." if len(there) > 8 else "")
              if there else "; this folder holds no Fortran source")
    lacks = ("SOURCE and ROUTINE are" if not arguments.source
             else f"ROUTINE, the procedure of {arguments.source}, is")
    adopted = sorted(str(path.parent) for path in root.glob("ladders/*/ladder.toml"))
    also = f"; adopted already: {', '.join(adopted)}" if adopted else ""
    raise Failure(USAGE, f"{lacks} missing{listed}{also}. As in: ladder adopt src/dynamics.F90 "
                         "tendencies --build=make --run=./model")


def main():
    parser = commands.parser("adopt", __doc__, "SOURCE ROUTINE --build=COMMAND --run=COMMAND "
                                               "[options]")
    parser.add_argument("source", metavar="SOURCE", nargs="?",
                        help="the file that holds the routine, as the build compiles it; "
                             "FILE:210-260 for a range of its lines")
    parser.add_argument("routine", metavar="ROUTINE", nargs="?",
                        help="a subroutine or function; MODULE/ROUTINE where several "
                             "have that name; of a range of lines, its new name")
    parser.add_argument("--build", help="the command that builds the program")
    parser.add_argument("--run", help="the command that runs it and calls the routine")
    parser.add_argument("--flags", help="compiler flags of the build for this source: -O3 -D... "
                                        "-I... (default: none)")
    parser.add_argument("--calls",
                        help="calls to record, from 1: numbers and `last` (default: 1,last)")
    parser.add_argument("--sources", help="files and folders of the build, with commas (default: "
                                          "the whole folder)")
    parser.add_argument("--libraries", help="libraries that the routine calls, as -lblas")
    parser.add_argument("--without",
                        help="procedures that step 0 calls without effect: timers, prints")
    parser.add_argument("--compiler", help="Fortran compiler of step 0 (default: gfortran)")
    parser.add_argument("--root", default=".", help="the program's folder (default: this one)")
    parser.add_argument("--output", metavar="DIR",
                        help="the ladder's folder (default: ladders/ROUTINE)")
    arguments = parser.parse_args()
    if not arguments.routine:
        return commands.run("adopt", lambda say: missing(arguments))
    given = commands.given(arguments, commands.OF_ADOPT)
    folder = pathlib.Path(arguments.output) if arguments.output else None

    def action(say):
        from adopting.adopt import adopt

        from adopting import ranges

        file, lines = ranges.split(arguments.source)
        return adopt(pathlib.Path(file), arguments.routine, pathlib.Path(arguments.root), folder,
                     {**given, **lines}, say)

    return commands.run("adopt", action)


if __name__ == "__main__":
    sys.exit(main())
