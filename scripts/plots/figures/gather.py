"""A shot gather (figures 2 and 7 of the thesis): time downwards, receivers along x.

usage: ladder plot gather GATHER.sgy|GATHER.npy [--clip PERCENT] [--colours gray|seismic] [--output
                          PICTURE]
"""

import pathlib

from plots import gathers, sections, slide
from plots.picture import Picture


def draw(arguments):
    by_number = arguments.by == "number"
    grid = gathers.read_gather(arguments.gather, arguments.spacing, by_number)
    traces, samples = grid.values.shape
    clip = sections.clip_of(grid.values, arguments.clip)
    source = arguments.source or grid.source
    place = f"x {1e-3 * source[0]:g} km, {1e-3 * source[1]:g} km deep" if source else ""
    apart = "" if by_number else f" {grid.spacing[0]:g} m apart"
    words = (f"{grid.name}: {traces} traces{apart}, {samples} samples of {1e3 * grid.spacing[1]:g} "
             f"ms. {sections.clip_words(arguments.clip, clip, grid.unit)}"
             + (f" The {'source is' if by_number else 'star is above the source,'} at {place}."
                if source else ""))
    picture = Picture("Shot gather", words, 6.2)
    axes = picture.figure.subplots()
    gathers.show(axes, grid, clip, arguments.colours, not by_number)
    if source and not by_number:
        axes.plot([1e-3 * source[0]], [grid.extent()[3]], marker="*", markersize=slide.thick(11),
                  color="#E69F00", markeredgecolor="black", clip_on=False, zorder=5)
    return picture


def options(parser):
    parser.add_argument("gather", type=pathlib.Path)
    sections.add_options(parser, ("gray", "seismic"))
    parser.add_argument("--by", choices=("place", "number"), default="place",
                        help="traces along x at the places of their receivers, or side by side, as "
                             "of a volume (place)")
    parser.add_argument("--source", type=sections.place, metavar="X,Z",
                        help="[m] else as the file states")
