"""A velocity model (figure 1 and 5 of the thesis): depth downwards, lengths in km, velocities in
km/s.

usage: ladder plot model MODEL.npy [--spacing DX,DZ] [--axes xz|zx] [--source X,Z ...] [--units
                         m/s|km/s] [--output PICTURE]
"""

import pathlib

from plots import grids, sections
from plots.picture import WIDTH, Picture


def draw(arguments):
    grid = grids.read_grid(arguments.model, arguments.spacing, arguments.axes)
    velocity, unit_words = sections.velocity_km_s(grid, arguments.units)
    nx, nz = velocity.shape
    left, right, lower, upper = grid.extent()
    sources = arguments.source or ([grid.source] if grid.source else [])
    words = (f"{grid.name}: {nx} x {nz} cells (x by z) of {grid.spacing[0]:g} m x "
             f"{grid.spacing[1]:g} m; velocities from {velocity.min():.3g} to {velocity.max():.3g} "
             f"km/s, none is clipped. {unit_words}"
             + ("" if grid.axes_stated else
                " Taken as (x, z), which its file does not state: --axes=zx turns it.")
             + (f" Stars: {len(sources)} source{'s' if len(sources) > 1 else ''}." if sources
                else ""))
    picture = Picture("Velocity model", words, 0.9 * WIDTH * (lower - upper) / (right - left) + 1.2)
    axes = picture.figure.subplots()
    image = sections.show_model(axes, grid, velocity, arguments.colours)
    for source in sources:
        sections.mark(axes, source, "source")
    sections.name_axes(axes)
    sections.add_bar(picture.figure, image, axes, "velocity [km/s]")
    return picture


def options(parser):
    parser.add_argument("model", type=pathlib.Path)
    sections.add_options(parser, sections.MODEL_COLOURS)
    sections.add_axes(parser)
    parser.add_argument("--units", choices=("m/s", "km/s"), help="of the model")
    parser.add_argument("--source", type=sections.place, action="append", metavar="X,Z",
                        help="[m] marked by a star")
