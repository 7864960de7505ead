"""The figures of `ladder plot NAME`, a module each.

`draw(...)` of a module makes the picture; its head has the usage. One whose head has `[FILE ...]`
draws records.
"""

import pathlib
import runpy


def names():
    return sorted(path.stem for path in pathlib.Path(__file__).parent.glob("[!_]*.py"))


def head(name):
    text = (pathlib.Path(__file__).parent / f"{name}.py").read_text()
    return text.split('"""')[1]


def run(name):
    """As a program of its own, whose command line is sys.argv."""
    runpy.run_module(f"plots.figures.{name}", run_name="__main__")
