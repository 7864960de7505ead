#!/usr/bin/env python3
"""A shot gather (figures 2 and 7 of the thesis): time downwards, receivers along x; above it, where asked for, the model.

usage: scripts/plot_gather.py GATHER.sgy|GATHER.npy [--model MODEL.npy] [--clip PERCENT] [--colours gray|seismic]
                              [--output PICTURE]

Beside MODEL.npy, MODEL.npy.json may say "source": [x, z] and "receivers": [[x, z], ...] [m].
"""

import pathlib
import sys

from plots import command, grids, sections
from plots.failure import WRONG_COMMAND, Failure
from plots.picture import WIDTH, Picture

MODEL_HEIGHT = (1.0, 3.0)  # [in] the least and the most


def draw_model(picture, axes, model, arguments):
    """The velocities with source and receivers, as wide as the gather below."""
    velocity, words = sections.velocity_km_s(model, "")
    image = sections.show_model(axes, model, velocity, sections.MODEL_COLOURS[0])
    axes.set_aspect("auto")
    if model.source:
        sections.mark(axes, model.source, "source", label="source", size=11)
    receivers = model.receivers
    if receivers:
        axes.plot([1e-3 * x for x, _ in receivers], [1e-3 * z for _, z in receivers], marker="v", markersize=3.5,
                  linestyle="none", color="white", markeredgecolor="black", markeredgewidth=0.4, clip_on=False, zorder=4)
    axes.set_ylabel("depth [km]")
    sections.add_bar(picture, image, axes, "velocity [km/s]", location="right", shrink=1.0, aspect=12)
    return f" Above it the model, {velocity.min():.3g} to {velocity.max():.3g} km/s. {words}".rstrip()


def draw(arguments):
    by_number = arguments.by == "number"
    if by_number and arguments.model:
        raise Failure(WRONG_COMMAND, "--model stands above traces at the places of their receivers: leave out --by=number")
    grid = grids.read_gather(arguments.gather, arguments.spacing, by_number)
    traces, samples = grid.values.shape
    clip = sections.clip_of(grid.values, arguments.clip)
    source = arguments.source or grid.source
    place = f"x {1e-3 * source[0]:g} km, {1e-3 * source[1]:g} km deep" if source else ""
    apart = "" if by_number else f" {grid.spacing[0]:g} m apart"
    words = (f"{grid.name}: {traces} traces{apart}, {samples} samples of {1e3 * grid.spacing[1]:g} ms."
             f" {sections.clip_words(arguments.clip, clip, grid.unit)}"
             + (f" The {'source is' if by_number else 'star is above the source,'} at {place}." if source else ""))
    if arguments.model:
        model = grids.read_grid(arguments.model)
        left, right, lower, upper = model.extent()
        above = min(max(WIDTH * (lower - upper) / (right - left), MODEL_HEIGHT[0]), MODEL_HEIGHT[1])
        picture = Picture("A shot, and what its receivers recorded", words, 6.2 + above)
        over, axes = picture.figure.subplots(2, 1, sharex=True, height_ratios=(above, 6.2))
        picture.caption += draw_model(picture, over, model, arguments)
    else:
        picture = Picture("Shot gather", words, 6.2)
        axes = picture.figure.subplots()
    left, right, late, early = grid.extent()
    image = sections.show_field(axes, grid, grid.values, clip, arguments.colours, aspect="auto",
                                extent=(left, right, late, early) if by_number else (1e-3 * left, 1e-3 * right, late, early))
    if source and not by_number:
        axes.plot([1e-3 * source[0]], [early], marker="*", markersize=11, color="#E69F00", markeredgecolor="black",
                  clip_on=False, zorder=5)
    sections.name_axes(axes, "trace" if by_number else "receiver's x [km]", "time [s]")
    sections.add_bar(picture, image, axes, f"pressure{f' [{grid.unit}]' if grid.unit else ''}", extend="both")
    return picture


def main():
    parser = command.parser(__doc__)
    parser.add_argument("gather", type=pathlib.Path)
    sections.add_options(parser, ("gray", "seismic"))
    parser.add_argument("--model", type=pathlib.Path, metavar="MODEL.npy", help="velocities, drawn above the gather")
    parser.add_argument("--by", choices=("place", "number"), default="place",
                        help="traces along x where their receivers stand, or one beside the other, as of a volume (place)")
    parser.add_argument("--source", type=sections.place, metavar="X,Z", help="[m] else as the file tells")
    return command.finish("gather", parser.parse_args(), draw)


if __name__ == "__main__":
    sys.exit(main())
