"""Snapshots of a wave over its model, of five times as in the thesis' figures 6 and 8.

usage: ladder plot snapshots SNAPSHOTS ... [--model MODEL.npy] [--source X,Z] [--output PICTURE]

SNAPSHOTS is a folder that ladder shoot or reverse made with --snapshots, or .npy files: one of
(times, nx, nz), or each of (nx, nz). --columns=1 puts the pictures one below another, for narrow
pages.
"""

from plots import grids, sections, snapshots
from plots.picture import Picture


def draw(arguments):
    series = grids.read_series(arguments.snapshots, arguments.spacing)
    model = snapshots.model_of(series, arguments)
    source = arguments.source or series.source
    clip = sections.clip_of(series.values, arguments.clip)
    columns = arguments.columns or snapshots.columns_for(series, arguments.most)
    rows = snapshots.rows_of(series, columns, arguments.most)
    drawn = sum(map(len, rows))
    words = snapshots.words_of(series, f"{drawn} of {len(series.values)}", arguments.clip, clip,
                               model, source)
    columns = min(columns, drawn)
    picture = Picture(arguments.title, words,
                      len(rows) * snapshots.height_of_row(series, columns) + 0.4, alike=True)
    grid = picture.figure.subplots(len(rows), columns, squeeze=False)
    for index, numbers in enumerate(rows):
        snapshots.draw_row(grid[index], series, numbers, clip, arguments.colours, model, source,
                           index == len(rows) - 1)
    return picture


def options(parser):
    sections.add_series(parser)
    parser.add_argument("--columns", type=sections.number,
                        help="snapshots a row (as many as make them largest)")
    parser.add_argument("--most", type=sections.number, default=snapshots.MOST,
                        help="snapshots in all, evenly chosen (5)")
    parser.add_argument("--title", default="Wavefield")
