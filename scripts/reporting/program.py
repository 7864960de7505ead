"""What only the program knows: asked of $LADDER_PROGRAM, else of build/ladder; None where there is none."""

import json
import os
import pathlib
import subprocess
import tempfile

from plots.command import ROOT


def said(*arguments):
    """Its standard output, or None where it cannot be run or fails."""
    program = os.environ.get("LADDER_PROGRAM") or ROOT / "build/ladder"
    try:
        run = subprocess.run([str(program), *map(str, arguments)], capture_output=True, text=True, timeout=120,
                             env={**os.environ, "LADDER_HOME": str(ROOT)})
    except (OSError, subprocess.TimeoutExpired):
        return None
    return run.stdout if run.returncode == 0 else None


def doctor():
    """This machine: what `ladder doctor --json` tells, or None."""
    told = said("doctor", "--json")
    return json.loads(told) if told else None


def compared(records):
    """What `ladder compare --json` tells of them, an object for those that were measured together, or None."""
    try:
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "records.jsonl"
            path.write_text("".join(json.dumps(record) + "\n" for record in records))
            told = said("compare", path, "--json")
    except OSError:  # no room for it
        return None
    return [json.loads(line) for line in told.splitlines()] if told is not None else None
