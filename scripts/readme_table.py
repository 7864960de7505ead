#!/usr/bin/env python3
"""Writes the table of results into README.md, between its two markers, from the records in results/, and below it the
steps that did not help, with the reasons from cuda_stages/wave/NOTES.md.

usage: scripts/readme_table.py [--check] [--root DIR]

For each machine (a folder of results/) the newest complete run of the whole ladder is taken, and beside it is said how
far the others that are kept differ. With --check nothing is written; exit 1 if README.md is out of date. Exit 7 if a
file is unusable.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys

from plots.records import place

BEGIN, END = "<!-- results:begin -->", "<!-- results:end -->"
SCHEMA = 2
TRANSFERS = ("h2d", "d2h", "staging")
HEAD = ["stage", "what changed", "wall [s]", "kernel %", "copies %", "staging %", "launch %", "host %", "idle %",
        "speed-up over fortran", "the same without transfers", "verdict"]
LEFT = {"stage", "what changed", "verdict"}


def fail(words):
    print(f"readme_table: {words}", file=sys.stderr)
    sys.exit(7)


def records_of(folder):
    """All records of a machine, in the order of their files and lines."""
    records = []
    for path in sorted(folder.glob("*.jsonl")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except json.JSONDecodeError as problem:
                fail(f"{path}:{number}: {problem}")
            if record.get("schema") == SCHEMA:
                records.append(record)
    return records


def complete_runs(records, root):
    """Of the sessions on the thesis case that ran each stage once and left out nobody's parent, those with the most
    stages, the newest first; of those only the ones whose case is the newest's, by its hash. Stages whose file is no longer in the tree, and plug-ins, do not count."""
    sessions = {}
    for record in records:
        if record["case"]["name"] == "thesis" and (root / record["stage"]["file"]).is_file():
            sessions.setdefault((record["session"], record["case"]["hash"]), []).append(record)
    complete = []
    for run in sessions.values():
        names = [r["stage"]["name"] for r in run]
        parents = {r["stage"]["parent"] for r in run}
        if len(set(names)) == len(names) > 1 and None in parents and not parents - {None} - set(names):
            complete.append(sorted(run, key=place))
    most = max(map(len, complete), default=0)
    runs = sorted((run for run in complete if len(run) == most), key=lambda run: max(r["time"] for r in run), reverse=True)
    return [run for run in runs if run[0]["case"]["hash"] == runs[0][0]["case"]["hash"]]


def median_s(record):
    return statistics.median(record["samples"]["wall_ns"]) * 1e-9


def shots(record):
    """A run of a batch is several of the case; a plug-in's run counts as one (harness/verify/README.md)."""
    if record.get("stage", {}).get("file", "").endswith(".so"):
        return 1
    return record.get("launch", {}).get("used", {}).get("shots", [1])[0]


def right(record):
    return record["verdict"]["passed"] and (record.get("traced") or {}).get("launch_confirmed", True)


def shares(record):
    """Of the traced wall time, in percent, by scope; None where the run was not traced."""
    traced = record.get("traced")
    if not traced or not traced["wall_ns"]:
        return None
    return {scope: 100 * ns / traced["wall_ns"] for scope, ns in traced["scopes_ns"].items()}


def without_transfers_s(record):
    """As harness/trace/scopes.h estimates it: a share of the wall time, but no less than the kernels took."""
    wall, share = median_s(record), shares(record)
    remaining = wall * (1 - sum(share[scope] for scope in TRANSFERS) / 100)
    return min(wall, max(remaining, record["traced"]["scopes_ns"]["kernel"] * 1e-9))


def row(record, original_s):
    stage = record["stage"]
    words = [f"`{stage['name']}`", stage["change"].replace("|", "\\|")]
    if not right(record):  # no time without a verdict
        return words + [""] * (len(HEAD) - 3) + ["**wrong**"]
    wall, share = median_s(record), shares(record)
    words.append(f"{wall:.3g}")
    if share:
        in_order = (share["kernel"], share["h2d"] + share["d2h"], share["staging"], share["launch"], share["host"],
                    share["idle"])
        words += [f"{value:.1f}" for value in in_order]
    else:
        words += [""] * 6
    words.append(f"{shots(record) * original_s / wall:.2f}" if original_s else "")
    words.append(f"{shots(record) * original_s / without_transfers_s(record):.2f}" if original_s and share else "")
    return words + ["right"]


