"""Comparisons of step 0 whose thresholds no element is near, and constants that do not show.

Moved by a thousandth, or a whole number by one, no recorded call and none with noise gives another
result.
"""

import json
import pathlib
import subprocess
import sys

from adopting import built, coverage, nearness, originals
from adopting.failure import Failure

DRAWS, SECONDS = 8, 5  # of noise; for all


def apart_from_all(folder, cache, described, index):
    """{what: places in the owner's sources} of comparisons of real and of whole numbers; empty
    where it cannot be tried."""
    found = {}
    for what in ("real", "whole"):
        places = asked(folder, cache, described, index, "near", nearness.moved,
                       nearness.instrumented, {"what": what})
        if places is not None:
            found[what] = places
    return found


def blind_constants(folder, cache, described, index, limits):
    """Places of constants that may be a thousandth off: no result changes by more than its limit.
    None where it cannot be tried. `limits`: name -> those of its components, relative."""
    return asked(folder, cache, described, index, "constants", nearness.varied,
                 nearness.with_constants, {"what": "constant", "limits": limits})


def asked(folder, cache, described, index, name, changed, instrumented, more):
    try:
        library = originals.shared_object(name, changed, (), folder, cache, described,
                                          described["libraries"])
        text = built.read(folder / "step0.f90")
        _, sites, whole = instrumented(text)
        places = coverage.owner_places(text.splitlines())
    except Failure:
        return None
    own = {site: places[line] for site, line in enumerate(sites, 1)
           if line in places and (more["what"] == "whole") == (site in whole)}
    request = {
        "stage": str(library),
        "calls": str(folder / "calls"),
        "list": index["calls"],
        "sites": list(own),
        "draws": DRAWS,
        "seconds": SECONDS,
        **more,
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
    sites = json.loads(done.stdout)
    if sites is None:
        return None
    found = {own[site].rpartition(":") for site in sites}
    return [
        f"{file}:{line}"
        for file, _, line in sorted(found, key=lambda place: (place[0], int(place[2])))
    ]
