"""The program `ladder`, as pip installs it: next to this file is what CMake installs."""

import os
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent


def environment():
    """Where the program finds its cases, scripts and Python, and pip's libraries for GPUs."""
    made = dict(os.environ)
    made.setdefault("LADDER_HOME", str(HERE / "share/ladder"))
    made.setdefault("LADDER_PYTHON", sys.executable)
    folders = list(map(str, sorted(HERE.parent.glob("nvidia/*/lib"))))
    if folders:
        folders[:0] = filter(None, [made.get("LD_LIBRARY_PATH")])
        made["LD_LIBRARY_PATH"] = ":".join(folders)
    return made


def main():
    program = HERE / "bin/ladder"
    try:
        os.execve(program, ["ladder", *sys.argv[1:]], environment())
    except OSError as problem:
        print(f"ladder: {program} could not be started ({problem.strerror}): install the package"
              " again, for Linux on x86-64", file=sys.stderr)
        return 6
