"""The figures of `ladder plot NAME`, a module each, whose head has the usage. One whose head has
`[FILE ...]` draws records.

`draw` makes the picture: draw(machines, document, arguments) where the module has RECORDS, the
arguments of of_records.run, else draw(arguments). `options(parser)`, where there is one, adds
options. A module with `main` is a command by itself.
"""

import importlib
import pathlib
import sys


def names():
    return sorted(path.stem for path in pathlib.Path(__file__).parent.glob("[!_]*.py"))


def head(name):
    text = (pathlib.Path(__file__).parent / f"{name}.py").read_text()
    return text.split('"""')[1]


def run(name):
    """With the command line of sys.argv; ends with the exit code."""
    from plots import command, of_records  # here: names and heads are asked for without packages

    module = importlib.import_module(f"plots.figures.{name}")
    if hasattr(module, "main"):
        sys.exit(module.main())
    options = getattr(module, "options", lambda parser: None)
    if hasattr(module, "RECORDS"):
        of_records.run(name, module.__doc__, module.draw, options, **module.RECORDS)
    command.run(name, module.__doc__, module.draw, options)
