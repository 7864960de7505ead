"""Figures 4.3, 4.4 and 4.6 to 4.14 of the thesis of 2016: clock cycles of operations and of
accesses to memory, from 1 to 32 warps of a multiprocessor.

usage: ladder plot latencies [FILE ...] [--output PICTURE]

FILE is what `ladder microbench --output` wrote; without any, the newest of each machine in
results/.
"""

import json

from plots import caption, choice, command, experiments, lines, published, record_lines, slide
from plots.failure import NOTHING, UNUSABLE, Failure
from reporting.document_tables import LATENCIES

MOST_WARPS = 32
LONGER = 1.5  # times as long: more than noise
FIGURES = {"special register %clock": "4.3", "function clock()": "4.4", "register": "4.6",
           "addition": "4.7", "subtraction": "4.8",
           "multiplication": "4.9", "division": "4.10", "global memory read": "4.11a",
           "global memory write": "4.11b",
           "shared memory read": "4.12a", "shared memory write": "4.12b", "L1 cache": "4.13",
           "L2 cache": "4.14"}


def last_record(path):
    """What was measured last on the machine of that file."""
    text = record_lines.text_of(path)
    try:
        found = json.loads(text.splitlines()[-1])
        return found if found["measured"] is not None and found["device"] is not None else None
    except (ValueError, IndexError, KeyError, TypeError) as problem:
        raise Failure(UNUSABLE, f"{path}: this is no record of a machine: ladder microbench "
                                "writes them") from problem


def name_of(row):
    return f"{row} ({FIGURES[row]})"


def rows():
    """Of the document's table, by our names; both ways to read the clock are alike, and a slide has
    one."""
    return [one for one in LATENCIES if not slide.on() or one[0] != "function clock()"]


def curves_of(record):
    """Each row of the document's table 4.3 by warps, with its uncertainty."""
    curves = []
    for row, ours in rows():
        points = [(one["at"], one["value"], one["value"] - one["uncertainty"],
                   one["value"] + one["uncertainty"])
                  for one in record["measured"] if one["name"] == ours
                  and 1 <= one["at"] <= MOST_WARPS]
        if points:
            curves.append((name_of(row), points))
    return curves


def published_curves(document):
    """Both ends of each curve: the rest of it is only a picture."""
    table = document.tables["table 4.3"]["values"]
    return [
        (name_of(row), [(1, table[row][0], None, None), (MOST_WARPS, table[row][1], None, None)])
        for row, _ in rows()]


def slower(curves):
    """How many take longer with all warps than with one, and of how many."""
    ends = [(points[0][1], points[-1][1]) for _, points in curves if len(points) > 1]
    return sum(last > LONGER * first for first, last in ends), len(ends)


def finding(curves, theirs, card):
    here, there = slower(curves), slower(theirs)
    return (f"With {MOST_WARPS} warps {here[0]} of {here[1]} operations take over {LONGER} times "
            f"as long as with one, {there[0]} of {there[1]} on the {card}")


def draw(arguments):
    files = experiments.given(arguments.records, lambda path: "machine_schema" in (
        experiments.first_line(path) or {}))
    if not arguments.records:
        files = list(experiments.machine_files(command.ROOT).values())
    found = [record for record in map(last_record, files) if record and curves_of(record)]
    found = choice.named(found, arguments.machine, lambda record: record["device"]["name"])
    if not arguments.panels:  # one machine: that with the most curves, of those the newest
        found = sorted(found, key=lambda record: (len(curves_of(record)), record["time"]))[-1:]
    if not found:
        raise Failure(NOTHING, "no record of a GPU has latencies: ladder microbench measures them")
    document = published.read(command.ROOT / "results/published/parra-2016.json")
    theirs = published_curves(document)
    card = document.machines["k40"]["label"]
    panels = [(f"published: {card}, table 4.3", len(theirs), theirs)]
    for record in found:
        curves = curves_of(record)
        panels.append((record["device"]["name"], len(curves), curves))
    notes = ["Behind each name the thesis' figure. Its curves are only pictures; table 4.3 has "
             "their ends, joined by lines here, without the clock's own cost, which its figures "
             "include. Ours are chains of operations as a warp sees them: warps of one "
             "multiprocessor share its units.",
            *(f"{record['device']['name']}: {record['time'][:10]}, commit {record['commit'][:12]}."
              for record in found),
            f"Published: {caption.source(document)}."]
    return lines.picture_of(finding(panels[1][2], theirs, card), "\n".join(notes), panels,
                            lines.draw_curves, "warps of a multiprocessor, log scale",
                            "clock cycles, log scale")


options = command.add_records
