"""Series of volumes, [y][x][z] in .npy files, and slices of them along three planes."""

from dataclasses import dataclass

import numpy
from matplotlib.ticker import MaxNLocator

from plots import grids, sections, slide
from plots.failure import UNUSABLE, WRONG_COMMAND, Failure
from plots.grids import Grid
from plots.picture import WIDTH

SHAPE = ((3,), "(ny, nx, nz)")  # of a file
# Of each plane: its name, the array's index that is fixed, and the axes that are drawn to the right
# and downwards.
PLANES = (("x", "depth", 0), ("y", "depth", 1), ("x", "y", 2))


def place(text):
    """x,y,z [m]."""
    x, y, z = map(float, text.split(","))
    return x, y, z


@dataclass
class Volumes:
    name: str
    values: list      # a volume [y][x][z] each
    spacing: tuple    # [m] along y, x, z
    times: list       # [s]
    count: int        # snapshots of the folder
    source: tuple     # x, y, z [m], or None

    def size_words(self):
        ny, nx, nz = self.values[0].shape
        dy, dx, dz = self.spacing
        return f"{nx} x {ny} x {nz} cells (x, y, z) of {dx:g} x {dy:g} x {dz:g} m"

    def cell_at(self, where):
        """The indices [y, x, z] of the cell nearest to x, y, z; of the middle without a place."""
        shape = self.values[0].shape
        if where is None:
            return tuple(cells // 2 for cells in shape)
        x, y, z = where
        cell = tuple(int(round(metres / spacing))
                     for metres, spacing in zip((y, x, z), self.spacing))
        if any(not 0 <= index < cells for index, cells in zip(cell, shape)):
            far = [spacing * (cells - 1) for cells, spacing in zip(shape, self.spacing)]
            raise Failure(WRONG_COMMAND, f"--at={x:g},{y:g},{z:g} lies outside of the volume, "
                                         f"which ends at {far[1]:g},{far[0]:g},{far[2]:g}")
        return cell

    def place_of(self, cell):
        y, x, z = (index * spacing for index, spacing in zip(cell, self.spacing))
        return x, y, z

    def slices_through(self, cell):
        return numpy.concatenate([slice_of(volume, cell, fixed).ravel() for volume in self.values
                                  for _, _, fixed in PLANES])


def slice_of(volume, cell, fixed):
    """The plane through the cell that the index `fixed` is constant on: to the right first,
    downwards second."""
    plane = numpy.take(volume, cell[fixed], axis=fixed)
    return plane.T if fixed == 2 else plane


def read_series(folder, most):
    """At most so many snapshots of a folder, evenly over it, the first and the last included."""
    description = grids.timed_files(folder)
    files, times, spacing = (description["files"], description["times"],
                             description.get("spacing", []))
    if len(spacing) != 3 or min(spacing) <= 0:
        raise Failure(UNUSABLE, f"{folder}: these are no snapshots of a volume: `ladder plot "
                                "snapshots` draws those of two dimensions")
    grids.refuse_others_than_npy(folder, files)
    chosen = sections.evenly(range(len(files)), most)
    values = [grids.load(folder / files[i], *SHAPE) for i in chosen]
    source = description.get("source")
    return Volumes(folder.name, values, tuple(spacing), [times[i] for i in chosen], len(files),
                   tuple(source) if source else None)


def check_model(series, model):
    if model is not None and model.shape != series.values[0].shape:
        sizes = [" x ".join(map(str, volume.shape)) for volume in (model, series.values[0])]
        raise Failure(UNUSABLE, f"the model has {sizes[0]} cells, the snapshots have {sizes[1]}")


def grid_of(volume, series, cell, fixed):
    dy, dx, dz = series.spacing
    spacing = {0: (dx, dz), 1: (dy, dz), 2: (dx, dy)}[fixed]
    return Grid("", slice_of(volume, cell, fixed), spacing)


def height(series):
    """[in] of the rows of panels."""
    width, whole = WIDTH / len(series.times), 0.0
    for _, _, fixed in PLANES:
        left, right, lower, upper = grid_of(series.values[0], series, (0, 0, 0), fixed).extent()
        whole += min(0.9 * width * (lower - upper) / (right - left), 3.2) + 0.35
    return whole


def draw(rows, series, cell, clip, colours, model):
    for row, (across, down, fixed) in zip(rows, PLANES):
        for column, axes in enumerate(row):
            grid = grid_of(series.values[column], series, cell, fixed)
            if model is not None:
                ground = grid_of(model, series, cell, fixed)
                sections.show_model(axes, ground, ground.values, "gray", faint=True)
            sections.show_field(axes, grid, grid.values, clip, colours,
                                over_model=model is not None)
            if series.source:
                x, y, z = series.source
                sections.mark(axes, {0: (x, z), 1: (y, z), 2: (x, y)}[fixed], "source")
            if fixed == 0:
                axes.set_title(f"{series.times[column]:g} s", loc="center")
            sections.name_axes(axes, f"{across} [km]",
                               f"{down} [km]" if column == 0 or slide.on() else "")
            axes.xaxis.set_major_locator(MaxNLocator(4))
            axes.yaxis.set_major_locator(MaxNLocator(3))
