"""Figure 4 of the document on migration: the throughput of propagation and of the imaging kernels,
by the trace.

usage: ladder plot imaging_kernels [FILE ...] [--output PICTURE]
"""

from plots import imaging, of_records
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import significant, times

SERIES = [Series("propagation: points and steps", "sky"),
          Series("imaging: points, offsets and image times", "orange", "///")]


NAIVE = imaging.label("naive", imaging.BLOCK)


def row(name, record, naive):
    made = Row(name)
    steps, images = imaging.propagation_rate(record), imaging.imaging_rate(record)
    if steps:
        made.bars.append(Bar(0, steps, words=significant(steps)))
    if images:
        gain = f", {times(images / naive)}" if naive and name != NAIVE else ""
        made.bars.append(Bar(1, images, words=significant(images) + gain))
    return made


def draw(machines, document, arguments):
    def panels_of(machine):
        run = imaging.with_gathers(machine)
        if any(map(imaging.imaging_rate, run.values())):
            naive = imaging.imaging_rate(run[NAIVE]) if NAIVE in run else None
            yield Panel(machine.name, [row(name, record, naive)
                                       for name, record in run.items()]), list(run.values())

    measured, of_machines = of_records.collected(
        machines, panels_of, f"no traced record of {imaging.WITH_GATHERS} is of a stage on a GPU: "
                             f"ladder --case={imaging.WITH_GATHERS} measures them")
    gain = document.derived["throughput, improved over naive"]
    panels = [Panel("published: Tesla S1070", [Row(NAIVE, words="only a picture"),
                                               Row(imaging.label("shared", imaging.BLOCK),
                                                   words=f"only a picture, {gain['stated']} times "
                                                         "naive is stated")],
                    published=True), *measured]
    notes = [f"1e9 a second of kernel time; behind the bars of imaging the gain over {NAIVE}, "
             "where that was measured. Kernels are distinguished by the trace. Where both overlap "
             "each counts its whole time.", imaging.IN_BLOCKS,
            *of_machines,
            f"Published: {document.content['document']['author']}; "
            f"{document.figures['4']['missing']}."]
    title = of_records.best("Migration: kernels of imaging", panels, 1, "e9 points/s", max)
    return picture_of(title,
                      "\n".join(notes), panels, SERIES,
                      Axis("1e9 points/s, log scale", log=True, room=0.3))


RECORDS = {"document": "imaging-report", "one_case": False}
