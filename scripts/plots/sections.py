"""Drawing grids as sections: depth and time downwards, km and s, one clip, printed in the
caption."""

import pathlib

import numpy

from plots import slide
from plots.failure import WRONG_COMMAND, Failure
from plots.picture import PALETTE

MODEL_COLOURS = ("viridis", "gray", "jet")
FIELD_COLOURS = ("seismic", "gray")


def percentile(text):
    value = float(text)
    if not 0 < value <= 100:
        raise ValueError(text)
    return value


percentile.__name__ = "percentile"  # argparse names it when a value is wrong


def number(text):
    value = int(text)
    if value < 1:
        raise ValueError(text)
    return value


def place(text):
    """x,z [m]."""
    x, z = map(float, text.split(","))
    return x, z


def spacing(text):
    """Two lengths [m], or one for both."""
    parts = [float(part) for part in text.split(",")]
    if len(parts) not in (1, 2) or min(parts) <= 0:
        raise ValueError(text)
    return parts[0], parts[-1]


def add_options(parser, colours):
    parser.add_argument("--spacing", type=spacing, metavar="DX,DZ",
                        help="[m] of the grid's cells; of a gather [m] and [s]. Else it is read "
                             "from the file's description")
    add_clip(parser, colours)


def add_clip(parser, colours):
    parser.add_argument("--clip", type=percentile, default=99.0, metavar="PERCENT",
                        help="amplitudes beyond this percentile take the last colour (99)")
    parser.add_argument("--colours", choices=colours, default=colours[0], help=f"({colours[0]})")


def add_axes(parser):
    parser.add_argument("--axes", choices=("xz", "zx"),
                        help="of the model's array: its indices in order (as its description says, "
                             "else xz)")


def add_series(parser):
    """Snapshots, the model below them and the source."""
    parser.add_argument("snapshots", type=pathlib.Path, nargs="+")
    add_options(parser, FIELD_COLOURS)
    parser.add_argument("--model", type=pathlib.Path,
                        help="velocities, drawn in gray below the wave (velocity.npy of the "
                             "folder)")
    parser.add_argument("--source", type=place, metavar="X,Z", help="[m] marked by a star")


def evenly(items, most):
    """At most so many of them, the first and the last included."""
    count = len(items)
    places = numpy.linspace(0, count - 1, min(count, most))
    return [items[place] for place in sorted({int(round(place)) for place in places})]


def clip_of(values, percent):
    """The amplitude beyond which colours are the last; of a field without any it is 1."""
    return (float(numpy.percentile(numpy.abs(values), percent)) or float(numpy.abs(values).max())
            or 1.0)


def clip_words(percent, clip, unit=""):
    return f"Clip: {percent:g} %, which is {clip:.3g}{' ' + unit if unit else ''}."


def km(extent):
    return tuple(1e-3 * border for border in extent)


def velocity_km_s(grid, unit):
    """The velocities in km/s, and how their unit was known."""
    stated, words = unit or grid.unit, ""
    if stated not in ("", "m/s", "km/s"):
        raise Failure(WRONG_COMMAND, f"{grid.name}: its unit is {stated}; m/s or km/s is wanted")
    if not stated:
        stated = "m/s" if grid.values.max() > 100 else "km/s"
        words = f"The unit is not stated; by the values it is {stated}."
    return grid.values * (1e-3 if stated == "m/s" else 1.0), words


def show_model(axes, grid, velocity, colours, faint=False):
    """Faint, as a ground for something else, it stays in the light half of the grays."""
    low, high = float(velocity.min()), float(velocity.max())
    if faint:
        low, high = low - 1.6 * max(high - low, 1e-6), high + 0.15 * max(high - low, 1e-6)
    return axes.imshow(velocity.T, extent=km(grid.extent()), cmap=colours, vmin=low, vmax=high,
                       aspect="equal", interpolation="nearest")


def show_field(axes, grid, values, clip, colours, over_model=False, aspect="equal", extent=None):
    """Symmetric about 0. Over a model it is the more transparent the smaller it is."""
    extent = extent or km(grid.extent())
    if not over_model:
        return axes.imshow(values.T, extent=extent, cmap=colours, vmin=-clip, vmax=clip,
                           aspect=aspect, interpolation="nearest")
    from plots.style import matplotlib

    part = numpy.clip(values.T / clip, -1, 1)
    rgba = matplotlib.colormaps[colours]((part + 1) / 2)
    rgba[..., 3] = numpy.sqrt(numpy.abs(part))
    return axes.imshow(rgba, extent=extent, aspect=aspect, interpolation="nearest")


def mark(axes, where, kind, label=None, size=9):
    """A place [m]: a star for a source, a ring around a focus that was found, so that both are seen
    in one place."""
    look = {"source": {"marker": "*", "color": PALETTE["orange"], "markeredgecolor": "black",
                       "markeredgewidth": 0.8},
            "found": {"marker": "o", "color": "none", "markeredgecolor": PALETTE["sky"],
                      "markeredgewidth": 2.2}}[kind]
    axes.plot([1e-3 * where[0]], [1e-3 * where[1]], markersize=slide.thick(size), linestyle="none",
              label=label, clip_on=False, zorder=5, **look)


def name_axes(axes, x="x [km]", y="depth [km]", size=9.0):
    size = slide.letters(size)
    axes.set_xlabel(x, size=size)
    axes.set_ylabel(y, size=size)
    axes.tick_params(labelsize=size)
    for side in ("top", "right"):
        axes.spines[side].set_visible(True)


def add_bar(figure, image, axes, label, **where):
    from matplotlib.ticker import MaxNLocator

    look = {"location": "bottom", "shrink": 0.8, "aspect": 40, "pad": 0.02, **where}
    if slide.on():
        look.update(location="right", aspect=25)
    figure.colorbar(image, ax=axes, ticks=MaxNLocator(5), **look).set_label(label)
