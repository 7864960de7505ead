"""Horizontal bars in rows, a panel a machine: side by side on a slide, else one above the other,
for a phone."""

import math
import re
from dataclasses import dataclass, field, replace

from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, MaxNLocator, NullLocator

from plots import choice, slide
from plots.lines import PAPER
from plots.picture import PALETTE, Picture, legend_strip, strip_above
from plots.slide import inches
from plots.units import significant

# [in] a bar, between rows, a panel's title and axis, a line
BAR, GAP, PANEL, LEGEND = 0.14, 0.08, 0.62, 0.19


@dataclass
class Series:
    """How the bars of one quantity look: a colour, and a hatch that distinguishes it in gray."""
    label: str
    colour: str
    hatch: str = ""


@dataclass
class Bar:
    series: int
    value: float
    low: float = None    # whiskers, where there are any
    high: float = None
    words: str = ""      # behind the bar
    begin: float = None  # where it is stacked on another bar


@dataclass
class Row:
    name: str
    bars: list = field(default_factory=list)
    words: str = ""  # in place of bars that are missing


@dataclass
class Panel:
    title: str
    rows: list
    published: bool = False


@dataclass
class Axis:
    label: str
    log: bool = False
    mark: float = None     # a line to compare with
    room: float = 0.35     # for the words behind the bars, in parts of the axis
    together: bool = True  # panels have the same axis


def draw_bar(axes, y, bar, style, base, width):
    """Returns where it ends, with its whisker."""
    base = base if bar.begin is None else bar.begin
    axes.barh(y, bar.value - base, width, left=base, color=PALETTE[style.colour], hatch=style.hatch,
              edgecolor="black", linewidth=0.6)
    if bar.low is None or bar.high <= bar.low:
        return max(bar.value, base)
    axes.errorbar(bar.value, y, xerr=[[bar.value - bar.low], [bar.high - bar.value]], color="black",
                  capsize=slide.thick(2), linewidth=slide.thick(0.9), capthick=slide.thick(0.9))
    return max(bar.high, base)


def say(axes, words, x, y, size):
    axes.annotate(words, (x, y), (slide.thick(4), 0), textcoords="offset points", va="center",
                  size=slide.letters(size),
                  bbox={**PAPER, "boxstyle": "square,pad=0"} if x < axes.mark else None)


def draw_row(axes, index, row, series, base, lanes):
    """Each bar has its words; where a slide has no room for so many, the first has, behind the
    longest."""
    share = BAR / height_of_row(lanes)
    crowded = crowd(len(axes.panel.rows), lanes)
    ends = []
    for bar in row.bars:
        y = index + (bar.series - (lanes - 1) / 2) * share if lanes > 1 else index
        ends.append(draw_bar(axes, y, bar, series[bar.series], base, 0.95 * share))
        if bar.words and not crowded:
            say(axes, bar.words, ends[-1], y, 8 if share > 0.5 else 7)
    if crowded and row.bars and row.bars[0].words:
        what = f"{slide.label(series[row.bars[0].series].label)} " if row.bars[0].series else ""
        say(axes, what + row.bars[0].words, max(ends), index, 8)


def crowd(rows, lanes):
    """Whether a slide has no room for the words of each bar."""
    return slide.on() and rows * lanes > 2.5 * slide.ROWS


def draw_panel(axes, panel, series, base, lanes):
    axes.panel = panel
    for index, row in enumerate(panel.rows):
        draw_row(axes, index, row, series, base, lanes)
        if row.words and not row.bars:
            axes.annotate(row.words, (0, index), (4, 0), xycoords=("axes fraction", "data"),
                          textcoords="offset points",
                          va="center", size=slide.letters(8), style="italic", color="#444444")
    axes.set_yticks(range(len(panel.rows)), [row.name for row in panel.rows])
    axes.set_ylim(len(panel.rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    slide.head(axes, panel.title, [row.name for row in panel.rows])
    if panel.published:
        axes.set_facecolor("#F4F4F4")
    axes.grid(axis="x", color="#CCCCCC", linewidth=0.5)
    axes.set_axisbelow(True)


def limits(panels, axis):
    """From and to, so that whiskers fit, and the words behind the bars."""
    bars = [bar for panel in panels for row in panel.rows for bar in row.bars]
    least = min((bar.low if bar.low is not None else bar.value for bar in bars), default=1)
    most = max((bar.high if bar.high is not None else bar.value for bar in bars), default=1)
    if not axis.log:
        return min(0, least), most * (1 + axis.room)
    whole = most / least if most > least else 10
    return least / whole**0.06, most * whole**axis.room


def set_axis(axes, axis, low, high):
    if axis.log:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1,) if high / low > 30 else (1, 2, 5),
                                                numticks=5 if slide.on() else None))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: significant(value)))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        share = axis.label.endswith("[%]") and high < 150
        axes.xaxis.set_major_locator(FixedLocator(range(0, 101, 20)) if share
                                     else MaxNLocator(4 if slide.on() else 6))
    axes.set_xlim(low, high)
    axes.set_xlabel(axis.label)
    axes.mark = -math.inf if axis.mark is None else axis.mark  # the line may cross words before it
    if axis.mark is not None:
        axes.axvline(axis.mark, color="black", linewidth=1)


