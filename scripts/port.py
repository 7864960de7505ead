#!/usr/bin/env python3
"""Write the first rungs of one of your own routines, prove and time them.

usage: ladder port [SOURCE ROUTINE --build=COMMAND --run=COMMAND] [RUNG ...] [options]

With SOURCE and ROUTINE the routine is adopted and recorded first, where that was not done. Else it
is that of this folder, or of --ladder=DIR. The rungs are c, the same loops in C; c-omp, with
OpenMP; omp, your Fortran with OpenMP; cuda, a kernel a loop nest. Without one, all of them. A file
that is there is yours and is kept. What cannot be ported is named with file and line, and that rung
is not written. Exit 3: a rung is wrong; 6: none could be written.

example: ladder port src/dynamics.F90 advance --build='make' --run='./model'
"""

import argparse
import pathlib
import sys

from adopting import commands

OF_ADOPT = ("build", "run", "flags", "calls", "sources", "libraries", "without", "compiler")


def main():
    parser = argparse.ArgumentParser(prog="ladder port", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="ladder port [SOURCE ROUTINE --build=COMMAND "
                                           "--run=COMMAND] [RUNG ...] [options]",
                                     allow_abbrev=False)
    parser.add_argument("words", metavar="WORD", nargs="*",
                        help="SOURCE and ROUTINE as of `ladder adopt`, then rungs: c, c-omp, omp, "
                             "cuda (default: all)")
    parser.add_argument("--ladder", metavar="DIR", help="the ladder's folder (default: this one, "
                                                        "or that of ROUTINE)")
    for name in OF_ADOPT:
        parser.add_argument(f"--{name}", help="as of `ladder adopt`")
    parser.add_argument("--prefix", default="", metavar="TEXT",
                        help="before the names of the rungs, where others are there already")
    parser.add_argument("--write-only", action="store_true",
                        help="neither verify nor time what is written")
    parser.add_argument("--json", action="store_true", help="what was written and refused as JSON")
    arguments = parser.parse_intermixed_args()

    def action(say):
        from porting.command import port

        given = {name: getattr(arguments, name) for name in OF_ADOPT
                 if getattr(arguments, name) is not None}
        quiet = (lambda words: print(words, file=sys.stderr, flush=True))
        folder = pathlib.Path(arguments.ladder) if arguments.ladder else None
        return port(arguments.words, folder, given, arguments, quiet if arguments.json else say)

    return commands.run("port", action)


if __name__ == "__main__":
    sys.exit(main())
