"""Figure 21 of the thesis: the convolution with its copies at each step of the port, relative to
Fortran.

usage: ladder plot figure21 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records, thesis_ladder
from plots.caption import published
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import seconds, times

SERIES = [Series("convolution", "purple", "///")]


def bar(time, original):
    return Bar(0, time, words=seconds(time) + (f", {times(original / time)}" if original else ""))


def convolution(record):
    return records.scopes(record, *thesis_ladder.CONVOLUTION)


def bars_of(run):
    original = next((convolution(r)
                     for r in run if r["stage"]["parent"] is None and r.answer["right"]), None)
    return lambda record: [bar(time, original)] if (time := convolution(record)) else []


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    steps = {name: step.gpu for name, step in thesis_ladder.steps(thesis).items() if step.gpu}
    panels = [Panel(thesis_ladder.label(thesis),
                    [Row(name, [bar(time, steps["fortran"])]) for name, time in steps.items()],
                    published=True)]
    panels += of_records.panels_of(found, bars_of, steps)
    words = of_records.words_of(
        found, "Kernels, copies and staging of one traced run; behind the bars the speed relative "
               "to fortran on the same machine.",
        published(thesis, "21", "without the set-up of constant memory; nvprof measured no "
                                "staging; C was left out there, too"))
    title = of_records.best("Figure 21 of the thesis: convolution and copies", panels, 0, "s")
    return picture_of(title, words, panels, SERIES,
                      Axis("time [s], log scale", log=True, room=0.3))


RECORDS = {}
