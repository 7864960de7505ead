"""Curves of stages, named at their right ends, where no two names lie on each other."""

from matplotlib.ticker import FuncFormatter, LogLocator, NullLocator

from plots import choice, slide
from plots.picture import PALETTE, Picture
from plots.units import significant

COLOURS = [PALETTE[name]
           for name in ("blue", "vermilion", "green", "purple", "orange", "sky", "black")]
MARKERS = "os^Dv<>P*X"
DASHES = ["-", "--", ":", "-."]
# behind words that lie on lines
PAPER = {"boxstyle": "square,pad=0.1", "color": "white", "alpha": 0.85}
# [in] the least height of a panel, its title and axis; its height on a slide
LEAST, FRAME, ON_SLIDE = 2.6, 0.75, 5.8


def look(index):
    """Colour, marker and dashes of the curve with this number: the three together are
    distinguishable in gray."""
    return {"color": COLOURS[index % len(COLOURS)], "marker": MARKERS[index % len(MARKERS)],
            "linestyle": DASHES[index % len(DASHES)]}


def line():
    """[in] of a name."""
    return 1.4 * slide.letters(8) / 72


def spread(wanted, gap, low, high):
    """Places as near to the wanted ones as may be, in the same order, at least a gap apart and
    between low and high. Neighbours that are too near share the room around their mean."""
    groups = []  # [sum of wanted, number]
    for place in sorted(wanted):
        groups.append([place, 1])
        while len(groups) > 1 and centre(groups[-2], gap, low, high) + groups[-2][1] * gap / 2 > \
                centre(groups[-1], gap, low, high) - groups[-1][1] * gap / 2:
            total, number = groups.pop()
            groups[-1][0] += total
            groups[-1][1] += number
    places = []
    for group in groups:
        begin = centre(group, gap, low, high) - (group[1] - 1) * gap / 2
        places += [begin + gap * index for index in range(group[1])]
    order = sorted(range(len(wanted)), key=lambda index: wanted[index])
    found = [0.0] * len(wanted)
    for place, index in zip(places, order):
        found[index] = place
    return found


def centre(group, gap, low, high):
    half = (group[1] - 1) * gap / 2
    return min(max(group[0] / group[1], low + half), max(high - half, low + half))


def name_ends(axes, ends, height, left_of=None):
    """ends: (x, y, name, colour) of each curve. The names are to the right of the axes, or with
    left_of to the left of that x, each with a thin line to its curve."""
    transform = axes.transScale + axes.transLimits
    wanted = [transform.transform((x, y))[1] for x, y, _, _ in ends]
    left = transform.transform((left_of, 1))[0] - 0.06 if left_of else None
    gap = line() / height
    for place, (x, y, name, colour) in zip(spread(wanted, gap, 0.0, 1.0 - gap / 2), ends):
        axes.annotate(name, (x, y), (left or 1.05, place), xycoords="data",
                      textcoords=axes.transAxes, va="center",
                      ha="right" if left else "left", size=slide.letters(8),
                      bbox=PAPER,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": slide.thick(0.6),
                                  "shrinkA": 0, "shrinkB": 3,
                                  "relpos": (1.0 if left else 0.0, 0.5)})


def list_ends(axes, ends, height):
    """For curves whose ends lie on each other or far from the right side: the names with their
    lines in a list to the right of the axes, the highest end first, with its value."""
    drawn = {line.get_label(): line for line in axes.get_lines()}
    ends = sorted(ends, key=lambda end: -end[1])
    axes.legend([drawn[name] for _, _, name, _ in ends],
                [f"{name}: {significant(y)}" for _, y, name, _ in ends],
                loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=slide.letters(8),
                labelspacing=0.35, handlelength=2.4,
                borderaxespad=0, borderpad=0, title="rate at the last point",
                title_fontsize=slide.letters(8), alignment="left")


def set_log(axis, low, high):
    """Ticks at powers of ten, and between them where there are few."""
    between = (1, 3) if slide.on() and high / low > 20 else (1, 2, 5)
    axis.set_major_locator(LogLocator(subs=(1,) if high / low > 100 else between, numticks=12))
    axis.set_major_formatter(FuncFormatter(lambda value, _: significant(value)
                                           if 1e-3 <= value < 1e6 else f"{value:.0e}"))
    axis.set_minor_locator(NullLocator())


def picture_of(title, caption, panels, draw, x_label, y_label, name=name_ends):
    """panels: (title, number of names, content); draw(axes, content, height) draws and returns the
    ends of the curves that are to be named right of the axes, by name(axes, ends, height)."""
    panels = choice.columns(panels, lambda one: one[0].startswith("published"), lambda one: one[1])
    heights = [max(LEAST, line() * number + 0.2) for _, number, _ in panels]
    picture = Picture(title, caption, sum(heights) + FRAME * len(heights))
    grid = picture.panels(heights)
    if slide.on():
        heights = [ON_SLIDE] * len(panels)
    for axes, height, (head, _, content) in zip(grid, heights, panels):
        axes.set_xscale("log")
        axes.set_yscale("log")
        ends = draw(axes, content, height)
        slide.head(axes, head)
        axes.set_xlabel(x_label)
        axes.set_ylabel(y_label)
        axes.grid(color="#CCCCCC", linewidth=0.5)
        set_log(axes.xaxis, *axes.get_xlim())
        set_log(axes.yaxis, *axes.get_ylim())
        name(axes, ends, height)
    return picture


def draw_curves(axes, curves, height, wanted=()):
    """curves: name and points (x, y, low, high), low and high None where there are no whiskers.
    wanted: names that a slide of some of them has."""
    ends = []
    curves = choice.outstanding(curves, wanted)
    for index, (name, points) in enumerate(curves):
        points = sorted(points)
        x, y = [p[0] for p in points], [p[1] for p in points]
        style = look(index) if len(points) > 1 else {**look(index), "linestyle": "none"}
        axes.plot(x, y, markersize=slide.thick(4), linewidth=slide.thick(1.2), label=name, **style)
        whiskers = [p for p in points if p[2] is not None]
        if whiskers:
            axes.errorbar([p[0] for p in whiskers], [p[1] for p in whiskers],
                          yerr=[[p[1] - p[2] for p in whiskers], [p[3] - p[1] for p in whiskers]],
                          fmt="none",
                          ecolor=style["color"], capsize=slide.thick(2), linewidth=slide.thick(0.9))
        ends.append((x[-1], y[-1], name, style["color"]))
    every = [point for _, points in curves for point in points]
    reach = [value for _, *y in every for value in y if value is not None]
    axes.set_xlim(min(point[0] for point in every) / 1.2, 1.2 * max(point[0] for point in every))
    axes.set_ylim(min(reach) / 1.2, 1.2 * max(reach))
    return ends
