#!/usr/bin/env python3
"""The micro-benchmarks of each machine next to those of the document, as a table between two marks
of harness/predict/model/MICROBENCHMARKS.md.

usage: scripts/microbench_table.py [--check]    --check: exit 1 where the table is out of date
"""

import json
import pathlib
import sys

from plots import experiments, marked

ROOT = pathlib.Path(__file__).resolve().parents[1]
README = ROOT / "harness/predict/model/MICROBENCHMARKS.md"
# The document's row in its tables 4.3 and 4.4, and ours.
ROWS = (("special register %clock", "latency.clock_register"),
        ("function clock()", "latency.clock_function"),
        ("register", "latency.register"), ("addition", "latency.add"),
        ("subtraction", "latency.subtract"),
        ("multiplication", "latency.multiply"), ("division", "latency.divide"),
        ("global memory read", "latency.memory.read_random"),
        ("global memory write", "latency.global.write_issue"),
        ("shared memory read", "latency.shared.read"),
        ("shared memory write", "latency.shared.write"),
        ("L1 cache", "latency.l1.read"), ("L2 cache", "latency.l2.read"))


def published():
    document = json.loads((ROOT / "results/published/parra-2016.json").read_text())
    tables = {table["id"]: table["values"] for table in document["tables"]}
    sure = {name: values for name, values in tables["table 4.4"].items()}
    sure["addition"] = sure["floating point"]  # the one operation of table 4.3 that has its values
    for name, values in tables["table 4.3"].items():
        yield name, [f"{value:g}" + (f" ± {sure[name][at + 1]:g}" if name in sure
                                     and sure[name][at] == value else "")
                     for value, at in zip(values, (0, 2))]


def measured(file):
    record = json.loads(file.read_text().splitlines()[-1])
    return {(one["name"], one["at"]): f"{one['value']:.2f} ± {one['uncertainty']:.1g}"
            for one in record["measured"]}


def table():
    machines = {name: values for name, file in experiments.machine_files(ROOT).items()
                if ("latency.add", 1) in (values := measured(file))}
    lines = ["| cycles | K40, 1 warp | 32 warps | "
             + " | ".join(f"{name}, 1 warp | 32 warps" for name in machines) + " |",
             "|---" * (3 + 2 * len(machines)) + "|"]
    theirs = dict(published())
    for name, ours in ROWS:
        cells = [cell for values in machines.values()
                 for cell in (values[ours, 1], values[ours, 32])]
        lines.append(f"| {name}: `{ours}` | " + " | ".join(theirs[name] + cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(marked.main(README, "microbench", table, "scripts/microbench_table.py", sys.argv[1:]))
