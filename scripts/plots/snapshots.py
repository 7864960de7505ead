"""Rows of snapshots over the model, in the layout of the thesis' figures 6, 8 and 9: five times a row."""

import numpy
from matplotlib.ticker import MaxNLocator

from plots import sections
from plots.failure import UNUSABLE, Failure
from plots.picture import WIDTH

COLUMNS = 5
NARROW = 2  # so many columns fit into a picture of the usual width
SCALE = 1.55  # a wider one has larger letters
TEXT = 9.0  # [pt]


def size(columns):
    """Width [in] of a picture with so many columns, and how much larger its letters are."""
    return (WIDTH, 1.0) if columns <= NARROW else (2 * WIDTH, SCALE)


def chosen(series, most):
    """Numbers of at most so many snapshots, evenly over the series, first and last included."""
    count = len(series.values)
    return sorted({int(round(i)) for i in numpy.linspace(0, count - 1, min(count, most))})


def rows_of(series, columns, most):
    numbers = chosen(series, most)
    return [numbers[begin:begin + columns] for begin in range(0, len(numbers), columns)]


def height_of_row(series, columns, wide=False):
    """[in] of a row of panels with their times above."""
    left, right, lower, upper = series.extent()
    width, scale = size(COLUMNS if wide else columns)
    return 0.93 * width / columns * (lower - upper) / (right - left) + 0.27 * scale


def check_model(series, model):
    if model is not None and model.values.shape != series.values.shape[-2:]:
        sizes = [" x ".join(map(str, grid.values.shape[-2:])) for grid in (model, series)]
        raise Failure(UNUSABLE, f"{model.name} is {sizes[0]} cells, the snapshots are {sizes[1]}")


def draw_row(row, series, numbers, clip, colours, scale, model=None, source=None, last=True):
    """row: axes, of which those without a snapshot are taken away. Only the last row names x."""
    text = TEXT * scale
    for column, axes in enumerate(row):
        if column >= len(numbers):
            axes.set_visible(False)
            continue
        number = numbers[column]
        if model is not None:
            sections.show_model(axes, model, model.values, "gray", faint=True)
        image = sections.show_field(axes, series, series.values[number], clip, colours, over_model=model is not None)
        if source:
            sections.mark(axes, source, "source", size=11)
        axes.set_title(f"{series.times[number]:g} s", size=text, loc="center")
        sections.name_axes(axes, "x [km]" if last else "", "depth [km]" if column == 0 else "", text)
        axes.xaxis.set_major_locator(MaxNLocator(4, integer=True))
        axes.yaxis.set_major_locator(MaxNLocator(3, integer=True))
        if column:
            axes.set_yticklabels([])
        if not last:
            axes.set_xticklabels([])
    return image
