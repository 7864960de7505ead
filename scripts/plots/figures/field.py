"""A temperature: of a plane, or of a box along three planes through one place, with its colours as
a bar.

usage: ladder plot field SNAPSHOTS [--at X,Y,Z] [--step N] [--output PICTURE]

SNAPSHOTS is a folder that ladder solve made with --snapshots. Without --step the last one is drawn;
without --at the planes go through the middle.
"""

import pathlib

from plots import grids, volumes
from plots.failure import UNUSABLE, WRONG_COMMAND, Failure
from plots.picture import Picture


def chosen(description, step):
    steps = description.get("steps", [])
    if step is None:
        return len(steps) - 1
    if step not in steps:
        raise Failure(
            WRONG_COMMAND, f"--step={step}: there are the steps {', '.join(map(str, steps))}"
        )
    return steps.index(step)


def read(folder, step):
    """The snapshot as a volume [y][x][z] with its time, and its unit; of a plane ny is 1."""
    description = grids.description_of_series(folder)
    at = chosen(description, step)
    file, spacing = folder / description["files"][at], description.get("spacing", [])
    grids.refuse_others_than_npy(folder, [file.name])
    values = grids.load(file)
    if values.ndim not in (2, 3) or len(spacing) != values.ndim or min(spacing) <= 0:
        raise Failure(
            UNUSABLE,
            f"{file}: its shape is {' x '.join(map(str, values.shape))}, and its spacing {spacing}",
        )
    values = values.reshape(-1, *values.shape[-2:])
    spacing = (spacing[-1], *spacing[-2:])
    series = volumes.Volumes(folder.name, [values], spacing, [description["times"][at]], 1, None)
    return series, description.get("quantity", "value"), description.get("unit", "")


def draw(arguments):
    series, quantity, unit = read(arguments.snapshots, arguments.step)
    values = series.values[0]
    planes = volumes.PLANES if len(values) > 1 else volumes.PLANES[:1]
    cell = series.cell_at(arguments.at)
    x, y, z = series.place_of(cell)
    low, high = float(values.min()), float(values.max())
    words = (
        f"{series.name}: {series.size_words()}, at {series.times[0]:g} s. The {quantity} is "
        f"{low:.4g} to {high:.4g} {unit}."
        + (f" The planes go through x {x:g} m, y {y:g} m, z {z:g} m." if len(planes) > 1 else "")
    )
    picture = Picture(arguments.title, words, 3.2, alike=True)
    row = picture.figure.subplots(1, len(planes), squeeze=False)[0]
    for axes, (across, down, fixed) in zip(row, planes):
        grid = volumes.grid_of(values, series, cell, fixed)
        image = axes.imshow(
            grid.values.T,
            extent=grid.extent(),
            cmap=arguments.colours,
            vmin=low,
            vmax=high,
            aspect="equal",
            interpolation="nearest",
        )
        axes.set(xlabel=f"{across} [m]", ylabel=f"{'z' if down == 'depth' else down} [m]")
        axes.locator_params(nbins=4)
    picture.figure.colorbar(
        image, ax=list(row), label=f"{quantity} [{unit}]" if unit else quantity, shrink=0.8
    )
    return picture


def options(parser):
    parser.add_argument("snapshots", type=pathlib.Path)
    parser.add_argument(
        "--at", type=volumes.place, metavar="X,Y,Z", help="[m] where the planes cross"
    )
    parser.add_argument("--step", type=int, help="of the snapshot that is drawn (the last)")
    parser.add_argument("--colours", choices=("inferno", "coolwarm", "gray"), default="inferno")
    parser.add_argument("--title", default="Temperature")
