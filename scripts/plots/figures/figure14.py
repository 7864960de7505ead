"""Figure 14 of the thesis: kernel time of the convolution on the GPU, stage by stage, relative to
the first.

usage: ladder plot figure14 [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records, thesis_ladder
from plots.caption import published
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import seconds, times

SERIES = [Series("kernel time", "blue")]
FIRST = "gmem-eb"  # the thesis' first version on the GPU


def on_gpu(record):
    return record["stage"]["device"] == "cuda"


def bar(time, first):
    return Bar(0, *time, seconds(time[0]) + (f", {times(first[0] / time[0])}" if first else ""))


def bars_of(run):
    first = next((records.kernels(r)
                  for r in run if records.stage(r) == FIRST and r.answer["right"]), None)
    return lambda record: [bar(time, first)] if (time := records.kernels(record)) else []


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case, traced=True)
    steps = {name: (step.kernel, step.least, step.most)
             for name, step in thesis_ladder.steps(thesis).items()
             if step.kernel}
    panels = [Panel(thesis_ladder.label(thesis), [Row(name, [bar(time, steps[FIRST])])
                                                  for name, time in steps.items()], published=True)]
    panels += of_records.panels_of(found, bars_of, steps, on_gpu)
    hosts = {records.place(record) for _, run in found for record in run if not on_gpu(record)}
    if not any(row.bars for panel in panels[1:] for row in panel.rows):
        raise Failure(NOTHING, "no record of a stage on a GPU is there")
    left_out = ", ".join(name for _, name in sorted(hosts))
    words = of_records.words_of(
        found, "All kernels of one traced run, without copies; whiskers if every call were the "
               f"fastest or the slowest one. Behind the bars: speed relative to {FIRST}, of the "
               "same machine. Stages that own the time loop do the whole time step in "
               "their kernels." + (f" Stages on the host, which have no such kernel: {left_out}."
                                   if left_out else ""), published(thesis, "14", "nvprof's tables"))
    return picture_of(of_records.best("Figure 14 of the thesis: kernels", panels, 0, "s"), words,
                      panels, SERIES,
                      Axis("kernel time [s], log scale", log=True, room=0.25))


RECORDS = {}
