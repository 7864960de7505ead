#!/usr/bin/env python3
"""The waterfall: what each step from the original to the best did to the wall time.

usage: scripts/plot_waterfall.py [FILE ...] [--case NAME] [--machine NAME] [--print] [--output PICTURE]
"""

from plots import finding, of_records, parts, records
from plots.caption import STATISTICS
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.rows import Bar, Panel, Row, Series
from plots.steps_chart import slide
from plots.units import seconds, times

SERIES = [Series("faster than its parent", "blue"), Series("slower than its parent", "vermilion", "///"),
          Series("no difference beyond the whiskers", "gray", "..."),
          Series("one sample of the stage or its parent: how sure is not known", "white", "xxx")]
FASTER, SLOWER, SAME, ONE_SAMPLE = range(4)
PART = len(SERIES)
PARTS = Series("of several devices or ranks: from what one computes to that with its exchange", "sky", "---")


def bars_of(run):
    by_name = {records.stage(record): record for record in run}

    def bars(record):
        time, low, high = records.wall(record)
        name = record["stage"]["parent"]
        parent = by_name.get(name)
        if parent is None or not records.right(parent):
            why = f"its parent {name} has no right record" if name else "the original"
            return [Bar(SAME, time, low, high, f"{seconds(time)}, {why}")]
        ratio, least, most = records.against(record, parent)
        words, begin = f"{seconds(time)}, {times(ratio)} {records.stage(parent)}", records.wall(parent)[0]
        if min(map(records.samples, (record, parent))) == 1:
            return [Bar(ONE_SAMPLE, time, words=f"{words}, one sample", begin=begin)]
        kind = FASTER if least > 1 else SLOWER if most < 1 else SAME
        return [Bar(kind, time, low, high, words, begin)]

    return bars


def rows_of_parts(record):
    """A row a device or rank: its shares of the traced run, of the time that was measured without a tracer."""
    if not records.right(record) or records.disturbed(record):
        return []
    rows = []
    for name, scopes in parts.own_scopes(record):
        share = records.wall(record)[0] / record["traced"]["wall_ns"]
        computes, both = scopes["kernel"] * share, (scopes["kernel"] + scopes["exchange"]) * share
        if computes:  # the axis is one of logarithms
            rows.append(Row(name, [Bar(PART, both, words=f"{seconds(computes)}, and {seconds(both - computes)} of exchange",
                                       begin=computes)]))
    return rows


def chosen(found, wanted):
    """The machines that are asked for by a part of their names, or all, the one with most right stages first, of those the
    newest; without a word that one alone."""
    found = sorted(found, key=lambda one: (sum(map(records.right, one[1])), max(r["time"] for r in one[1])), reverse=True)
    if not wanted:
        return found[:1]
    if wanted == ["all"]:
        return found
    by_name = [one for one in found if any(name.lower() in one[0].name.lower() for name in wanted)]
    if not by_name:
        raise Failure(UNUSABLE, f"no machine of these records is called {', '.join(wanted)}, but "
                                f"{'; '.join(machine.name for machine, _ in found)}")
    return by_name


def rows_and_words(run, others):
    """Rows of what was right, and a sentence each for what was not, and for what only other machines have."""
    rows = []
    for record, row in zip(run, of_records.rows_of(run, bars_of(run))):
        if row.bars:
            rows += [row, *rows_of_parts(record)]
    words = []
    if wrong := [records.stage(record) for record in run if not records.right(record)]:
        words.append(f"wrong: no time is given: {', '.join(wrong)}.")
    if absent := [row.name for row in of_records.absent(run, others)]:
        words.append(f"no record of this machine: {', '.join(absent)}.")
    return rows, words


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case)
    shown = chosen(found, getattr(arguments, "machine", None))
    panels, told = [], []
    for machine, run in shown:
        rows, words = rows_and_words(run, [r for m, r in found if m is not machine])
        panels.append(Panel(machine.name, rows or [Row("nothing was right")]))
        told += [f"{machine.name}, {one}" if len(shown) > 1 else f"{one[0].upper()}{one[1:]}" for one in words]
    if not any(bar.begin for panel in panels for row in panel.rows for bar in row.bars):
        raise Failure(NOTHING, "no stage stands beside its parent in these records")
    words = of_records.words_of(
        shown, "A bar leads from the parent's wall time to the stage's own (thick line); behind it the time, and the speed"
        f" relative to the parent. In them, {STATISTICS}.", *told)
    return slide(finding.of(shown[0][1]), words, panels, [*SERIES, PARTS], getattr(arguments, "print", False))


def options(parser):
    parser.add_argument("--machine", action="append", metavar="NAME",
                        help="a part of a machine's name; several times for several, or all (the one with most stages)")
    parser.add_argument("--print", action="store_true", help="patterns besides colours, for paper")


if __name__ == "__main__":
    of_records.run("waterfall", __doc__, draw, more=options)
