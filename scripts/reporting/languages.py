"""The table of results/LANGUAGES.md: what each language costs, from the records of all machines."""

import json

from plots import caption, experiments, languages, records
from plots.units import seconds

CASES = ("thesis", "heat-128", "heat-512")
HEAD = ("on", "language", "stage", "statements", "steps", "wall", "share of the best",
        "of it the bridge")
NAMES = {"cuda": "GPU", "host": "CPU"}


def bridges(root):
    """[ns] of a run that the bridge took, by session and stage, as scripts/languages/run kept
    it."""
    found = {}
    for folder in experiments.folders(root, experiment="languages*"):
        for path in folder.glob("bridge*.jsonl"):
            kept = folder / path.name.removeprefix("bridge-")
            first = experiments.first_line(kept)
            for line in map(json.loads, path.read_text().splitlines() if first else ()):
                found[first.get("session"), line["stage"]] = sum(line["bridge_ns"].values())
    return found


def row(one, bridge):
    took = bridge.get((one.record["session"], one.stage))
    return (
        NAMES[languages.device(one)],
        one.language,
        f"`{one.stage}`",
        str(one.statements),
        str(one.record["case"]["steps"]),
        seconds(one.wall_s),
        f"{100 * one.share:.3g} % of `{one.of}`",
        seconds(1e-9 * took) if took else "",
    )


def table(machine, case, bridge):
    """None where no language was measured next to CUDA or C."""
    found = languages.fastest(languages.of_machine(machine, case))
    if not found:
        return None
    rows = [HEAD, ("---", "---", "---", "--:", "--:", "--:", "--:", "--:")]
    order = sorted(found, key=lambda one: (languages.device(one), -one.share))
    rows += [row(one, bridge) for one in order]
    lines = ("| " + " | ".join(words) + " |" for words in rows)
    said = caption.measured(machine, [one.record for one in found])
    return f"**{case}.** {said}\n\n" + "\n".join(lines)


def tables(root):
    bridge = bridges(root)
    machines = records.read([], root, whole=True)
    made = [table(machine, case, bridge) for case in CASES for machine in machines]
    return "\n\n".join(one for one in made if one) or "No language has been measured yet."
