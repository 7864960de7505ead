"""Comparisons of step 0 whose thresholds no element is near.

Moved by a thousandth, no recorded call and none with noise gives another bit.
"""

import json
import pathlib
import subprocess
import sys

from adopting import built, coverage, nearness, originals
from adopting.failure import Failure

DRAWS, SECONDS = 8, 5  # of noise; for all


def apart_from_all(folder, cache, described, index):
    """(places in the owner's sources, how many there are); None where it cannot be tried."""
    try:
        library = originals.shared_object("near", nearness.moved, (), folder, cache, described,
                                          described["libraries"])
        text = built.read(folder / "step0.f90")
        sites, places = nearness.instrumented(text)[1], coverage.owner_places(text.splitlines())
    except Failure:
        return None
    own = {site: places[line] for site, line in enumerate(sites, 1) if line in places}
    request = {
        "stage": str(library),
        "calls": str(folder / "calls"),
        "list": index["calls"],
        "sites": list(own),
        "draws": DRAWS,
        "seconds": SECONDS,
    }
    try:
        done = subprocess.run(
            [sys.executable, str(pathlib.Path(__file__).with_name("thresholds_child.py"))],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            errors="replace",
            timeout=20 * SECONDS,
        )
    except subprocess.TimeoutExpired:
        return None
    if done.returncode != 0:
        return None  # with other thresholds it may fail
    found = {own[site].rpartition(":") for site in json.loads(done.stdout)}
    return [
        f"{file}:{line}"
        for file, _, line in sorted(found, key=lambda place: (place[0], int(place[2])))
    ], len(own)
