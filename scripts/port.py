#!/usr/bin/env python3
"""Write the first rungs of one of your own routines, prove and time them.

usage: ladder port [SOURCE ROUTINE --build=COMMAND --run=COMMAND] [RUNG ...] [options]

With SOURCE and ROUTINE the routine is adopted and recorded first, where that was not done. Else it
is that of this folder, or of --ladder=DIR. The rungs are c, the same loops in C; c-omp, with
OpenMP; omp, your Fortran with OpenMP; cuda, a kernel a loop nest. Without one, these four. A file
that is there is yours and is kept. What cannot be ported is named with file and line, and that rung
is not written. Exit 3: a rung is wrong; 6: none could be written.

--rungs=thesis writes c, cuda, and of each of these a rung, where a loop nest takes it: c-simd
(OpenMP's simd), c-blocked (the innermost loop by blocks), cuda-constant (small arrays in constant
memory), cuda-shared-minor, cuda-shared-major and cuda-shared (tiles with halos in shared memory,
along one axis or all), cuda-coarsen (8 cells a thread, with registers along the march), cuda-fused
(neighbouring nests in one kernel). A table says of each nest which it takes, and why no other.

examples: ladder port src/dynamics.F90 advance --build='make' --run='./model'
          ladder port --rungs=thesis --ladder=ladders/advance
"""

import pathlib
import sys

from adopting import commands


def main():
    parser = commands.parser("port", __doc__, "[SOURCE ROUTINE --build=COMMAND --run=COMMAND] "
                                              "[RUNG ...] [options]")
    parser.add_argument("words", metavar="WORD", nargs="*",
                        help="SOURCE and ROUTINE as of `ladder adopt`, then rungs (default: c, "
                             "c-omp, omp, cuda)")
    parser.add_argument("--rungs", metavar="SET", help="first, thesis or all, or rungs with commas "
                                                       "between")
    parser.add_argument("--ladder", metavar="DIR", help="the ladder's folder (default: this one, "
                                                        "or that of ROUTINE)")
    for name in commands.OF_ADOPT:
        parser.add_argument(f"--{name}", help="as of `ladder adopt`")
    parser.add_argument("--prefix", default="", metavar="TEXT",
                        help="before the names of the rungs, where others are there already")
    parser.add_argument("--write-only", action="store_true",
                        help="neither verify nor time what is written")
    parser.add_argument("--json", action="store_true", help="what was written and refused as JSON")
    arguments = parser.parse_intermixed_args()

    def action(say):
        from porting.command import port

        folder = pathlib.Path(arguments.ladder) if arguments.ladder else None
        given = commands.given(arguments, commands.OF_ADOPT)
        return port(arguments.words, folder, given, arguments,
                    commands.progress if arguments.json else say)

    return commands.run("port", action)


if __name__ == "__main__":
    sys.exit(main())
