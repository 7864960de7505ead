"""Figure 15 of the thesis: total run time, the convolution with its copies, and the GPU's kernels
alone.

usage: ladder plot figure15 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records, thesis_ladder
from plots.caption import STATISTICS, published
from plots.rows import Axis, Bar, Panel, Series, picture_of
from plots.units import seconds

SERIES = [Series("total run time, by the wall clock", "green"),
          Series("user + system time", "yellow", "xx"),
          Series("convolution (kernels, copies, staging), of the traced run", "purple", "///"),
          Series("kernels on the GPU alone, of the traced run", "blue", "...")]


def bars(record):
    total, processor, kernels = (records.wall(record), records.processor(record),
                                 records.kernels(record))
    convolution = records.scopes(record, *thesis_ladder.CONVOLUTION)
    made = [Bar(0, *total, seconds(total[0]))]
    if processor and processor[0] > 0:
        made.append(Bar(1, *processor, seconds(processor[0])))
    if convolution:
        made.append(Bar(2, convolution, words=seconds(convolution)))
    if kernels:
        made.append(Bar(3, *kernels, seconds(kernels[0])))
    return made


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    panels = [Panel(thesis_ladder.label(thesis), [
        thesis_ladder.row(name, {0: one.real, 1: one.total, 2: one.convolution,
                                 3: one.kernel}, one, seconds)
        for name, one in thesis_ladder.steps(thesis).items()], published=True)]
    panels += of_records.panels_of(found, lambda run: bars, thesis_ladder.steps(thesis))
    words = of_records.words_of_traced(
        found,
        f"Total: {STATISTICS}, of runs without a tracer. User + system: the processor time of all "
        "threads, what the thesis calls run time; with the set-up, whiskers from the least to the "
        "most sample; none where fewer steps were timed. Convolution: one further run, which was "
        "traced; where that took longer than the timed runs, the convolution may be longer than "
        "the total. What nvprof measured in 2014 has no staging. Kernels: the same traced run, "
        "whiskers if every call were the fastest or the slowest one.",
        published(thesis, "15", "convolution of cmem with 0.1322 s for its set-up"))
    return picture_of(of_records.best("Figure 15 of the thesis: run time", panels, 0, "s"), words,
                      panels, SERIES,
                      Axis("time [s], log scale", log=True, room=0.14))


RECORDS = {}
