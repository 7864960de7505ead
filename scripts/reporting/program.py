"""What only the program knows, apart from its answers about records."""

import json

from plots import program
from plots.failure import Failure


def doctor():
    """This machine: what `ladder doctor --json` says; None where it fails."""
    try:
        done = program.run("doctor", "--json")
    except Failure:
        return None
    return json.loads(done.stdout) if done.returncode == 0 else None
