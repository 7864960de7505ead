"""What the plots share: reading records, published figures and grids; style, captions and output.

A script that is started in a Python without the packages it needs goes on in the one of the set-up.
"""

import importlib.util
import os
import pathlib
import sys

from plots.failure import NOTHING

NEEDED = ("numpy", "matplotlib")


def missing_after_going_on(script, needed=NEEDED):
    """Does not come back where the Python of the set-up is another one; else the packages that are
    missing here."""
    missing = [package for package in needed if importlib.util.find_spec(package) is None]
    python = script.resolve().parents[1] / "build/venv/bin/python3"
    if (missing and python.is_file()
            and pathlib.Path(sys.prefix).resolve() != python.parents[1].resolve()):
        os.execv(python, [str(python), *sys.argv])
    return missing


def go_on_where_packages_are(script):
    missing = missing_after_going_on(script)
    if not missing:
        return
    print(f"{script.name}: Python packages are missing: {', '.join(missing)}; "
          "scripts/requirements.txt names them, and scripts/ladder sets them up in build/venv",
          file=sys.stderr)
    sys.exit(NOTHING)


def say_interrupted(kind, problem, trace):
    """Ctrl-C has its words in place of a traceback, wherever it hits; Python then ends as the
    signal ends any program."""
    if issubclass(kind, KeyboardInterrupt):
        print(f"{pathlib.Path(sys.argv[0]).stem}: interrupted", file=sys.stderr)
    else:
        sys.__excepthook__(kind, problem, trace)


sys.excepthook = say_interrupted
