#!/usr/bin/env python3
"""The waterfall: how much faster or slower each stage is than its parent.

usage: scripts/plot_waterfall.py [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records
from plots.caption import STATISTICS
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Series, picture_of
from plots.units import times

SERIES = [Series("faster than its parent", "blue"), Series("slower than its parent", "vermilion", "///"),
          Series("no difference beyond the whiskers", "gray", "..."),
          Series("one sample of the stage or its parent: how sure is not known", "white", "xxx")]
FASTER, SLOWER, SAME, ONE_SAMPLE = range(4)


def bars_of(run):
    by_name = {records.stage(record): record for record in run}

    def bars(record):
        parent = by_name.get(record["stage"]["parent"])
        if parent is None or not records.right(parent):
            return []
        ratio, low, high = records.against(record, parent)
        words = f"{times(ratio)} {records.stage(parent)}"
        if min(map(records.samples, (record, parent))) == 1:
            return [Bar(ONE_SAMPLE, ratio, words=f"{words}, one sample")]
        kind = FASTER if low > 1 else SLOWER if high < 1 else SAME
        return [Bar(kind, ratio, low, high, words)]

    return bars


def rows(run):
    made = of_records.rows_of(run, bars_of(run))
    for row, record in zip(made, run):
        parent = record["stage"]["parent"]
        if not row.bars and records.right(record):
            row.words = f"its parent {parent} has no right record" if parent else "the original: no parent"
    return made


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case)
    panels = [Panel(machine.name, rows(run) + of_records.absent(run, [r for m, r in found if m is not machine]))
              for machine, run in found]
    if not any(row.bars for panel in panels for row in panel.rows):
        raise Failure(NOTHING, "no stage stands beside its parent in these records")
    words = of_records.words_of(
        found, "Bars: the parent's wall time over the stage's, so the right is faster; behind them the speed-up and the"
        " parent. Whiskers: the least and the most that both intervals allow, which is wider than the interval of the"
        f" ratio. In them, {STATISTICS}.")
    return picture_of("Each stage against its parent", words, panels, SERIES,
                      Axis("speed relative to the parent, log scale", log=True, base=1, mark=1, room=0.3), beside=False)


if __name__ == "__main__":
    of_records.run("waterfall", __doc__, draw)
