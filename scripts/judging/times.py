"""Times of stages that are right, what a GPU would give those in CUDA, and what both say about the
next step."""

import json
import pathlib
import tempfile

from adopting import built
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
    original = next((one for one in records if one["stage"]["parent"] is None), None)
    for one in found:
        record = of_launch(one, [each for each in records if each["stage"]["name"] == one["stage"]])
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
    compare_residency(found)
    return done.returncode


def of_launch(verdict, records):
    """That of a stage that is called in several ways; else the only one."""
    def words(record):
        return " ".join(f"{name}={'x'.join(map(str, values))}"
                        for name, values in record["launch"]["used"].items())

    if len(records) == 1:
        return records[0]
    return next((one for one in records if words(one) == verdict["launch"]), None)


def compare_residency(found):
    """The next step of a call that takes longer than without its copies: calls of less than a
    millisecond have no scopes, since a tracer disturbs them."""
    resident = {one["stage"]: one["time"]["wall_s"] for one in found
                if one["time"] and "resident=1" in one["launch"]}
    for one in found:
        without = resident.get(one["stage"])
        if not without or not one["time"] or "resident=0" not in one["launch"]:
            continue
        gone = 1 - without / one["time"]["wall_s"]
        if gone > MANY:
            one["next"] = {**RESIDENT, "gain": -round(gone, 3),
                           "reason": f"without copies a call takes {1e3 * without:.3g} ms instead "
                                     f"of {1e3 * one['time']['wall_s']:.3g} ms"}


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
    kernels = sum(one["total_s"] for one in verdict["time"].get("kernels", ()))
    if not scopes and kernels:
        share = kernels / verdict["time"]["wall_s"]
        if share < 1 - MANY:
            return {"step": "launch fewer kernels, and copy and allocate less", "gain": None,
                    "reason": f"kernels are {share:.0%} of the time; a trace disturbs so short a "
                              "call too much to attribute the rest"}
    most = max(scopes, key=scopes.get, default=None)
    return {"step": "compare it with its parent",
            "reason": f"{most} is {scopes[most]:.0%} of the time" if most else
            "its time was not attributed: no trace, or a disturbed one", "gain": None}


def add_predictions(folder, found):
    """To each verdict of a CUDA stage its prediction, and the next step of one that has no time."""
    kernels = {name for name, file in built.stages(folder).items() if file.suffix == ".cu"}
    answers = {name: program.predicted(folder, name)
               for name in kernels & {one["stage"] for one in found}}
    for one in found:
        if one["stage"] not in answers:
            continue
        one["prediction"], why = answers[one["stage"]]
        if one["time"] is None:
            one["next"] = (step_of(one["prediction"]) if one["prediction"] else
                           {**one["next"], "reason": f"{one['next']['reason']}; not predicted: "
                                                     f"{why}"})


def step_of(prediction):
    """`gain`: the share of a call that would go, as in a measured one."""
    call = prediction["call"]
    gone = 1 - call["resident_s"] / call["as_called_s"]
    if gone > MANY:
        return {**RESIDENT, "gain": -round(gone, 3), "reason": prediction["advice"]}
    return {"step": "time it on a device", "gain": None, "reason": prediction["advice"]}
