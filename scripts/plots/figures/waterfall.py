"""The waterfall: what each step from the original to the best did to the wall time.

usage: ladder plot waterfall [FILE ...] [--case NAME] [--stage NAME,NAME] [--print] [--output
                             PICTURE]
"""

import math

from plots import of_records, parts, records, slide
from plots.caption import STATISTICS
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.picture import PALETTE, Picture, legend_strip
from plots.rows import Bar, Panel, Row, Series
from plots.units import seconds, times

# Behind `plots`, which reports matplotlib where it is missing.
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator  # noqa: E402

# [in] heights: of a row, of a panel's title and axis, of a line
ROW, PANEL, LEGEND = 0.21, 0.7, 0.19
STAY = "#333333"
SERIES = [Series("helped: faster than its parent by more than 1 %", "blue"),
          Series("slower: by more than 1 % than its parent", "vermilion", "///"),
          Series("no difference: less than 1 %", "gray", "..."),
          Series("inconclusive: too few pairs of samples, or an interval across 1 %",
                 "yellow", "\\\\\\"),
          Series("one sample: of the stage or its parent, so how sure is not known", "white",
                 "xxx")]
KINDS = {"helped": 0, "slower": 1, "no difference": 2, "inconclusive": 3, "one sample": 4}
STILL = KINDS["no difference"]  # a stage without a step has a line alone
SEVERAL = len(SERIES)
SERIES.append(Series("several steps: by medians, from the nearest stage that is drawn", "purple",
                     "\\"))
PART = len(SERIES)
PARTS = Series("of several devices or ranks: from what one computes to that with its exchange",
               "sky", "---")


def ancestor(record, drawn):
    """The nearest stage above it that is drawn; None where its parent is, or nothing above it."""
    above = drawn.parents.get(record["stage"]["parent"])
    while above and above not in drawn.times:
        above = drawn.parents.get(above)
    return above if record["stage"]["parent"] not in drawn.times else None


class Drawn:
    """Of the stages that are drawn the times [s], and of all the parents, by their names."""

    def __init__(self, drawn, run):
        self.times = {records.stage(one): records.wall(one)[0] for one in drawn
                      if one.answer["right"]}
        self.parents = {records.stage(one): one["stage"]["parent"] for one in run}


def bars(record, drawn=None):
    time, low, high = records.wall(record)
    if drawn and (above := ancestor(record, drawn)):
        begin = drawn.times[above]
        return [Bar(SEVERAL, time, low, high, f"{seconds(time)}, {times(begin / time)} {above}",
                    begin=begin)]
    step, name = record.answer["step"], record["stage"]["parent"]
    if step is None:
        why = f"its parent {name} has no right record" if name else "the original"
        return [Bar(STILL, time, low, high, f"{seconds(time)}, {why}")]
    words, begin = f"{seconds(time)}, {records.against_parent(step)}", step["parent"]["wall_s"]
    if step["verdict"] == "one sample":
        return [Bar(KINDS[step["verdict"]], time, words=f"{words}, one sample", begin=begin)]
    return [Bar(KINDS[step["verdict"]], time, low, high, words, begin)]


def rows_of_parts(record):
    """A row a device or rank: its shares of the traced run, of the time that was measured without a
    tracer."""
    if not record.answer["right"] or record.answer["disturbed"]:
        return []
    rows = []
    for name, scopes in parts.own_scopes(record):
        share = records.wall(record)[0] / record["traced"]["wall_ns"]
        computes, both = scopes["kernel"] * share, (scopes["kernel"] + scopes["exchange"]) * share
        if computes:  # the axis is one of logarithms
            rows.append(Row(name, [Bar(PART, both, words=f"{seconds(computes)}, and "
                                                         f"{seconds(both - computes)} of exchange",
                                       begin=computes)]))
    return rows


def drawn_of(run, stages):
    """The stages that were asked for; without any those that a slide has room for: the original,
    the fastest of the host and of all, and the largest steps, each with its parent."""
    if stages:
        names = {records.stage(record) for record in run}
        if missing := [name for name in stages if name not in names]:
            raise Failure(UNUSABLE, f"no stage {', '.join(missing)} in these records, but "
                                    f"{', '.join(sorted(names))}")
        return [record for record in run if records.stage(record) in stages]
    answer = run.answer
    return of_records.shown(run, [answer["original"], answer["host"], answer["fastest"]],
                            with_parents=True)


def rows_and_words(run, others, stages=()):
    """Rows of what was right, and a sentence each for what was not, and for what only other
    machines have."""
    rows = []
    drawn = drawn_of(run, stages)
    known = Drawn(drawn, run)
    for record, row in zip(drawn, of_records.rows_of(drawn, lambda one: bars(one, known))):
        if row.bars:
            rows += [row, *rows_of_parts(record)]
    if slide.on() and len(rows) > slide.ROWS:  # without those of devices and ranks
        rows = [row for row in of_records.rows_of(drawn, lambda one: bars(one, known))
                if row.bars]
    words = []
    if wrong := [records.stage(record) for record in run if not record.answer["right"]]:
        words.append(f"wrong: no time is given: {', '.join(wrong)}.")
    if absent := [row.name for row in of_records.absent(run, others)]:
        words.append(f"no record of this machine: {', '.join(absent)}.")
    return rows, words


