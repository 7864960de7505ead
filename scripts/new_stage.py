#!/usr/bin/env python3
"""Write the file of a new stage of an adopted routine.

usage: ladder new-stage LANGUAGE NAME [--parent=STAGE] [--ladder=DIR]

The file has the routine's own arguments, and does not compile until its body is written. Where the
parent is of the same language, as the original is of Fortran, it is a copy of the parent, to be
changed. openacc and do-concurrent are said in Fortran: in the copy, each outermost loop is in
`!$acc kernels`, where the compiler looks for what is independent, or has its `do concurrent` next
to it. With --ladder=wave: a plug-in's source in CUDA for the ladder of the wave, in this folder,
which `ladder verify` judges without a GPU. Exit 2: the command line is wrong; 7: a file of that
name is there.

example: cd ladders/compute_tendencies_x && ladder new-stage c omp
"""

import pathlib
import sys

from adopting import commands


def main():
    parser = commands.parser("new-stage", __doc__, "LANGUAGE NAME [--parent=STAGE] [--ladder=DIR]")
    parser.add_argument("language", metavar="LANGUAGE",
                        help="c, cuda, fortran, openacc or do-concurrent")
    parser.add_argument("name", metavar="NAME", help="letters, digits, - and _")
    parser.add_argument("--parent", default="original",
                        help="the stage that it differs from by one change (default: original)")
    parser.add_argument("--ladder", metavar="DIR", default=".",
                        help="the ladder's folder (default: this one), or wave")
    arguments = parser.parse_args()

    def action(say):
        from adopting.new_stage import new_stage, of_wave

        if arguments.ladder == "wave" and not pathlib.Path("wave/ladder.toml").is_file():
            return of_wave(arguments.language, arguments.name, say)
        folder = pathlib.Path(arguments.ladder).resolve()
        return new_stage(arguments.language, arguments.name, arguments.parent, folder, say)

    return commands.run("new-stage", action)


if __name__ == "__main__":
    sys.exit(main())
