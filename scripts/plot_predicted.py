#!/usr/bin/env python3
"""Predicted against measured: the document on analytical models on its K40 (its figures 4.15 and 4.16), and the cells of
this program that were predicted before they were timed.

usage: scripts/plot_predicted.py PREDICTIONS RECORDS [--output PICTURE]

PREDICTIONS is what `ladder predict --json` wrote, RECORDS what `ladder sweep` measured afterwards. A prediction that is not
older than the session that measured its cell is refused.
"""

import json
import pathlib
import statistics
import sys

from plots import command, predictions, published
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.picture import PALETTE, Picture

from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter  # noqa: E402  (plots reports it where it is missing)

BAND = 0.1
MARKS = "os^DvP*X<>"
COLOURS = ("blue", "vermilion", "green", "orange", "sky", "purple", "black", "gray")


def lines(path):
    try:
        return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]
    except (OSError, ValueError) as problem:
        raise Failure(UNUSABLE, f"{path}: {problem}") from problem


def cells(of_predictions, records):
    """(stage, predicted, measured) of each cell that has both."""
    found = [(cell.stage, cell.predicted, cell.measured) for cell in predictions.cells(of_predictions, records)]
    if not found:
        raise Failure(NOTHING, "no record is of a cell that was predicted: machine, stage, case or launch differs everywhere")
    return found


def of_document(document, table):
    """(order, predicted, measured) of the document's cells [1000 cycles]."""
    predicted, real = document.tables[table]["values"], document.tables["table 4.6"]["values"]
    return [(f"order {order}", a / 1000, b / 1000) for order in real for a, b in zip(predicted[order], real[order])]


def words(found):
    errors = [abs(predicted / real - 1) for _, predicted, real in found]
    return (f"mean error {100 * statistics.mean(errors):.1f} %, median {100 * statistics.median(errors):.1f} %\n"
            f"{100 * sum(error <= BAND for error in errors) / len(errors):.0f} % within {100 * BAND:.0f} %")


def scatter(axes, found, title, unit):
    names = list(dict.fromkeys(name for name, _, _ in found))
    for place, name in enumerate(names):
        some = [(real, predicted) for other, predicted, real in found if other == name]
        axes.scatter([real for real, _ in some], [predicted for _, predicted in some], s=16, label=name,
                     marker=MARKS[place % len(MARKS)], facecolors="none", edgecolors=PALETTE[COLOURS[place % len(COLOURS)]])
    every = [value for _, predicted, real in found for value in (predicted, real)]
    ends = [0.8 * min(every), 1.25 * max(every)]
    axes.plot(ends, ends, color=PALETTE["gray"], linewidth=0.8)
    axes.fill_between(ends, [(1 - BAND) * end for end in ends], [(1 + BAND) * end for end in ends], color=PALETTE["gray"], alpha=0.25,
                      linewidth=0)
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends, xlabel=f"measured [{unit}]", ylabel=f"predicted [{unit}]")
    for axis in (axes.xaxis, axes.yaxis):  # numbers at powers of ten, and where there are none at a few others
        axis.set_major_locator(LogLocator(subs=(1.0,) if ends[1] / ends[0] > 30 else (1.0, 2.0, 5.0)))
        axis.set_major_formatter(FormatStrFormatter("%g"))
        axis.set_minor_formatter(NullFormatter())
    axes.set_title(f"{title}\n{words(found)}", fontsize=8)
    axes.legend(fontsize=7, ncols=2)


def work(arguments):
    document = published.read(command.ROOT / "results/published/parra-2016.json")
    predicted = predictions.read(pathlib.Path(arguments.predictions))
    found = cells(predicted, lines(arguments.records))
    notes = ("Gray: within 10 %. Above: the document's model on its K40, cycles of a step; its adjusted form counts the warps that have"
             " cells. Below: kernels of a step, from the machine code and micro-benchmarks alone, predicted before they were timed.")
    picture = Picture("Predicted against measured", notes, 8.2)
    axes = picture.figure.subplot_mosaic([["plain", "adjusted"], ["ours", "ours"]], height_ratios=[1, 1.7])
    scatter(axes["plain"], of_document(document, "table 4.5"), "published, K40: figure 4.15", "1000 cycles")
    scatter(axes["adjusted"], of_document(document, "table 4.7"), "published, K40: figure 4.16", "1000 cycles")
    scatter(axes["ours"], [(name, 1e6 * a, 1e6 * b) for name, a, b in found], predicted[0]["machine"], "us")
    return picture


if __name__ == "__main__":
    parser = command.parser(__doc__)
    parser.add_argument("predictions", metavar="PREDICTIONS")
    parser.add_argument("records", metavar="RECORDS")
    sys.exit(command.finish("predicted", parser.parse_args(), work))
