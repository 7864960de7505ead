"""The energy of a wave that ran backwards, around the focus that was found, and the true source if
it is known.

usage: ladder plot focus ENERGY.npy [--found X,Z] [--true X,Z] [--window KM] [--output PICTURE]
"""

import math
import pathlib

from plots import grids, sections
from plots.failure import WRONG_COMMAND, Failure
from plots.picture import Picture


def window_of(grid, found, half):
    left, right, lower, upper = sections.km(grid.extent())
    x, z = 1e-3 * found[0], 1e-3 * found[1]
    if not (left <= x <= right and upper <= z <= lower):
        raise Failure(WRONG_COMMAND,
                      f"the focus at {found[0]:g},{found[1]:g} m is outside {grid.name}")
    return max(left, x - half), min(right, x + half), min(lower, z + half), max(upper, z - half)


def words_of(grid, found, true, percent, clip, searched):
    words = (f"{grid.name}: {grid.spacing[0]:g} m x {grid.spacing[1]:g} m cells. Focus"
             f"{' (the largest value)' if searched else ''}: x {1e-3 * found[0]:.4g} km, depth "
             f"{1e-3 * found[1]:.4g} km.")
    if true:
        off = math.dist(found, true)
        words += (f" True source: x {1e-3 * true[0]:.4g} km, depth {1e-3 * true[1]:.4g} km, "
                  f"{off:.3g} m away ({off / max(grid.spacing):.2g} cells).")
    return (f"{words} {sections.clip_words(percent, clip, grid.unit)} The percentile is of "
            "what is shown.")


def draw(arguments):
    grid = grids.read_grid(arguments.energy, arguments.spacing)
    given = arguments.found or grid.found
    found, true = given or grid.peak(), arguments.true or grid.source
    left, right, lower, upper = window_of(grid, found, arguments.window)
    clip = sections.clip_of(grid.within(*(1e3 * border for border in (left, right, lower, upper))),
                            arguments.clip)
    picture = Picture("Energy around the focus",
                      words_of(grid, found, true, arguments.clip, clip, not given),
                      4.6 * (lower - upper) / (right - left) + 1.5)
    axes = picture.figure.subplots()
    image = axes.imshow(grid.values.T, extent=sections.km(grid.extent()), vmin=0, vmax=clip,
                        interpolation="nearest",
                        cmap={"gray": "gray_r"}.get(arguments.colours, arguments.colours),
                        aspect="equal")
    sections.mark(axes, found, "found", "focus found", 20)
    if true:
        sections.mark(axes, true, "source", "true source", 13)
    axes.set_xlim(left, right)
    axes.set_ylim(lower, upper)
    sections.name_axes(axes)
    axes.legend(loc="lower left", frameon=True, framealpha=0.9, markerscale=0.5)
    sections.add_bar(picture.figure, image, axes, f"energy{f' [{grid.unit}]' if grid.unit else ''}",
                     extend="max")
    return picture


def options(parser):
    parser.add_argument("energy", type=pathlib.Path)
    sections.add_options(parser, ("gray", "viridis", "magma"))
    parser.add_argument("--found", type=sections.place, metavar="X,Z",
                        help="[m] the focus; else the largest value")
    parser.add_argument("--true", type=sections.place, metavar="X,Z",
                        help="[m] the source that made the data")
    parser.add_argument("--window", type=float, default=1.0, metavar="KM",
                        help="around the focus, on each side (1)")
