"""The command line that all plots share: files in, PICTURE.svg and PICTURE.png out, failures in words."""

import argparse
import os
import pathlib
import sys

from plots.failure import UNUSABLE, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]


def stem(text):
    """The output's name without its ending, which may be given or left out."""
    path = pathlib.Path(text)
    return path.with_suffix("") if path.suffix in (".svg", ".png") else path


def parser(description):
    made = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--output", type=stem, metavar="PICTURE",
                      help="PICTURE.svg and PICTURE.png are written (build/figures/<figure>)")
    return made


def place_for(output, name):
    """Found out before drawing: a folder that can be written to."""
    if output is None:
        output = ROOT / "build/figures" / name
        output.parent.mkdir(parents=True, exist_ok=True)
    if not output.parent.is_dir():
        raise Failure(UNUSABLE, f"{output.parent}: there is no such folder to write {output.name}.svg to")
    if not os.access(output.parent, os.W_OK):
        raise Failure(UNUSABLE, f"{output.parent}: this folder cannot be written to")
    for ending in (".svg", ".png"):
        if output.with_name(output.name + ending).is_dir():
            raise Failure(UNUSABLE, f"{output}{ending}: a folder has this name")
    return output


def finish(name, arguments, work):
    """Calls work(arguments), which returns a picture, and writes it. Returns the exit code."""
    try:
        output = place_for(arguments.output, name)
        for path in work(arguments).write(output):
            print(path)
    except Failure as failure:
        print(f"plot_{name}: {failure}", file=sys.stderr)
        return failure.code
    return 0
