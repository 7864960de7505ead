"""What stands between the two markers of README.md: a table a machine, and the steps that did not help with the reasons."""

from plots import caption, records
from reporting import ladder_table, reasons

LEFT = {"stage", "what changed", "verdict"}


def complete_runs(machine, root):
    """Of the sessions on the thesis case that ran each stage once and left out nobody's parent, those with the most
    stages, the newest first; of those only the ones whose case is the newest's, by its hash. Stages whose file is no
    longer in the tree, and plug-ins, do not count."""
    sessions = {}
    for record in records.on_case(machine.records, "thesis"):
        if (root / record["stage"]["file"]).is_file():
            sessions.setdefault((record["session"], record["case"]["hash"]), []).append(record)
    complete = []
    for run in sessions.values():
        names = [records.stage(r) for r in run]
        parents = {r["stage"]["parent"] for r in run}
        if len(set(names)) == len(names) > 1 and None in parents and not parents - {None} - set(names):
            complete.append(sorted(run, key=records.place))
    most = max(map(len, complete), default=0)
    runs = sorted((run for run in complete if len(run) == most), key=lambda run: max(r["time"] for r in run), reverse=True)
    return [run for run in runs if run[0]["case"]["hash"] == runs[0][0]["case"]["hash"]]


def ratios(run):
    """By stage and the hash of its file: how many times as long as its parent it takes."""
    shot_s = {records.stage(r): records.wall(r)[0] for r in run if records.right(r)}
    stages = [r["stage"] for r in run if r["stage"]["name"] in shot_s and r["stage"]["parent"] in shot_s]
    return {(s["name"], s.get("hash")): shot_s[s["name"]] / shot_s[s["parent"]] for s in stages}


def spread(values):
    """Between what more than one run gave."""
    return f" ({min(values):.3g} to {max(values):.3g} in {len(values)} runs)" if len(values) > 1 else ""


def no_gains(runs, why):
    """A line for each step that was not faster in the newest run than the one it starts from by more than a hundredth."""
    in_runs = [ratios(run) for run in runs]
    lines = []
    for stage in (r["stage"] for r in runs[0]):
        name, known = stage["name"], (stage["name"], stage.get("hash"))
        if in_runs[0].get(known, 0) > 0.99:
            lines.append(f"- `{name}` takes {in_runs[0][known]:.3g} times as long as `{stage['parent']}`"
                         f"{spread([one[known] for one in in_runs if known in one])}: "
                         f"{why.get(name, 'nobody has written down why')}.")
    return "\n\nSteps that did not help:\n\n" + "\n".join(lines) if lines else ""


def heading(machine, runs):
    run = runs[0]
    first, case = run[0], run[0]["case"]
    return (f"**{machine.name}**, {max(r['time'] for r in run)[:10]}, commit {first['environment']['build']['commit']}, "
            f"case `{case['name']}` ({caption.cells(case)} cells, {case['steps']} steps, half-length {case['half_length']}), "
            f"median of {caption.span(list(map(records.samples, run)))} runs." + in_fewer_steps(run) + spread_of_original(runs))


def in_fewer_steps(run):
    """Their times stand for all steps, but first steps differ from later ones, in caches and clocks."""
    steps = [r["timed_steps"] for r in run if r.get("timed_steps", r["case"]["steps"]) < r["case"]["steps"]]
    if not steps:
        return ""
    return (f" {len(steps)} of the {len(run)} stages were timed over {caption.span(steps)} of the steps, and their times are"
            " multiplied.")


def spread_of_original(runs):
    """The speed-ups over it are no better known than its own time."""
    times = [ladder_table.median_s(r) for run in runs for r in run if r["stage"]["parent"] is None and records.right(r)]
    if len(times) < 2:
        return ""
    return (f" This is the newest of {len(runs)} whole ladders that are kept; in them `{records.stage(runs[0][0])}` took"
            f" {min(times):.3g} to {max(times):.3g} s, and the speed-ups over it differ as much.")


def line(cells):
    return "| " + " | ".join(cells) + " |"


def row(record, original_s):
    name, change, *numbers, verdict = ladder_table.row(record, original_s)
    return line([f"`{name}`", change.replace("|", "\\|"), *numbers, verdict if verdict == "right" else f"**{verdict}**"])


def table(run):
    original = next((r for r in run if r["stage"]["parent"] is None and records.right(r)), None)
    original_s = ladder_table.median_s(original) if original else 0
    rule = "|" + "|".join("---" if name in LEFT else "--:" for name in ladder_table.HEAD) + "|"
    rows = "\n".join([line(ladder_table.HEAD), rule, *(row(record, original_s) for record in run)])
    return "\n\n".join([rows, *(told.replace("*", "\\*") for told in ladder_table.notes(run))])


def results(root):
    """For each machine the newest complete run of the whole ladder."""
    why = reasons.of(root)
    parts = []
    for machine in records.read([], root, whole=True):
        runs = complete_runs(machine, root)
        if runs:
            parts.append(f"{heading(machine, runs)}\n\n{table(runs[0])}{no_gains(runs, why)}")
    return "\n\n".join(parts) or "No results are kept here yet: `scripts/ladder` measures this machine."
