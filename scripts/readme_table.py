#!/usr/bin/env python3
"""Writes the table of results into README.md, between its two markers, from the records in results/, and below it the
steps that did not help, with the reasons from cuda_stages/NOTES.md.

usage: scripts/readme_table.py [--check] [--root DIR]

For each machine (a folder of results/) the newest complete run of the whole ladder is taken. With --check nothing
is written; exit 1 if README.md is out of date. Exit 7 if a file is unusable.
"""

import argparse
import json
import pathlib
import re
import statistics
import sys

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


def place(record):
    """Where a stage stands in the ladder: the number that its file's name begins with."""
    number = re.match(r"\d+", pathlib.PurePosixPath(record["stage"]["file"]).name)
    return int(number.group()) if number else 10**6


def newest_complete_run(records, root):
    """Of the sessions on the thesis case that ran each stage once and left out nobody's parent, the newest among
    those with the most stages. Stages whose file is no longer in the tree, and plug-ins, do not count."""
    sessions = {}
    for record in records:
        if record["case"]["name"] == "thesis" and (root / record["stage"]["file"]).is_file():
            sessions.setdefault((record["session"], record["case"]["hash"]), []).append(record)
    best, best_rank = [], None
    for run in sessions.values():
        names = [r["stage"]["name"] for r in run]
        parents = {r["stage"]["parent"] for r in run}
        if len(set(names)) != len(names) or None not in parents or parents - {None} - set(names):
            continue
        rank = (len(names), max(r["time"] for r in run))
        if len(names) > 1 and (best_rank is None or rank > best_rank):
            best, best_rank = run, rank
    return sorted(best, key=place)


def median_s(record):
    return statistics.median(record["samples"]["wall_ns"]) * 1e-9


def shots(record):
    """A run of a batch is several of the case."""
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


def no_gains(run, reasons):
    """A line for each step that is not faster than the one it starts from by more than a hundredth."""
    shot_s = {r["stage"]["name"]: median_s(r) / shots(r) for r in run if right(r)}
    lines = []
    for stage in (r["stage"] for r in run):
        name, parent = stage["name"], stage["parent"]
        if name in shot_s and parent in shot_s and shot_s[name] > 0.99 * shot_s[parent]:
            lines.append(f"- `{name}` takes {shot_s[name] / shot_s[parent]:.3g} times as long as `{parent}`: "
                         f"{reasons.get(name, 'nobody has written down why')}.")
    return "\n\nSteps that did not help:\n\n" + "\n".join(lines) if lines else ""


def caption(run):
    first = run[0]
    environment, case = first["environment"], first["case"]
    gpu = environment.get("gpu")
    machine = f"{gpu['name']}, {environment['cpu']}" if gpu else environment["cpu"]
    counts = sorted({len(r["samples"]["wall_ns"]) for r in run})
    times = f"{counts[0]}" if len(counts) == 1 else f"{counts[0]} to {counts[-1]}"
    size = " x ".join(str(case[n]) for n in ("nz", "nx", "ny") if n != "ny" or case[n] > 1)
    return (f"**{machine}**, {max(r['time'] for r in run)[:10]}, commit {environment['build']['commit']}, "
            f"case `{case['name']}` ({size} cells, {case['steps']} steps, half-length {case['half_length']}), "
            f"median of {times} runs.")


def table(run):
    original = next((r for r in run if r["stage"]["parent"] is None and right(r)), None)
    original_s = median_s(original) if original else 0
    lines = ["| " + " | ".join(HEAD) + " |", "|" + "|".join("---" if h in LEFT else "--:" for h in HEAD) + "|"]
    lines += ["| " + " | ".join(row(record, original_s)) + " |" for record in run]
    return "\n".join(lines)


def results(root):
    parts = []
    notes = root / "cuda_stages/NOTES.md"
    reasons = verdicts(notes.read_text()) if notes.is_file() else {}
    for folder in sorted((root / "results").glob("*/")):
        if folder.name == "published":
            continue
        run = newest_complete_run(records_of(folder), root)
        if run:
            parts.append(f"{caption(run)}\n\n{table(run)}{no_gains(run, reasons)}")
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