def chart_row(axes, y, row, kinds, patterns):
    for bar in row.bars:
        kind = kinds[bar.series]
        begin = bar.begin if bar.begin is not None else bar.value
        if begin != bar.value:
            axes.barh(y, bar.value - begin, 0.72, left=begin, color=PALETTE[kind.colour],
                      edgecolor="black", linewidth=0.5, hatch=kind.hatch if patterns else "")
        axes.plot([bar.value, bar.value], [y - 0.36, y + 0.36], color=STAY,
                  linewidth=slide.thick(2.0), solid_capstyle="butt")
        if bar.low is not None and bar.high > bar.low:
            axes.plot([bar.low, bar.high], [y, y], color=STAY, linewidth=slide.thick(0.9))
        axes.annotate(bar.words, (max(bar.value, begin, bar.high or 0), y), (4, 0),
                      textcoords="offset points", va="center", size=slide.letters(8))


def chart_panel(axes, panel, kinds, patterns, limits):
    for y, row in enumerate(panel.rows):
        chart_row(axes, y, row, kinds, patterns)
    axes.set_xscale("log")
    axes.set_xlim(*limits)
    axes.xaxis.set_major_locator(FixedLocator(powers_of_ten(panel, limits[0])))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: seconds(value)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("wall time of a run, log scale: left is faster")
    axes.set_yticks(range(len(panel.rows)), [row.name for row in panel.rows])
    axes.set_ylim(len(panel.rows) - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    slide.head(axes, panel.title)
    axes.grid(axis="x", color="#CCCCCC", linewidth=0.5)
    axes.set_axisbelow(True)


def ends_of(panels):
    return [value for panel in panels for row in panel.rows for bar in row.bars
            for value in (bar.value, bar.begin, bar.low, bar.high) if value]


def powers_of_ten(panel, low):
    """Those that bars reach: what is right of them is there for words alone."""
    ends = ends_of([panel])
    if not ends:
        return []
    return [10.0**power for power in range(math.ceil(math.log10(low)),
                                           math.floor(math.log10(max(ends))) + 1)]


def limits_of(panels, room):
    ends = ends_of(panels)
    least, most = min(ends), max(ends)
    whole = max(most / least, 10)
    return least / whole**0.04, most * whole**room


def chart_of(title, caption, panels, kinds, patterns):
    """kinds: the series of the bars; patterns: hatches too, for print."""
    heights = [PANEL + ROW * len(panel.rows) for panel in panels]
    used = sorted({bar.series for panel in panels for row in panel.rows
                   for bar in row.bars if bar.begin is not None})
    picture = Picture(title, caption, sum(heights) + LEGEND * len(used))
    legend, *every = picture.figure.subplots(1 + len(panels), 1,
                                             height_ratios=[LEGEND * len(used), *heights])
    limits = limits_of(panels, 0.40)
    for axes, panel in zip(every, panels):
        chart_panel(axes, panel, kinds, patterns, limits)
    legend_strip(legend, [(kinds[i].label, kinds[i].colour, kinds[i].hatch if patterns else "")
                          for i in used], picture.width, edge=0.5)
    return picture


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case)
    shown = records.most_complete_first(found)[:1 if slide.on() else None]
    panels, notes = [], []
    stages = [name for name in (getattr(arguments, "stage", None) or "").split(",") if name]
    for machine, run in shown:
        rows, words = rows_and_words(run, [r for m, r in found if m is not machine], stages)
        panels.append(Panel(machine.name, rows or [Row("nothing was right")]))
        notes += [f"{machine.name}, {one}" if len(shown) > 1 else f"{one[0].upper()}{one[1:]}"
                  for one in words]
    drawn = [bar for panel in panels for row in panel.rows for bar in row.bars]
    if not stages and not any(bar.begin for bar in drawn):
        raise Failure(NOTHING, "no stage has a record of its parent in these records")
    words = of_records.words_of(
        shown, "A bar leads from the parent's wall time to the stage's own (thick line); behind "
               f"it the time, and the speed relative to the parent. In them, {STATISTICS}.", *notes)
    return chart_of(shown[0][1].answer["finding"], words, panels, [*SERIES, PARTS],
                      getattr(arguments, "print", False))


def options(parser):
    parser.add_argument("--stage", metavar="NAME,NAME",
                        help="the stages that are drawn (those that say most)")
    parser.add_argument("--print", action="store_true", help="patterns besides colours, for paper")


RECORDS = {}
