"""Comparisons of step 0 whose thresholds no element is near, and constants that do not show.

Moved by a thousandth, or a whole number by one, no recorded call and none with noise gives another
result.
"""

import functools
import json
import subprocess

from adopting import built, coverage, forked, indices, nearness, originals, thresholds_child
from adopting.failure import Failure

DRAWS, SECONDS = 8, 5  # of noise; for all


def apart_from_all(folder, cache, described, index):
    """{what: places in the owner's sources} of comparisons of real and of whole numbers, and of
    those of data, some without numbers that are equal, with each MAX and MIN of data, and of
    functions whose other rule changes nothing; empty where it cannot be tried."""
    found = {}
    for what in ("sides", "real", "whole"):
        places = asked(folder, cache, described, index, "near", nearness.instrumented,
                       {"what": what})
        if places is not None:
            found.update(places if what == "sides" else {what: places})
    if found:
        found["extremes"] = extremes(folder)
    for name in "HALVES", "TRUNCATED":
        other = functools.partial(nearness.rounded, getattr(nearness, name))
        found[name.lower()] = asked(folder, cache, described, index, name.lower(), other,
                                    {"what": "rule"}) or ()
    return found


def extremes(folder):
    text = built.read(folder / "step0.f90")
    places = coverage.owner_places(text.splitlines())
    return in_order(places[line] for line in nearness.instrumented(text)[3] if line in places)


def blind_constants(folder, cache, described, index, limits):
    """Places of constants that may be a thousandth off: no result changes by more than its limit.
    None where it cannot be tried. `limits`: name -> those of its components, relative."""
    return asked(folder, cache, described, index, "constants", nearness.with_constants,
                 {"what": "constant", "limits": limits})


def asked(folder, cache, described, index, name, instrumented, more):
    try:
        text = built.read(folder / "step0.f90")
        _, sites, whole, *_ = instrumented(text)
        if not sites:
            return ()
        library = originals.shared_object(name, nearness.changed(instrumented), (), folder, cache,
                                          described, described["libraries"])
        places = coverage.owner_places(text.splitlines())
    except Failure:
        return None
    own = {site: places[line] for site, line in enumerate(sites, 1)
           if line in places and (more["what"] == "whole") == (site in whole)}
    sites = child(library, folder, index, {"sites": list(own), **more})
    if sites is None:
        return None
    if isinstance(sites, dict):
        return {name: in_order(own[site] for site in each) for name, each in sites.items()}
    return in_order(own[site] for site in sites)


def in_order(places):
    found = {place.rpartition(":") for place in places}
    return [f"{file}:{line}"
            for file, _, line in sorted(found, key=lambda place: (place[0], int(place[2])))]


def child(library, folder, index, more, limit_s=20 * SECONDS):
    """What the child answers; None where it fails or reaches a STOP, as it may with other
    thresholds."""
    request = {"stage": str(library), "calls": str(folder / "calls"), "list": index["calls"],
               "draws": DRAWS, "seconds": SECONDS, **more}
    try:
        done = forked.run(thresholds_child.main, request, limit_s)
    except subprocess.TimeoutExpired:
        return None
    return json.loads(done.stdout) if done.returncode == 0 and done.stdout else None


def computed_indices(folder, cache, described, index):
    """[[subscript, least, most, array, lower, upper], ...] of integers that the routine computes of
    data and that do not reach every element in any call; `upper` may be None."""
    try:
        library = originals.shared_object("indices", indices.watched, (), folder, cache, described,
                                          described["libraries"])
        _, sites = indices.with_sites(built.read(folder / "step0.f90"))
    except Failure:
        return []
    seen = next(filter(None, (child(library, folder, index, {
        "what": "index", "most": indices.MOST, "draws": draws}) for draws in (DRAWS, 0))), ())
    ranges = {}
    for (array, subscript), (least, most, lower, upper) in zip(sites, seen):
        if least <= most:
            at = ranges.setdefault((subscript, lower, upper), [least, most, array])
            at[:2] = min(at[0], least), max(at[1], most)
    return [[subscript, least, most, array, lower, upper if upper >= lower else None]
            for (subscript, lower, upper), (least, most, array) in ranges.items()
            if least > lower or most < upper or upper < lower]
