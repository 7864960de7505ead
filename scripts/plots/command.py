"""The command line that all plots share: files in, PICTURE.svg and PICTURE.png out, failures in
words."""

import argparse
import pathlib
import re
import sys

from plots import outputs, slide
from plots.failure import Failure
from plots.program import ROOT as ROOT


def stem(text):
    """The output's name without its ending, which may be given or left out."""
    path = pathlib.Path(text)
    return path.with_suffix("") if path.suffix in (".svg", ".png") else path


PICTURES = {"type": stem, "metavar": "PICTURE",
            "help": "PICTURE.svg and PICTURE.png are written (the figure's name, in the "
                    "current folder)"}


def usage_of(description):
    """The usage in a figure's head, and the other words."""
    usage = re.search(r"^usage: (ladder plot .*(?:\n .*)*)\n+", description, re.MULTILINE)
    if not usage:
        return None, description
    words = " ".join(f"{usage[1]} [options]".split())
    return words.replace("%", "%%"), description.replace(usage[0], "")


def parser(description, output=PICTURES):
    usage, words = usage_of(description)
    made = argparse.ArgumentParser(usage=usage, description=words,
                                   formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--output", **output)
    made.add_argument("--overwrite", action="store_true", help="replace a picture that is there")
    made.add_argument("--panels", action="store_true",
                      help="the long form for reading, in place of a slide of 16 by 9")
    return made


def add_records(parser):
    parser.add_argument("records", nargs="*", type=pathlib.Path, metavar="FILE",
                        help="records as JSON lines, or folders of them; without any, all "
                             "of results/")
    parser.add_argument("--machine", action="append", metavar="NAME",
                        help="a part of a machine's name, several times for several (this machine, "
                             "else that with the most stages; with --panels all)")


def files_of(stem):
    return [stem.with_name(f"{stem.name}.{ending}") for ending in ("svg", "png")]


def run(name, description, work, more):
    """The whole of a figure; more(parser) adds its options."""
    made = parser(description)
    more(made)
    sys.exit(finish(name, made.parse_args(), work))


def finish(name, arguments, work):
    """Calls work(arguments), which returns a picture, and writes it. Returns the exit code."""
    output = arguments.output or pathlib.Path(name)
    try:
        outputs.refuse_no_file(output)
        with outputs.claimed(files_of(output), arguments.overwrite, outputs.inputs_of(arguments)):
            with slide.form(not arguments.panels):
                for path in work(arguments).write(output, arguments.overwrite):
                    print(path)
    except Failure as failure:
        print(f"plot {name}: {failure}", file=sys.stderr)
        return failure.code
    return 0
