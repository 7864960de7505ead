"""Rows of snapshots over the model, as in the thesis' figures 6, 8 and 9."""

from matplotlib.ticker import MaxNLocator

from plots import grids, sections, slide
from plots.failure import UNUSABLE, Failure
from plots.picture import WIDTH

MOST = 5      # times
NARROW = 2    # so many columns fit into the long form
TEXT = 9.0    # [pt]
BODY = 6.9    # [in] of a slide, for the rows


def chosen(series, most):
    """Numbers of at most so many snapshots, evenly over those that are not empty, the first and the
    last of them included."""
    full = [i for i, values in enumerate(series.values) if values.any()]
    return sections.evenly(full or range(len(series.values)), most)


def rows_of(series, columns, most):
    numbers = chosen(series, most)
    return [numbers[begin:begin + columns] for begin in range(0, len(numbers), columns)]


def aspect(series):
    left, right, lower, upper = series.extent()
    return (right - left) / (lower - upper)


def columns_for(series, most):
    """In which the snapshots are largest."""
    if not slide.on():
        return NARROW
    return slide.columns_of(min(len(series.values), most), aspect(series), slide.WIDTH - 1, BODY,
                            0.55)


def height_of_row(series, columns):
    """[in] of a row of panels with their times above."""
    return 0.93 * WIDTH / columns / aspect(series) + 0.27


def model_of(series, arguments):
    """The ground: as asked, or the velocities that lie in the folder of the snapshots."""
    path = arguments.model
    folders = [folder for folder in arguments.snapshots if folder.is_dir()]
    if path is None and folders and (folders[0] / "velocity.npy").is_file():
        path = folders[0] / "velocity.npy"
    if path is None:
        return None
    model = grids.read_grid(path, arguments.spacing or series.spacing, like=series)
    check_model(series, model)
    return model


def words_of(series, drawn, percent, clip, model, source):
    """The caption; drawn: how many."""
    nx, nz = series.values.shape[1:]
    return (f"{series.name}: {drawn} snapshots, {nx} x {nz} cells (x by z) of "
            f"{series.spacing[0]:g} m x {series.spacing[1]:g} m, all with one clip. "
            f"{sections.clip_words(percent, clip, series.unit)}"
            + (f" Ground: {model.name} in gray, the faster the lighter." if model else "")
            + (" Star: the source." if source else ""))


def check_model(series, model):
    if model.values.shape != series.values.shape[-2:]:
        sizes = [" x ".join(map(str, grid.values.shape[-2:])) for grid in (model, series)]
        raise Failure(UNUSABLE, f"{model.name} is {sizes[0]} cells, the snapshots are {sizes[1]}")


def draw_row(row, series, numbers, clip, colours, model=None, source=None, last=True):
    """row: axes, of which those without a snapshot are taken away. Only the last row names x."""
    text = slide.letters(TEXT)
    for column, axes in enumerate(row):
        if column >= len(numbers):
            axes.set_visible(False)
            continue
        number = numbers[column]
        if model is not None:
            sections.show_model(axes, model, model.values, "gray", faint=True)
        image = sections.show_field(axes, series, series.values[number], clip, colours,
                                    over_model=model is not None)
        if source:
            sections.mark(axes, source, "source", size=11)
        axes.set_title(f"{series.times[number]:g} s", size=text, loc="center")
        sections.name_axes(axes, "x [km]" if last else "", "depth [km]" if column == 0 else "",
                           TEXT)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        if column:
            axes.set_yticklabels([])
        if not last:
            axes.set_xticklabels([])
    return image
