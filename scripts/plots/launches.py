"""Kernel times of one stage over its launches: figures 13 and 18 to 20 of the thesis."""

from plots import caption, choice, records, slide
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import seconds, times

LOOK = [Series("kernel time", "blue")]


def bar(time, reference):
    """Of a time [s] with its least and most; in words, and its speed relative to the
    reference's."""
    words = seconds(time[0]) + (f", {times(reference[0] / time[0])}" if reference else "")
    return Bar(0, *(1e3 * value for value in time), words=words)


def rows_of(points, name, order, reference, chosen):
    rows = []
    for key in sorted(points, key=order):
        time = records.kernels(points[key], chosen)
        if not points[key].answer["right"] or not time:
            rows.append(Row(name(key), words="wrong: no time is given" if time else "not traced"))
            continue
        base = points.get(reference(key))
        base = records.kernels(base, chosen) if base and base.answer["right"] else None
        rows.append(Row(name(key), [bar(time, base)]))
    return rows


def draws(key):
    """For of_records.run."""
    return lambda machine, case: any(key(record) is not None
                                     for record in records.on_case(machine.records, case))


def picture(machines, case, title, key, name, order, reference, to, chosen, published, words):
    """key: a launch of a record, None for those that do not belong here; name and order of it; the
    launch that it is compared with, to in words; chosen: which kernels by their names; published: a
    title and rows."""
    found, panels = [], [Panel(*published, published=True)]
    for machine in machines:
        own = records.on_case(machine.records, case)
        points = (records.newest_points(own, key)
                  | records.newest_points([one for one in own if one["traced"]], key))
        if points:
            found.append((machine, list(points.values())))
            rows = rows_of(points, name, order, reference, chosen)
            needed = {one.name for one in published[1]} | {name(reference(one)) for one in points}
            panels.append(Panel(
                machine.name, choice.evenly(rows, lambda row, needed=needed: row.name in needed,
                                            slide.ROWS - len(needed - {row.name for row in rows}))))
    if not found:
        raise Failure(NOTHING, f"no record of the case {case} has such a launch: "
                               "scripts/experiments/figure_sweeps measures them")
    notes = ["All time steps of one traced run; whiskers if every call were the fastest or the "
             f"slowest one. Behind the bars: speed relative to {to}, of the same machine. Each "
             "machine has its own axis.", words,
            *(caption.measured(machine, points) for machine, points in found)]
    return picture_of(title, "\n".join(notes), panels, LOOK,
                      Axis("kernel time [ms]", together=False))
