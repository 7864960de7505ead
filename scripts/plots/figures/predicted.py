"""Predicted against measured: the document on analytical models on its K40 (its figures 4.15 and
4.16), and the cells of this program that were predicted before they were timed.

usage: ladder plot predicted [FILE ...] [--output PICTURE]

FILE: what `ladder predict --json` wrote and what `ladder sweep` measured afterwards, or a folder
with both; of several such folders, and without any of all in results/, the newest. A prediction
that is not older than the session that measured its cell is refused.
"""

import statistics

from plots import choice, command, experiments, predictions, published, records, slide
from plots.failure import NOTHING, Failure
from plots.picture import PALETTE, Picture

# Behind `plots`, which reports matplotlib where it is missing.
from matplotlib.ticker import FormatStrFormatter, LogLocator, NullFormatter  # noqa: E402

BAND = 0.1
FAR = 0.2  # of an error that the title counts
NAMED = 4  # cells
MARKS = "os^DvP*X<>"
COLOURS = ("blue", "vermilion", "green", "orange", "sky", "purple", "black", "gray")


def cells(of_predictions, measured):
    """(ladder, predicted, measured, stage) of each cell that has both."""
    found = [(records.ladder_of(cell.record), cell.predicted, cell.measured, cell.stage)
             for cell in predictions.cells(of_predictions, measured)]
    if not found:
        raise Failure(NOTHING, "no record is of a cell that was predicted: machine, stage, case or "
                               "launch differs everywhere")
    return found


def of_document(document, table):
    """(order, predicted, measured, "") of the document's cells [1000 cycles]."""
    predicted, real = document.tables[table]["values"], document.tables["table 4.6"]["values"]
    return [(f"order {order}", a / 1000, b / 1000, "") for order in real
            for a, b in zip(predicted[order], real[order])]


def errors_of(found):
    return [abs(predicted / real - 1) for _, predicted, real, _ in found]


def finding(found):
    errors = errors_of(found)
    far = sum(error > FAR for error in errors)
    return (f"Kernels are predicted {100 * statistics.mean(errors):.1f} % off in the mean, "
            f"{far or 'none'} of {len(errors)} by more than {100 * FAR:.0f} %")


def name_the_worst(axes, found):
    """The stages of the cells that are furthest off, next to their points."""
    worst = sorted(found, key=lambda one: -abs(one[1] / one[2] - 1))[:NAMED]
    for _, predicted, real, stage in worst:
        above = predicted > real
        axes.annotate(f"{stage} {100 * (predicted / real - 1):+.0f} %", (real, predicted),
                      (-8, 6) if above else (8, -6), textcoords="offset points",
                      ha="right" if above else "left", va="bottom" if above else "top",
                      size=slide.letters(7))


def words(found):
    errors = errors_of(found)
    return (f"mean error {100 * statistics.mean(errors):.1f} %, median "
            f"{100 * statistics.median(errors):.1f} %\n"
            f"{100 * sum(error <= BAND for error in errors) / len(errors):.0f} % within "
            f"{100 * BAND:.0f} %")


def scatter(axes, found, title, unit):
    names = list(dict.fromkeys(name for name, *_ in found))
    for place, name in enumerate(names):
        some = [(real, predicted) for other, predicted, real, _ in found
                if other == name]
        axes.scatter([real for real, _ in some], [predicted for _, predicted in some],
                     s=16 * slide.thick(1) ** 2, label=name,
                     marker=MARKS[place % len(MARKS)], facecolors="none",
                     edgecolors=PALETTE[COLOURS[place % len(COLOURS)]], linewidths=slide.thick(1))
    every = [value for _, predicted, real, _ in found for value in (predicted, real)]
    ends = [0.45 * min(every), 1.25 * max(every)]  # names of points lie to the left of them
    axes.plot(ends, ends, color=PALETTE["gray"], linewidth=0.8)
    axes.fill_between(ends, [(1 - BAND) * end for end in ends], [(1 + BAND) * end for end in ends],
                      color=PALETTE["gray"], alpha=0.25, linewidth=0)
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends, xlabel=f"measured [{unit}]",
             ylabel=f"predicted [{unit}]")
    # numbers at powers of ten, and where there are none at a few others
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(subs=(1.0,) if ends[1] / ends[0] > 30
                                          else (1.0, 2.0, 5.0)))
        axis.set_major_formatter(FormatStrFormatter("%g"))
        axis.set_minor_formatter(NullFormatter())
    axes.set_title(f"{title}\n{words(found)}", fontsize=slide.letters(8))
    axes.legend(fontsize=slide.letters(7), loc="upper left")


def is_prediction(path):
    return "prediction_schema" in (experiments.first_line(path) or {})


def trial(paths, machine):
    """Predictions, and what was measured after them: of the newest folder that has both, or of the
    files given."""
    folders = {file.parent for path in paths if path.is_dir()
               for file in experiments.jsonl(path, is_prediction, say=False)}
    groups = [[file for file in sorted(folder.glob("*.jsonl")) if is_prediction(file)
               or experiments.holds_records(file)]
              for folder in folders] + [[path for path in paths if not path.is_dir()]]
    found = []
    for files in groups:
        theirs = [one for file in files if is_prediction(file) for one in predictions.read(file)]
        ours = [one for file in files if not is_prediction(file)
                for one in predictions.lines(file)]
        if theirs and ours:
            found.append((theirs, ours))
    if not found:
        raise Failure(NOTHING,
                      f"{', '.join(map(str, paths))}: no predictions with records of the same "
                      "cells: `ladder predict --json` writes the first, `ladder sweep` the second")
    found = choice.named(found, machine, lambda one: one[0][0]["machine"])
    return max(found, key=lambda one: max(prediction["time"] for prediction in one[0]))


def draw(arguments):
    document = published.read(command.ROOT / "results/published/parra-2016.json")
    predicted, measured = trial(arguments.records or [command.ROOT / "results"], arguments.machine)
    found = cells(predicted, measured)
    notes = ("Gray: within 10 %. The document's model on its K40, cycles of a step; its adjusted "
             "form counts the warps that have cells. Ours: kernels of a step, from the machine "
             "code and micro-benchmarks alone, predicted before they were timed.")
    picture = Picture(finding(found), notes, 8.2)
    names = [["adjusted", "ours"]] if slide.on() else [["plain", "adjusted"], ["ours", "ours"]]
    axes = picture.figure.subplot_mosaic(names, height_ratios=[1, 1.7][:len(names)])
    figures = {"plain": ("table 4.5", "4.15"), "adjusted": ("table 4.7", "4.16")}
    for name, (table, figure) in figures.items():
        if name in axes:
            scatter(axes[name], of_document(document, table), f"published, K40: figure {figure}",
                    "1000 cycles")
    ours = [(name, 1e6 * a, 1e6 * b, stage) for name, a, b, stage in found]
    scatter(axes["ours"], ours, predicted[0]["machine"], "us")
    name_the_worst(axes["ours"], ours)
    return picture


options = command.add_records
