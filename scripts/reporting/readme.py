"""The tables of the thesis' ladder: some of its stages for README.md; all of them, with the reasons
of steps that did not help."""

from plots import caption, records
from reporting import ladder_table, reasons
from reporting.ladder_table import line

LEFT = {"stage", "what changed", "verdict"}
# The steps of the port that readers ask for first: the thesis' own, and where the gains are.
SOME = ("fortran", "c-O3", "c-omp", "c-neighbours", "gmem-eb", "smem", "pinned", "resident",
        "fused", "persistent", "halo-last")
SOME_HEAD = ["stage", "what changed", "wall [s]", "largest share of it", "speed-up over {host}",
             "speed-up over fortran", "verdict"]


def complete_runs(machine, root):
    """Of the sessions on the thesis case that ran each stage once and left out nobody's parent,
    those with the most stages, the newest first; of those only the ones whose case is the newest's,
    by its hash. Stages whose file is no longer in the tree, and plug-ins, do not count."""
    sessions = records.grouped((record for record in records.on_case(machine.records, "thesis")
                                if (root / record["stage"]["file"]).is_file()),
                               lambda record: (record["session"], record["case"]["hash"]))
    complete = []
    for run in sessions.values():
        names = [records.stage(r) for r in run]
        parents = {r["stage"]["parent"] for r in run}
        if (len(set(names)) == len(names) > 1 and None in parents
                and not parents - {None} - set(names)):
            complete.append(sorted(run, key=records.place))
    most = max(map(len, complete), default=0)
    runs = sorted((run for run in complete if len(run) == most),
                  key=lambda run: max(r["time"] for r in run), reverse=True)
    return [run for run in runs if run[0]["case"]["hash"] == runs[0][0]["case"]["hash"]]


def spread(values):
    """Between what more than one run gave."""
    return (f" ({min(values):.3g} to {max(values):.3g} in {len(values)} runs)" if len(values) > 1
            else "")


def steps(run):
    """By stage and the hash of its file, of those that were compared with their parent: what the
    program says of the step."""
    return {(stage["name"], stage.get("hash")): record.answer["step"]
            for record in run if record.answer["step"]
            and (stage := record["stage"])["parent"] == record.answer["step"]["parent"]["stage"]}


def factor(step):
    words = f"{step['change']['ratio']:.3g} times as long as `{step['parent']['stage']}`"
    return words + (f" ({step['change_of_medians']:.3g} by medians: drift)" if step["drift"]
                    else "")


def no_gains(runs, why):
    """A line for each step of the newest run that was slower than its parent or made no difference.
    What is undecided is named, and has a line where somebody has written down why."""
    in_runs = [steps(run) for run in runs]
    sure, unsure, names = [], [], []
    for known, step in in_runs[0].items():
        name = known[0]
        if step["verdict"] == "helped":
            continue
        in_others = spread([one[known]["change"]["ratio"] for one in in_runs if known in one])
        line = (f"- `{name}` takes {factor(step)}{in_others}: "
                f"{why.get(name, 'nobody has written down why')}.")
        if step["verdict"] in ("slower", "no difference"):
            sure.append(line)
        elif name in why:
            unsure.append(line)
        else:
            names.append(f"`{name}`")
    words = "\n\nSteps that did not help:\n\n" + "\n".join(sure) if sure else ""
    if unsure or names:
        words += ("\n\nSteps that are undecided, with too few pairs of samples or an "
                  "interval across 1 %:\n\n")
        words += "\n".join(unsure + [f"- {', '.join(names)}."] * bool(names))
    return words


def heading(machine, runs):
    run = runs[0]
    first, case = run[0], run[0]["case"]
    return (f"**{machine.name}**, {max(r['time'] for r in run)[:10]}, commit "
            f"{first['environment']['build']['commit']}, case `{case['name']}` "
            f"({caption.cells(case)} cells, {case['steps']} steps, half-length "
            f"{case['half_length']}), median of {caption.span([r.answer['samples'] for r in run])} "
            "runs." + in_fewer_steps(run) + spread_of_original(machine, run))


def in_fewer_steps(run):
    """Their times are extrapolated to all steps, but first steps differ from later ones, in caches
    and clocks."""
    steps = [r["timed_steps"]
             for r in run if r.get("timed_steps", r["case"]["steps"]) < r["case"]["steps"]]
    if not steps:
        return ""
    return (f" {len(steps)} of the {len(run)} stages were timed over {caption.span(steps)} of the "
            "steps, and their times are multiplied.")


def spread_of_original(machine, run):
    """The speed-ups over it are no better known than its own time, which is that of one core of a
    host that others use too."""
    times = [ladder_table.run_s(r) for r in machine.records
             if r["stage"]["parent"] is None and r.answer["right"]
             and r["case"]["hash"] == run[0]["case"]["hash"]]
    if len(times) < 2:
        return ""
    return (f" In {len(times)} sessions `{records.stage(run[0])}` took {min(times):.3g} to "
            f"{max(times):.3g} s, and the speed-ups over it differ as much.")


def row(record):
    name, change, *numbers, verdict = ladder_table.row(record)
    return line([f"`{name}`", change.replace("|", "\\|"), *numbers,
                 verdict if verdict == "right" else f"**{verdict}**"])


def table(run):
    head = ladder_table.head(ladder_table.HEAD, run)
    rule = "|" + "|".join("---" if name in LEFT else "--:" for name in head) + "|"
    rows = "\n".join([line(head), rule, *map(row, run)])
    return "\n\n".join([rows, *(words.replace("*", "\\*") for words in ladder_table.notes(run))])


def largest_share(record):
    """In words; nothing for a run that was not traced, or was disturbed by the tracer."""
    share = ladder_table.shares(record)
    if not share or record.answer["disturbed"]:
        return ""
    share = {"copies": share.pop("h2d") + share.pop("d2h"), **share}
    scope = max(share, key=share.get)
    return f"{scope} {share[scope]:.0f} %"


def short_row(record):
    name, change, wall, *_, over_host, speedup, _, verdict = ladder_table.row(record)
    right = verdict == "right"
    return line([f"`{name}`", change, wall, largest_share(record) if right else "", over_host,
                 speedup, verdict if right else f"**{verdict}**"])


def some_stages(root):
    """Of the machine with the most stages in its newest complete run, a row for each of SOME."""
    runs = [(machine, complete_runs(machine, root))
            for machine in records.read([], root, whole=True)]
    machine, complete = max(runs, key=lambda one: len(one[1][0]) if one[1] else 0,
                            default=(None, []))
    if not complete:
        return "No results are recorded here yet: `scripts/ladder` measures this machine."
    rows = [short_row(record) for record in complete[0] if records.stage(record) in SOME]
    head = ladder_table.head(SOME_HEAD, complete[0])
    rule = "|" + "|".join("--:" if name.startswith(("wall", "speed-up")) else "---"
                          for name in head) + "|"
    return f"{heading(machine, complete)}\n\n" + "\n".join([line(head), rule, *rows])


def results(root):
    """For each machine the newest complete run of the whole ladder."""
    why = reasons.of(root)
    parts = []
    for machine in records.read([], root, whole=True):
        runs = complete_runs(machine, root)
        if runs:
            parts.append(f"{heading(machine, runs)}\n\n{table(runs[0])}{no_gains(runs, why)}")
    return ("\n\n".join(parts)
            or "No results are recorded here yet: `scripts/ladder` measures this machine.")
