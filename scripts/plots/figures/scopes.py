"""Which scope had how much of the traced run of each stage, as parts of a mean time step.

usage: ladder plot scopes [FILE ...] [--case NAME] [--output PICTURE]

These are sums over the whole run, so the scopes are drawn one after another, always in the same
order; `ladder plot timeline` draws the order within one step. Of several devices or ranks each has
a row of its own below the stage's.
"""

from plots import of_records, parts, records, slide
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import seconds

# In the order in which a moment is given to the first that matches (harness/bench/trace).
SERIES = [Series("kernel: a kernel runs; on the host: inside the stage", "blue", "..."),
          Series("h2d: a copy to the device runs", "orange", "///"),
          Series("d2h: a copy to the host runs", "yellow", "\\\\\\"),
          Series("exchange: all wait for data of other devices or ranks", "vermilion", "ooo"),
          Series("staging: the host is inside a copy call", "purple", "xxx"),
          Series("launch: inside another call of the runtime", "black"),
          Series("stage: the stage's own code on the host", "green", "+++"),
          Series("host: the driver's own loops", "sky", "---"),
          Series("idle: none of these", "gray")]


def stacked(scopes, wall):
    made, begin = [], 0
    for index, series in enumerate(SERIES):
        share = 100 * scopes.get(series.label.split(":")[0], 0) / wall
        if share > 0:
            made.append(Bar(index, begin + share, begin=begin))
        begin += share
    return made


def bars(record):
    traced = record["traced"]
    if not traced:
        return []
    made = stacked(traced["scopes_ns"], traced["wall_ns"])
    made[-1].words = seconds(records.scopes(record, *traced["scopes_ns"]) / record["case"]["steps"])
    return made


def rows_of(run):
    """A row a stage, and one for each of its devices or ranks."""
    made = []
    run = of_records.shown(run, traced=True)
    for record, row in zip(run, of_records.rows_of(run, bars)):
        made.append(row)
        if row.bars:
            made += [Row(name, stacked(scopes, record["traced"]["wall_ns"]))
                     for name, scopes in parts.own_scopes(record)]
    if slide.on() and len(made) > slide.ROWS:  # without those of devices and ranks
        return of_records.rows_of(run, bars)
    return made


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    panels = [Panel(machine.name, rows_of(run)
                    + of_records.absent(run, [r for m, r in found if m is not machine]))
              for machine, run in found]
    if not any(row.bars for panel in panels for row in panel.rows):
        raise Failure(NOTHING, "no record of a traced run is there")
    words = of_records.words_of_traced(
        found,
        "The scopes of one traced run, divided by its time steps; behind the bars the mean time of "
        "a step, copies before and after the time loop included. Sums, not the order within a "
        "step; no whiskers, since one run is traced. A device or a rank is idle where it neither "
        "computes nor exchanges: the step takes as long as the slowest.")
    last = [row for row in panels[0].rows if row.bars][-1]
    most = max(last.bars, key=lambda bar: bar.value - bar.begin)
    title = (f"{last.name}: the scope {SERIES[most.series].label.split(':')[0]} takes "
             f"{most.value - most.begin:.0f} % of a step")
    return picture_of(title, words, panels, SERIES,
                      Axis("part of a time step [%]", room=0.2), side_by_side=False)


RECORDS = {}