def verdicts(notes):
    """By stage, the last cell of its row in the lab notebook, less the word whether that was expected."""
    rows = re.findall(r"^\| `([\w-]+)`[^|]*\|.*\| ([^|]+) \|$", notes, re.MULTILINE)
    return {stage: re.sub(r"^(half wrong|wrong|as expected[^:]*|slower): ", "", verdict) for stage, verdict in rows}


def ratios(run):
    """By stage and the hash of its file: how many times as long as its parent it takes."""
    shot_s = {r["stage"]["name"]: median_s(r) / shots(r) for r in run if right(r)}
    stages = [r["stage"] for r in run if r["stage"]["name"] in shot_s and r["stage"]["parent"] in shot_s]
    return {(s["name"], s.get("hash")): shot_s[s["name"]] / shot_s[s["parent"]] for s in stages}


def spread(values):
    """Between what more than one run gave."""
    return f" ({min(values):.3g} to {max(values):.3g} in {len(values)} runs)" if len(values) > 1 else ""


def no_gains(runs, reasons):
    """A line for each step that was not faster in the newest run than the one it starts from by more than a hundredth."""
    in_runs = [ratios(run) for run in runs]
    lines = []
    for stage in (r["stage"] for r in runs[0]):
        name, known = stage["name"], (stage["name"], stage.get("hash"))
        if in_runs[0].get(known, 0) > 0.99:
            lines.append(f"- `{name}` takes {in_runs[0][known]:.3g} times as long as `{stage['parent']}`"
                         f"{spread([one[known] for one in in_runs if known in one])}: "
                         f"{reasons.get(name, 'nobody has written down why')}.")
    return "\n\nSteps that did not help:\n\n" + "\n".join(lines) if lines else ""


def caption(runs):
    run = runs[0]
    first = run[0]
    environment, case = first["environment"], first["case"]
    gpu = environment.get("gpu")
    machine = f"{gpu['name']}, {environment['cpu']}" if gpu else environment["cpu"]
    counts = sorted({len(r["samples"]["wall_ns"]) for r in run})
    times = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    size = " x ".join(str(case[n]) for n in ("nz", "nx", "ny") if n != "ny" or case[n] > 1)
    return (f"**{machine}**, {max(r['time'] for r in run)[:10]}, commit {environment['build']['commit']}, "
            f"case `{case['name']}` ({size} cells, {case['steps']} steps, half-length {case['half_length']}), "
            f"median of {times} runs." + spread_of_original(runs))


def spread_of_original(runs):
    """The speed-ups over it are no better known than its own time."""
    times = [median_s(r) for run in runs for r in run if r["stage"]["parent"] is None and right(r)]
    if len(times) < 2:
        return ""
    return (f" This is the newest of {len(runs)} whole ladders that are kept; in them `{runs[0][0]['stage']['name']}` took {min(times):.3g} "
            f"to {max(times):.3g} s, and the speed-ups over it differ as much.")


def table(run):
    original = next((r for r in run if r["stage"]["parent"] is None and right(r)), None)
    original_s = median_s(original) if original else 0
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "|".join("---" if h in LEFT else "--:" for h in HEAD) + "|"]
    lines += ["| " + " | ".join(row(record, original_s)) + " |" for record in run]
    return "\n".join(lines)


def results(root):
    parts = []
    notes = root / "cuda_stages/wave/NOTES.md"
    reasons = verdicts(notes.read_text()) if notes.is_file() else {}
    for folder in sorted((root / "results").glob("*/")):
        if folder.name == "published":
            continue
        runs = complete_runs(records_of(folder), root)
        if runs:
            parts.append(f"{caption(runs)}\n\n{table(runs[0])}{no_gains(runs, reasons)}")
    return "\n\n".join(parts) or "No results are kept here yet: `scripts/ladder` measures this machine."


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if README.md is out of date")
    parser.add_argument("--root", type=pathlib.Path, default=pathlib.Path(__file__).resolve().parents[1],
                        help="of the source tree")
    arguments = parser.parse_args()
    readme = arguments.root / "README.md"
    try:
        old = readme.read_text()
    except OSError as problem:
        fail(f"{readme.name}: {problem.strerror}")
    if old.count(BEGIN) != 1 or old.count(END) != 1 or old.index(BEGIN) > old.index(END):
        fail(f"README.md needs the two markers {BEGIN} and {END}, once each")
    new = f"{old[:old.index(BEGIN)]}{BEGIN}\n{results(arguments.root)}\n{old[old.index(END):]}"
    if new == old:
        return 0
    if arguments.check:
        print("readme_table: README.md is out of date: run scripts/readme_table.py", file=sys.stderr)
        return 1
    readme.write_text(new)
    return 0


if __name__ == "__main__":
    sys.exit(main())
