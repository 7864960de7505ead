#!/usr/bin/env python3
"""Figures 4.3, 4.4 and 4.6 to 4.14 of the thesis of 2016: clock cycles of operations and of accesses to memory, from 1 to 32
warps of a multiprocessor.

usage: scripts/plot_latencies.py [FILE ...] [--output PICTURE]

FILE is what `ladder microbench --output` wrote; without any, the newest of each machine in results/.
"""

import json
import pathlib
import sys

import microbench_table
from plots import command, experiments, lines, published
from plots.failure import NOTHING, UNUSABLE, Failure

MOST_WARPS = 32
FIGURES = {"special register %clock": "4.3", "function clock()": "4.4", "register": "4.6", "addition": "4.7", "subtraction": "4.8",
           "multiplication": "4.9", "division": "4.10", "global memory read": "4.11a", "global memory write": "4.11b",
           "shared memory read": "4.12a", "shared memory write": "4.12b", "L1 cache": "4.13", "L2 cache": "4.14"}


def last_record(path):
    """What was measured last on the machine of that file."""
    try:
        found = json.loads(path.read_text().splitlines()[-1])
        return found if found["measured"] is not None and found["device"] is not None else None
    except (OSError, UnicodeDecodeError) as problem:
        raise Failure(UNUSABLE, f"{path}: {getattr(problem, 'strerror', None) or 'this is no text'}") from problem
    except (ValueError, IndexError, KeyError, TypeError) as problem:
        raise Failure(UNUSABLE, f"{path}: this is no record of a machine: ladder microbench writes them") from problem


def name_of(row):
    return f"{row} ({FIGURES[row]})"


def curves_of(record):
    """Each row of the document's table 4.3 by warps, with its uncertainty."""
    curves = []
    for row, ours in microbench_table.ROWS:
        points = [(one["at"], one["value"], one["value"] - one["uncertainty"], one["value"] + one["uncertainty"])
                  for one in record["measured"] if one["name"] == ours and 1 <= one["at"] <= MOST_WARPS]
        if points:
            curves.append((name_of(row), points))
    return curves


def published_curves(document):
    """Both ends of each curve: the rest of it is only a picture."""
    table = document.tables["table 4.3"]["values"]
    return [(name_of(row), [(1, table[row][0], None, None), (MOST_WARPS, table[row][1], None, None)])
            for row, _ in microbench_table.ROWS]


def draw(arguments):
    files = arguments.records or list(experiments.machine_files(command.ROOT).values())
    found = [record for record in map(last_record, files) if record and curves_of(record)]
    if not found:
        raise Failure(NOTHING, "no record of a GPU has latencies: ladder microbench measures them")
    document = published.read(command.ROOT / "results/published/parra-2016.json")
    theirs = published_curves(document)
    panels = [(f"published: {document.machines['k40']['label']}, table 4.3", len(theirs), theirs)]
    for record in found:
        curves = curves_of(record)
        panels.append((record["device"]["name"], len(curves), curves))
    notes = ["Behind each name the thesis' figure. Its curves are only pictures; table 4.3 has their ends, joined by lines"
            " here, without the clock's own cost, which its figures include. Ours are chains of operations as a warp sees them: warps of one multiprocessor share its units.",
            *(f"{record['device']['name']}: {record['time'][:10]}, commit {record['commit'][:12]}." for record in found),
            f"Published: {document.content['document']['author']} {document.content['document']['year']}."]
    return lines.picture_of("Latencies of 1 to 32 warps", "\n".join(notes), panels, lines.draw_curves,
                            "warps of a multiprocessor, log scale", "clock cycles, log scale")


if __name__ == "__main__":
    made = command.parser(__doc__)
    made.add_argument("records", nargs="*", type=pathlib.Path, metavar="FILE", help="what ladder microbench wrote")
    sys.exit(command.finish("latencies", made.parse_args(), draw))