def leave_empty(axes):
    """An axis without bars would mislead."""
    axes.tick_params(axis="x", which="both", bottom=False, labelbottom=False)
    axes.set_xlabel("")
    axes.grid(False)


def draw(every, panels, series, axis, lanes):
    for axes, panel in zip(every, panels):
        low, high = limits(panels if axis.together else [panel], axis)
        set_axis(axes, axis, low, high)
        draw_panel(axes, panel, series, low if axis.log else 0, lanes)
        if not any(row.bars for row in panel.rows):
            leave_empty(axes)


def height_of_row(lanes):
    return BAR * lanes + GAP


def height(panel, lanes):
    return PANEL + max(1, len(panel.rows)) * height_of_row(lanes)


def key(row):
    """Its name, without what is added to it."""
    return re.split(r"\*| \(", row.name)[0]


def for_a_slide(panels):
    """At most two panels that have bars, of at most twelve rows. Where both have rows of one name,
    these are in one line."""
    panels = choice.columns([panel for panel in panels if any(row.bars for row in panel.rows)],
                            lambda one: one.published)
    by_name = [{key(row): row for row in panel.rows} for panel in panels]
    names = list(dict.fromkeys(name for rows in reversed(by_name) for name in rows))
    if len(panels) < 2 or not set(by_name[0]) & set(by_name[1]):
        most = min(slide.ROWS, max(len(panel.rows) for panel in panels))
        return [Panel(panel.title, (panel.rows + [Row("")] * most)[:most], panel.published)
                for panel in panels]
    def use(name):
        """What both have comes first, then what was measured, then the end of what is published."""
        measured = name in by_name[1]
        return (sum(name in rows for rows in by_name) < 2, not measured,
                0 if measured else -names.index(name))

    kept = sorted(names, key=use)[:slide.ROWS]
    shown = {name: next(rows[name].name for rows in reversed(by_name) if name in rows)
             for name in kept}
    return [Panel(panel.title, [rows.get(name, Row(shown[name]))
                                for name in names if name in kept], panel.published)
            for panel, rows in zip(panels, by_name)]


def room_for_words(panels, axis):
    """In parts of the axis of the longest words, so that they end within a panel of a slide."""
    names = max(inches(row.name, slide.LEAST) for panel in panels for row in panel.rows)
    width = slide.WIDTH / len(panels) - names - 0.5
    words = [bar.words for panel in panels for row in panel.rows for bar in row.bars]
    part = min(0.6, (max(inches(one, slide.letters(8)) for one in words) + 0.25) / width)
    return max(axis.room, part / (1 - part)) if any(words) else axis.room


def picture_of(title, caption, panels, series, axis, side_by_side=True):
    """A slide, or a picture just high enough for its rows. side_by_side: the series of a row are
    drawn next to each other; else a row has one bar, whose series is its kind, or several that are
    stacked."""
    lanes = len(series) if side_by_side else 1
    if slide.on():
        panels = for_a_slide(panels)
        axis = replace(axis, room=room_for_words(panels, axis))
    used = {bar.series for panel in panels for row in panel.rows for bar in row.bars}
    keys = ([one for index, one in enumerate(series) if not slide.on() or index in used]
            if len(series) > 1 else [])
    heights = [LEGEND * len(keys)] * bool(keys) + [height(panel, lanes) for panel in panels]
    picture = Picture(title, caption, sum(heights))
    if slide.on() and keys:
        legend, every = strip_above(picture, len(panels))
    else:
        every = list(picture.panels(heights))
        legend = every.pop(0) if keys else None
    labels = [one.label for one in keys]
    if any(crowd(len(panel.rows), lanes) for panel in panels):
        labels[0] = f"{slide.label(labels[0])} = the number"
    if legend:
        legend_strip(legend, [(label, one.colour, one.hatch) for label, one in zip(labels, keys)],
                     picture.width)
    draw(every, panels, series, axis, lanes)
    return picture
