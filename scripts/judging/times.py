"""Times of stages that are right, and what they say about the next step."""

import json
import pathlib
import tempfile

from plots import program

COPIES = ("h2d", "d2h", "staging")
MANY = 0.2  # of the wall time
RESIDENT = {"step": "keep arrays on the device between calls"}
REPEATED = "wrong_when_repeated"  # it was right when it was proven once


def add(found, ladder, more, budget):
    """To each verdict its time, by one run of `ladder`, next to that of the original. Returns the
    exit code of that run."""
    with tempfile.TemporaryDirectory() as folder:
        done = program.run(*ladder, *more, f"--stage={','.join(one['stage'] for one in found)}",
                           "--json", f"--budget={budget:g}",
                           f"--output={pathlib.Path(folder, 'records.jsonl')}")
    records = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    by_stage = {one["stage"]["name"]: one for one in records}
    original = next((one for one in records if one["stage"]["parent"] is None), None)
    for one in found:
        record = by_stage.get(one["stage"])
        if record is None:
            one["status"], one["words"] = "failed", "its timed runs failed: `ladder` says why"
            one["next"] = {"step": "look at its timed runs", "reason": one["words"], "gain": None}
            continue
        status = record["verdict"]["status"]
        one["status"] = REPEATED if status == "wrong" else status
        one["words"] = record["verdict"]["words"] or one["words"]
        if status == "right":
            one["time"] = time_of(record, original)
            one["next"] = next_step(one)
        else:
            one["next"] = {"step": "compute each call anew" if one["status"] == REPEATED else
                           "correct what its timed runs show", "gain": None,
                           "reason": one["words"]}
    return done.returncode


def time_of(record, original):
    summary, traced = record["summary"], record["traced"]
    wall = summary["median_ns"] * 1e-9
    scopes = {name: ns / traced["wall_ns"] for name, ns in traced["scopes_ns"].items() if ns} \
        if traced and not traced.get("disturbed") else {}
    kernels = [{"name": row["name"], "calls": row["calls"], "total_s": row["total_ns"] * 1e-9}
               for row in (traced or {}).get("profile", ()) if row.get("block")]
    floor = record.get("floor")
    return {"wall_s": wall, "samples": len(record["samples"]["wall_ns"]),
            "low_s": summary["low_ns"] and summary["low_ns"] * 1e-9,
            "high_s": summary["high_ns"] and summary["high_ns"] * 1e-9,
            "floor_s": floor["ns"] * 1e-9 if floor else None,
            "speedup": original["summary"]["median_ns"] * 1e-9 / wall if original else None,
            "scopes": scopes, "kernels": kernels}


def next_step(verdict):
    """Where most of the time went; `gain`: the share of the wall time that would go."""
    scopes = verdict["time"]["scopes"]
    copies = sum(scopes.get(name, 0) for name in COPIES)
    if copies > MANY:
        return {**RESIDENT, "reason": f"copies are {copies:.0%} of the time",
                "gain": -round(copies, 3)}
    if scopes.get("launch", 0) > MANY:
        return {"step": "fuse kernels", "gain": -round(scopes["launch"], 3),
                "reason": f"launches are {scopes['launch']:.0%} of the time"}
    most = max(scopes, key=scopes.get, default=None)
    return {"step": "compare it with its parent",
            "reason": f"{most} is {scopes[most]:.0%} of the time" if most else
            "its time was not attributed: no trace, or a disturbed one", "gain": None}
