#!/usr/bin/env python3
"""Which scope had how much of the traced run of each stage, as parts of a mean time step.

usage: scripts/plot_scopes.py [FILE ...] [--case NAME] [--output PICTURE]

These are sums over the whole run, so the scopes stand one after another, always in the same order; plot_timeline.py
draws the order within one step.
"""

from plots import of_records, records
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Series, picture_of
from plots.units import seconds

# In the order in which a moment is given to the first that matches (harness/trace).
SERIES = [Series("kernel: a kernel runs; on the host: inside the stage", "blue", "..."),
          Series("h2d: a copy to the device runs", "orange", "///"),
          Series("d2h: a copy to the host runs", "yellow", "\\\\\\"),
          Series("staging: the host is inside a copy call", "purple", "xxx"),
          Series("launch: inside another call of the runtime", "black"),
          Series("stage: the stage's own code on the host", "green", "+++"),
          Series("host: the driver's own loops", "sky", "---"),
          Series("idle: none of these", "gray")]


def bars(record):
    traced = record["traced"]
    if not traced:
        return []
    made, begin = [], 0
    for index, series in enumerate(SERIES):
        share = 100 * traced["scopes_ns"].get(series.label.split(":")[0], 0) / traced["wall_ns"]
        if share > 0:
            made.append(Bar(index, begin + share, begin=begin))
        begin += share
    made[-1].words = seconds(records.scopes(record, *traced["scopes_ns"]) / record["case"]["steps"])
    return made


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case)
    panels = [Panel(machine.name, of_records.rows_of(run, bars)
                    + of_records.absent(run, [r for m, r in found if m is not machine])) for machine, run in found]
    if not any(row.bars for panel in panels for row in panel.rows):
        raise Failure(NOTHING, "no record of a traced run is there")
    words = of_records.words_of(
        found, "The scopes of one traced run, divided by its time steps; behind the bars the mean time of a step, copies"
        " before and after the time loop included. Sums, not the order within a step; no whiskers, since one run is traced.")
    return picture_of("Where a time step goes", words, panels, SERIES, Axis("part of a time step [%]", room=0.2),
                      beside=False)


if __name__ == "__main__":
    of_records.run("scopes", __doc__, draw)
