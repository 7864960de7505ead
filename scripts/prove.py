#!/usr/bin/env python3
"""Prove stages of an adopted routine right on its recorded calls, and on the same with fresh noise.

usage: ladder prove [DIR] [--stage=NAME,...] [--json]

Limits are four times the spread of step 0 over the four rounding modes against the same source in the next precision, of each component
(axes of at most 8 elements). Integers and logicals are equal. Exit 3: a stage is wrong, or does not compile.

example: cd ladders/compute_tendencies_x && ladder prove --stage=c-O3
"""

import argparse
import pathlib
import sys

from adopting import commands


def main():
    parser = argparse.ArgumentParser(prog="ladder prove", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter,
                                     usage="ladder prove [DIR] [--stage=NAME,...] [--json]", allow_abbrev=False)
    parser.add_argument("folder", metavar="DIR", nargs="?", default=".", help="the ladder's folder (default: this one)")
    parser.add_argument("--stage", metavar="NAME,...", help="the stages (default: all)")
    parser.add_argument("--json", action="store_true", help="a line of JSON for each stage")
    arguments = parser.parse_args()
    from adopting.prove import prove

    return commands.run("prove", lambda say: prove(pathlib.Path(arguments.folder).resolve(), arguments.stage, arguments.json, say))


if __name__ == "__main__":
    sys.exit(main())
