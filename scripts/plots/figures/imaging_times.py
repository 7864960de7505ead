"""Figure 5 of the document on migration: the time of a shot without gathers, with the naive kernel,
with shared memory, and with the stages that are faster.

usage: ladder plot imaging_times [FILE ...] [--output PICTURE]
"""

from plots import caption, imaging, of_records
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import significant, times

SERIES = [Series("without gathers", "sky"), Series("with gathers of both axes", "vermilion", "xx")]


def bar(series, record, words=""):
    milliseconds, low, high = (1e-6 * ns if ns else None for ns in
                               (record["summary"][name]
                                for name in ("median_ns", "low_ns", "high_ns")))
    return Bar(series, milliseconds, low, high, f"{significant(milliseconds)} ms{words}")


def rows_of(gathers, without):
    made = []
    for stage in gathers:
        row = Row(stage)
        if stage in without:
            row.bars.append(bar(0, without[stage]))
        both = (stage in without
                and gathers[stage]["summary"]["median_ns"] / without[stage]["summary"]["median_ns"])
        row.bars.append(bar(1, gathers[stage], f", {times(both)}" if both else ""))
        made.append(row)
    return made


def draw(machines, document, arguments):
    def panels_of(machine):
        gathers, without = imaging.with_gathers(machine), imaging.without_gathers(machine)
        if gathers and without:
            yield (Panel(machine.name, rows_of(gathers, without)),
                   [*gathers.values(), *without.values()])

    measured, of_machines = of_records.collected(
        machines, panels_of, f"no machine has records of both {imaging.WITH_GATHERS} and "
                             f"{imaging.WITHOUT}: ladder --case=... measures them")
    panels = [Panel("published: Tesla S1070",
                    [Row("figure 5", words="only a picture: no value is stated")], published=True),
              *measured]
    notes = ["Of one shot; behind the bars with gathers its time over that without: "
             f"{caption.STATISTICS}.",
            imaging.IN_BLOCKS,
            *of_machines,
            f"Published: {document.content['document']['author']}; "
            f"{document.figures['5']['missing']}."]
    return picture_of(of_records.best("Migration with gathers", panels, 1, "ms a shot"),
                      "\n".join(notes), panels, SERIES,
                      Axis("time of a shot [ms]"))


RECORDS = {"document": "imaging-report", "one_case": False}
