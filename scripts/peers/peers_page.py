"""results/PEERS.md from records of `scripts/peers/table`: a table for each device, a row for the
best of each program."""

import json
import statistics

from peer_run import answered
from plots import experiments

EXPERIMENT = "peers-table*"
PROGRAMS = {
    "devito": "Devito",
    "deepwave": "Deepwave",
    "simwave": "simwave",
    "sweep": "SWEEP",
    "torch": "PyTorch",
}
HEAD = """# ladder and other programs on the same cases

`scripts/peers/table` makes this page anew; [scripts/peers](../scripts/peers/README.md#the-table)
says how the programs are compared. A row is the best of a program; "times" is its median wall time
over that of ladder's best stage, "error" what its verdict found of what it allows. What is wrong
has no time.
"""


def kept_folders(root):
    folders = experiments.folders(root, experiment=EXPERIMENT)
    return [folder for folder in folders if (folder / "records.jsonl").is_file()]


def lines_of(folder, name):
    """Of a file that may be missing."""
    file = folder / name
    return file.read_text().splitlines() if file.is_file() else []


def program_of(record):
    return PROGRAMS.get(record["stage"]["name"].split("-")[0], "ladder")


def case_of(record):
    """In words, and what sorts it."""
    case = record["case"]
    if record["problem"] == "heat":
        return f"{case['name']}, {case['steps']} steps", (2, case["nz"], 0)
    order = 2 * case["half_length"]
    if case.get("ny", 1) > 1:
        return (
            f"{case['nz']} x {case['nx']} x {case['ny']}, order {order}, {case['steps']} steps",
            (1, case["nz"], order),
        )
    return f"{case['name']}, order {order}, {case['steps']} steps", (0, case["nz"], order)


def device_of(record):
    environment = record["environment"]
    if record["stage"]["device"] == "cuda":
        return environment["gpu"]["name"]
    cores, used = environment["cores"], environment["affinity"]
    return f"{environment['cpu']}, {cores if used == cores else f'{used} of {cores}'} cores"


def median(record):
    return statistics.median(record["samples"]["wall_ns"])


def interval(record):
    """Of the median; of fewer samples than it takes for one, from the least to the most."""
    low, high = (record["summary"][name] for name in ("low_ns", "high_ns"))
    samples = record["samples"]["wall_ns"]
    return (min(samples), max(samples)) if low is None else (low, high)


class Measured:
    """What one folder has of one case on one device."""

    def __init__(self, records):
        self.by_program = {}
        for record in records:
            known = self.by_program.get(program_of(record))
            if known is None or self.place(record) < self.place(known):
                self.by_program[program_of(record)] = record
        self.rows = sorted(self.by_program.values(), key=self.place)

    @staticmethod
    def place(record):
        return not record.answer["right"], median(record)

    def ahead(self):
        """Pairs of programs that are right, the faster one first, whose intervals are apart."""
        right = [record for record in self.rows if record.answer["right"]]
        return {
            (program_of(one), program_of(other))
            for one in right
            for other in right
            if interval(one)[1] < interval(other)[0]
        }


def read(ladder, folders):
    """Of each device: of each case, by what sorts it, its words and what each folder has of it, the
    newest last."""
    devices = {}
    for folder in folders:
        found = {}
        for record in answered(ladder, folder / "records.jsonl"):
            words, key = case_of(record)
            found.setdefault((device_of(record), key, words), []).append(record)
        for (device, key, words), records in found.items():
            devices.setdefault(device, {}).setdefault((key, words), []).append(Measured(records))
    return devices


def row(case, record, best):
    verdict, stage = record["verdict"], record["stage"]
    ours = program_of(record) in ("ladder", "PyTorch", "Devito")
    how = f"`{stage['name']}`" if ours else stage["file"].split(",")[0]
    error = f"{verdict['error']:.1e} of {verdict['limit']:.1e}"
    if not record.answer["right"]:
        return f"| {case} | {program_of(record)} | {how} | | | | wrong: {error} |"
    wall = median(record)
    times = f"{wall / median(best):.2f}" if best and best.answer["right"] else ""
    return (
        f"| {case} | {program_of(record)} | {how} | {1e-9 * wall:.3g} |"
        f" {record['work']['point_updates'] / wall:.3g} |"
        f" {times} | {error} |"
    )


def table(device, cases):
    newest = {key: runs[-1] for key, runs in sorted(cases.items())}
    firsts = [one.rows[0] for one in newest.values()]
    side = "device" if firsts[0]["stage"]["device"] == "cuda" else "host"
    copies = sorted({round(1e-9 * record["floor"]["speeds"][side]["copy_bytes_per_s"])
                     for record in firsts})
    commits = sorted({record["environment"]["build"]["commit"][:18] for record in firsts})
    days = sorted({record["time"][:10] for record in firsts})
    lines = [
        f"## {device}",
        "",
        f"{' and '.join(days)}, commit {', '.join(commits)}; the memory copied {copies[0]} to"
        f" {copies[-1]} GB/s, bytes read and written, in that hour.",
        "",
        "| case | program | stage, or version | wall [s] | Gpoint/s | times | error |",
        "|---|---|---|--:|--:|--:|---|",
    ]
    for (_, case), one in newest.items():
        best = one.by_program.get("ladder")
        lines += [row(case if i == 0 else "", record, best) for i, record in enumerate(one.rows)]
    return [*lines, "", *orders(cases), ""]


def orders(cases):
    """Whether runs of the command gave the same order: no two programs are apart one way in a run,
    and the other way in another."""
    runs = {
        words: [one.ahead() for one in found]
        for (_, words), found in sorted(cases.items())
        if len(found) > 1
    }
    if not runs:
        return ["Measured once."]
    other = {words: contradictions(set.union(*found)) for words, found in runs.items()}
    same = sum(not pairs for pairs in other.values())
    return [
        f"Cases measured more than once: {len(runs)}, of which {same} gave the same order each"
        " time, of all programs whose intervals are apart.",
        *(f"\nAnother order, {words}: {', '.join(two)}" for words, two in other.items() if two),
    ]


def contradictions(ahead):
    """Pairs of programs of which each is ahead of the other once."""
    return sorted(f"{one} and {two}" for one, two in ahead if (two, one) in ahead and one < two)


def migrations(folders):
    lines = []
    for folder in folders:
        for one in map(json.loads, lines_of(folder, "migration.jsonl")):
            lines.append(
                f"| {folder.parent.name} | {PROGRAMS[one['peer']]} | {one['seconds']:.2f} |"
                f" {one['ladder_seconds']:.2f} |"
                f" {one['correlation']:.5f} | {one['correlation_below_250_m']:.5f} |"
            )
    head = [
        "## Images of a migration",
        "",
        "Five shots over layers, 201 x 111 cells; ladder's seconds are those of the whole command, "
        "a peer's those of its calls.",
        "",
        "| machine | program | its seconds | ladder's | correlation | below 250 m |",
        "|---|---|--:|--:|--:|--:|",
    ]
    return [*head, *lines, ""] if lines else []


def missing(folders):
    lines = dict.fromkeys(line for folder in folders for line in lines_of(folder, "not_run.txt"))
    return ["## What is not there", "", *(f"- {line}" for line in lines), ""] if lines else []


def page(ladder, folders):
    lines = [HEAD]
    for device, cases in sorted(read(ladder, folders).items()):
        lines += table(device, cases)
    return "\n".join([*lines, *migrations(folders), *missing(folders)]).rstrip() + "\n"
