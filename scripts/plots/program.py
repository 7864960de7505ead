"""The program, for what only it knows: $LADDER_PROGRAM, which `ladder plot` and `ladder report`
set, else build/ladder."""

import os
import pathlib
import subprocess

from plots.failure import NOTHING, Failure

ROOT = pathlib.Path(__file__).resolve().parents[2]


def run(*arguments, **environment):
    """The finished process."""
    program = os.environ.get("LADDER_PROGRAM") or ROOT / "build/ladder"
    try:
        return subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True,
                              timeout=300,
                              env={**os.environ, "LADDER_HOME": str(ROOT), **environment})
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Failure(NOTHING, "the program could not be run, and only it says which results are "
                               f"right and how long they took ({problem}): scripts/ladder builds "
                               "it, LADDER_PROGRAM names another one") from problem
