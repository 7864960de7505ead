"""A slide of steps: a row a stage, from its parent's time to its own, on a sheet of 16 by 9."""

import textwrap

from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from plots.picture import PALETTE, Picture
from plots.units import seconds

WIDTH, HEIGHT = 10.67, 6.0  # [in]: 16 by 9
STAY = "#333333"


def draw_row(axes, y, row, kinds, patterns):
    for bar in row.bars:
        kind = kinds[bar.series]
        begin = bar.begin if bar.begin is not None else bar.value
        if begin != bar.value:
            axes.barh(y, bar.value - begin, 0.72, left=begin, color=PALETTE[kind.colour], edgecolor="black", linewidth=0.5,
                      hatch=kind.hatch if patterns else "")
        axes.plot([bar.value, bar.value], [y - 0.36, y + 0.36], color=STAY, linewidth=2.0, solid_capstyle="butt")
        if bar.low is not None and bar.high > bar.low:
            axes.plot([bar.low, bar.high], [y, y], color=STAY, linewidth=0.9)
        axes.annotate(bar.words, (max(bar.value, begin, bar.high or 0), y), (4, 0), textcoords="offset points",
                      va="center", size=axes.words_size)


def draw_panel(axes, panel, kinds, patterns, limits, count):
    axes.words_size = max(5.0, min(8.5, 270 / count))
    for y, row in enumerate(panel.rows):
        draw_row(axes, y, row, kinds, patterns)
    axes.set_xscale("log")
    axes.set_xlim(*limits)
    axes.xaxis.set_major_locator(LogLocator(numticks=8))
    axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: seconds(value)))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.set_xlabel("wall time of a run, log scale: left is faster", size=8.5)
    axes.set_yticks(range(len(panel.rows)), [row.name for row in panel.rows], size=axes.words_size)
    axes.set_ylim(count - 0.4, -0.6)
    axes.tick_params(axis="y", length=0)
    axes.tick_params(axis="x", labelsize=8)
    axes.set_title(panel.title, size=9.5)
    axes.grid(axis="x", color="#CCCCCC", linewidth=0.5)
    axes.set_axisbelow(True)


def limits_of(panels, room):
    ends = [value for panel in panels for row in panel.rows for bar in row.bars
            for value in (bar.value, bar.begin, bar.low, bar.high) if value]
    least, most = min(ends), max(ends)
    whole = max(most / least, 10)
    return least / whole**0.04, most * whole**room


def slide(title, caption, panels, kinds, patterns):
    """One panel a machine, side by side. kinds: the series of the bars; patterns: hatches too, for print."""
    picture = Picture(title, caption, None, WIDTH, scale=1.15, whole=HEIGHT)
    every = picture.figure.subplots(1, len(panels), squeeze=False)[0]
    limits = limits_of(panels, 0.20 * len(panels))
    count = max(len(panel.rows) for panel in panels)
    for axes, panel in zip(every, panels):
        draw_panel(axes, panel, kinds, patterns, limits, count)
    used = sorted({bar.series for panel in panels for row in panel.rows for bar in row.bars if bar.begin is not None})
    patches = [Patch(facecolor=PALETTE[kinds[i].colour], hatch=kinds[i].hatch if patterns else "", edgecolor="black",
                     linewidth=0.5) for i in used]
    # A ladder leads down to the left, and the last panel has the fewest rows: there is room on its lower right.
    labels = ["\n".join(textwrap.wrap(kinds[i].label, 60 if len(panels) == 1 else 34)) for i in used]
    every[-1].legend(patches, labels, loc="lower right", fontsize=8)
    return picture
