"""Steps: a row a stage, from its parent's time to its own."""

import math

from matplotlib.patches import Patch
from matplotlib.ticker import FixedLocator, FuncFormatter, NullLocator

from plots import slide
from plots.picture import PALETTE, Picture, legend_strip
from plots.units import seconds

# [in] heights: of a row, of a panel's title and axis, of a line
ROW, PANEL, LEGEND = 0.21, 0.7, 0.19
STAY = "#333333"


def draw_row(axes, y, row, kinds, patterns):
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


def draw_panel(axes, panel, kinds, patterns, limits):
    for y, row in enumerate(panel.rows):
        draw_row(axes, y, row, kinds, patterns)
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


def picture_of(title, caption, panels, kinds, patterns):
    """kinds: the series of the bars; patterns: hatches too, for print."""
    heights = [PANEL + ROW * len(panel.rows) for panel in panels]
    used = sorted({bar.series for panel in panels for row in panel.rows
                   for bar in row.bars if bar.begin is not None})
    picture = Picture(title, caption, sum(heights) + LEGEND * len(used))
    legend, *every = picture.figure.subplots(1 + len(panels), 1,
                                             height_ratios=[LEGEND * len(used), *heights])
    limits = limits_of(panels, 0.40)
    for axes, panel in zip(every, panels):
        draw_panel(axes, panel, kinds, patterns, limits)
    legend_strip(
        legend, [Patch(facecolor=PALETTE[kinds[i].colour], hatch=kinds[i].hatch if patterns else "",
                       edgecolor="black", linewidth=0.5) for i in used],
        [kinds[i].label for i in used], picture.width)
    return picture
