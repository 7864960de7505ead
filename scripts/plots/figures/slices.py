"""Snapshots of a volume as slices along three planes: x and z, y and z, x and y, through one place.

usage: ladder plot slices SNAPSHOTS [--at X,Y,Z] [--model MODEL.npy] [--most N] [--output PICTURE]

SNAPSHOTS is a folder that ladder shoot made of a case in three dimensions with --snapshots. A row
is a time, a column a plane; with --panels the other way round. Without --at the planes go through
the source, or through the middle where the folder states no source.
"""

import pathlib

from plots import grids, sections, slide, volumes
from plots.picture import Picture


def draw(arguments):
    series = volumes.read_series(arguments.snapshots, arguments.most or (2 if slide.on() else 3))
    model = grids.load(arguments.model, *volumes.SHAPE) if arguments.model else None
    volumes.check_model(series, model)
    cell = series.cell_at(arguments.at or series.source)
    clip = sections.clip_of(series.slices_through(cell), arguments.clip)
    x, y, z = series.place_of(cell)
    words = (f"{series.name}: {series.size_words()}, {len(series.times)} of {series.count} "
             f"snapshots, all with one clip. The planes go through x {x:g} m, y {y:g} m, z {z:g} "
             f"m. {sections.clip_words(arguments.clip, clip)}"
             + (f" Ground: {arguments.model.name} in gray, the faster the lighter."
                if model is not None else ""))
    picture = Picture(arguments.title, words, volumes.height(series), alike=True)
    if slide.on():  # planes across
        grid = picture.figure.subplots(len(series.times), 3, squeeze=False).T
    else:
        grid = picture.figure.subplots(3, len(series.times), squeeze=False)
    volumes.draw(grid, series, cell, clip, arguments.colours, model)
    return picture


def options(parser):
    parser.add_argument("snapshots", type=pathlib.Path)
    sections.add_clip(parser, sections.FIELD_COLOURS)
    parser.add_argument("--model", type=pathlib.Path,
                        help="velocities, drawn in gray below the wave")
    parser.add_argument("--at", type=volumes.place, metavar="X,Y,Z",
                        help="[m] where the planes cross")
    parser.add_argument("--most", type=sections.number,
                        help="snapshots, evenly chosen (2, with --panels 3)")
    parser.add_argument("--title", default="Wavefield along three planes")
