"""Horizontal bars in rows, a panel a machine, one above the other: a picture that is read on a phone, too."""

from dataclasses import dataclass, field

from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, LogLocator, MaxNLocator, NullLocator

from plots.picture import PALETTE, Picture
from plots.units import significant

BAR, GAP, PANEL, LEGEND = 0.14, 0.08, 0.62, 0.19  # [in] a bar, between rows, a panel's title and axis, a line


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
    base: float = None     # where bars begin; if not given, at 0, or on a log axis at its left end
    mark: float = None     # a line to compare with
    room: float = 0.35     # for the words behind the bars, in parts of the axis
    together: bool = True  # panels have the same axis


def draw_bar(axes, y, bar, style, base, width):
    base = base if bar.begin is None else bar.begin
    axes.barh(y, bar.value - base, width, left=base, color=PALETTE[style.colour], hatch=style.hatch, edgecolor="black",
              linewidth=0.6)
    end = bar.value
    if bar.low is not None and bar.high > bar.low:
        axes.errorbar(bar.value, y, xerr=[[bar.value - bar.low], [bar.high - bar.value]], color="black", capsize=2,
                      linewidth=0.9, capthick=0.9)
        end = bar.high
    if bar.words:
        axes.annotate(bar.words, (max(end, base), y), (4, 0), textcoords="offset points", va="center",
                      size=8 if width > 0.5 else 7)


def draw_panel(axes, panel, series, base, lanes):
    share = BAR / height_of_row(lanes)
    for index, row in enumerate(panel.rows):
        for bar in row.bars:
            lane = bar.series if lanes > 1 else 0
            draw_bar(axes, index + (lane - (lanes - 1) / 2) * share, bar, series[bar.series], base, 0.95 * share)
        if row.words:
            axes.annotate(row.words, (0, index), (4, 0), xycoords=("axes fraction", "data"),
                          textcoords="offset points", va="center", size=8, style="italic", color="#444444")
    axes.set_yticks(range(len(panel.rows)), [row.name for row in panel.rows])
    axes.set_ylim(len(panel.rows) - 0.5, -0.5)
    axes.tick_params(axis="y", length=0)
    axes.set_title(panel.title)
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
        base = axis.base or 0
        return min(base, least), base + (most - base) * (1 + axis.room)
    least, most = min(least, axis.base or least), max(most, axis.base or most)
    whole = most / least if most > least else 10
    return least / whole**0.06, most * whole**axis.room


def set_axis(axes, axis, low, high):
    if axis.log:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1,) if high / low > 30 else (1, 2, 5)))
        axes.xaxis.set_major_formatter(FuncFormatter(lambda value, _: significant(value)))
        axes.xaxis.set_minor_locator(NullLocator())
    else:
        axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.set_xlim(low, high)
    axes.set_xlabel(axis.label)
    if axis.mark is not None:
        axes.axvline(axis.mark, color="black", linewidth=1)


def leave_empty(axes):
    """An axis without bars would mislead."""
    axes.tick_params(axis="x", which="both", bottom=False, labelbottom=False)
    axes.set_xlabel("")
    axes.grid(False)


def draw(figure, panels, series, axis, lanes):
    legend = [LEGEND * len(series)] if len(series) > 1 else []
    heights = legend + [height(panel, lanes) for panel in panels]
    every = list(figure.subplots(len(heights), 1, squeeze=False, height_ratios=heights)[:, 0])
    if legend:
        add_legend(every.pop(0), series)
    for axes, panel in zip(every, panels):
        low, high = limits(panels if axis.together else [panel], axis)
        set_axis(axes, axis, low, high)
        begin = axis.base if axis.base is not None else low if axis.log else 0
        draw_panel(axes, panel, series, begin, lanes)
        if not any(row.bars for row in panel.rows):
            leave_empty(axes)


def height_of_row(lanes):
    return BAR * lanes + GAP


def height(panel, lanes):
    return PANEL + max(1, len(panel.rows)) * height_of_row(lanes)


def add_legend(axes, series):
    """In a strip of its own, where it covers nothing."""
    axes.set_axis_off()
    axes.legend([Patch(facecolor=PALETTE[s.colour], hatch=s.hatch, edgecolor="black", linewidth=0.6) for s in series],
                [s.label for s in series], loc="center left", borderpad=0, borderaxespad=0)


def picture_of(title, caption, panels, series, axis, side_by_side=True):
    """A picture just high enough for its rows. side_by_side: the series of a row are drawn next to each other; else a row has one
    bar, whose series is its kind, or several that are stacked."""
    lanes = len(series) if side_by_side else 1
    whole = sum(height(panel, lanes) for panel in panels)
    if len(series) > 1:
        whole += LEGEND * len(series)
    picture = Picture(title, caption, whole)
    draw(picture.figure, panels, series, axis, lanes)
    return picture
