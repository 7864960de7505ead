"""How a rung is laid out: with clang-format where it is there, else as it was written."""

import re
import shutil
import subprocess
import sys
import pathlib

STYLE = "{BasedOnStyle: Google, ColumnLimit: 100, SortIncludes: Never}"


def before(scope):
    """The comments right above a procedure."""
    lines, at, found = scope.source.lines, scope.unit.first - 1, []
    while at >= 0 and lines[at].strip().startswith("!"):
        text = re.sub(r"^![!<>*]*\s*", "", lines[at].strip())
        found.insert(0, f"// {text}".rstrip())
        at -= 1
    return found


def formatter():
    own = pathlib.Path(sys.executable).parent / "clang-format"
    return str(own) if own.exists() else shutil.which("clang-format")


def formatted(text, name):
    tool = formatter()
    if not tool:
        return text
    try:
        done = subprocess.run([tool, f"--style={STYLE}", f"--assume-filename={name}"], input=text,
                              capture_output=True, text=True, errors="surrogateescape")
    except OSError:
        return text
    return done.stdout if done.returncode == 0 else text
