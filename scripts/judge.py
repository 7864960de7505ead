#!/usr/bin/env python3
"""Compiles, proves and times stages, and answers with one line of JSON.

usage: ladder judge FOLDER [--stage=A,B] [--level=LEVEL] [--budget=SECONDS]
       ladder judge STAGE [--ladder=FOLDER | --case=NAME | --size=...] [--level=...]

FOLDER is that of an adopted routine; STAGE a file in it, a stage's name, or a CUDA source of a
built-in ladder. harness/answers/verdict/schema.json says what the line holds, AGENTS.md how to
climb with it. The same stage has the same status each time.

Exit 0: all are right; 2: the command line is wrong; 3: one is wrong; 6: none ran; 7: one does not
compile; 8: a device failed.
"""

import json
import pathlib
import sys

from adopting import commands
from adopting.failure import USAGE, Failure

FILE = "ladder.toml"
LEVELS = ("auto", "emulated", "device", "host")


def of_ladder(arguments, rest):
    """(folder, stages, words of the ladder for `ladder verify`)."""
    given = pathlib.Path(arguments.target)
    names = arguments.stage.split(",") if arguments.stage else []
    if (given / FILE).is_file():
        return given.resolve(), names, [f"--ladder={given.resolve()}"]
    if names:
        raise Failure(USAGE, f"--stage is of a FOLDER, and {given} has no {FILE}: leave --stage "
                             "out, or name the folder of an adopted routine")
    if given.is_file() and (given.parent / FILE).is_file():
        return given.resolve().parent, [given.stem], [f"--ladder={given.resolve().parent}"]
    here = pathlib.Path(arguments.ladder or ".")
    if (here / FILE).is_file() and given.suffix != ".cu":
        return here.resolve(), [arguments.target], [f"--ladder={here.resolve()}"]
    if given.is_dir():
        raise Failure(USAGE, f"{given} has no {FILE}: `ladder adopt SOURCE ROUTINE` makes one")
    if not any(word.startswith(("--case", "--size")) for word in rest):
        raise Failure(USAGE, f"'{given}' is of which case? Add --case=NAME or --size=ZxX; "
                             "`ladder list` names stages and cases")
    return None, [arguments.target], [f"--ladder={arguments.ladder}"] if arguments.ladder else []


def action(arguments, rest):
    from judging import judged

    folder, stages, ladder = of_ladder(arguments, rest)
    line, code = judged.of(folder, stages, ladder, rest, arguments.level, arguments.budget)
    print(json.dumps(line), flush=True)
    return code


def main():
    parser = commands.parser("judge", __doc__, "FOLDER|STAGE [options]")
    parser.add_argument("target", metavar="FOLDER|STAGE")
    parser.add_argument("--stage", metavar="NAMES", help="of the folder (default: all)")
    parser.add_argument("--ladder", metavar="DIR", help="the folder or ladder of STAGE")
    parser.add_argument("--level", choices=LEVELS, default="auto",
                        help="emulated: CUDA stages on this machine's processor, and nothing is "
                             "timed; device: on a GPU; host: those without CUDA; auto: device "
                             "where there is one, else emulated, and the others timed (default)")
    parser.add_argument("--budget", type=float, default=20, metavar="SECONDS",
                        help="for all times together (default: 20)")
    parser.add_argument("--case", help="of a built-in ladder")
    parser.add_argument("--size", help="of a built-in ladder: a grid of random values")
    arguments = parser.parse_args()
    rest = [f"--{name}={value}" for name in ("case", "size")
            if (value := getattr(arguments, name))]
    return commands.run("judge", lambda say: action(arguments, rest))


if __name__ == "__main__":
    sys.exit(main())
