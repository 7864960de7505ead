"""Kernel times of one stage over its launches: figures 13 and 18 to 20 of the thesis."""

from dataclasses import dataclass

from plots import caption, choice, records, slide, thesis_ladder
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import seconds, times

LOOK = [Series("kernel time", "blue")]
RELATIVE = [Series("this machine", "blue"), Series("the thesis", "gray", "///")]


@dataclass
class Launch:
    """A row: the time [s] of the kernels, or with their least and most, and that of the launch that
    it is compared with."""
    name: str
    time: tuple = ()
    base: tuple = ()
    words: str = ""  # in place of a time

    @property
    def gain(self):
        return self.base[0] / self.time[0] if self.time and self.base else None

    def row(self):
        if not self.time:
            return Row(self.name, words=self.words)
        words = seconds(self.time[0]) + (f", {times(self.gain)}" if self.gain else "")
        return Row(self.name, [Bar(0, *(1e3 * value for value in self.time), words=words)])

    def relative(self, series):
        """Of machines with times of their own speeds alone can be drawn on one axis."""
        return Bar(series, self.gain, words=f"{times(self.gain)}, {seconds(self.time[0])}")


def launches_of(points, name, order, reference, chosen):
    found = []
    for key in sorted(points, key=order):
        time = records.kernels(points[key], chosen)
        if not points[key].answer["right"] or not time:
            words = "wrong: no time is given" if time else "not traced"
            found.append(Launch(name(key), words=words))
            continue
        base = points.get(reference(key))
        base = records.kernels(base, chosen) if base and base.answer["right"] else None
        found.append(Launch(name(key), time, base or ()))
    return found


def finding(title, to, own, published):
    """What the best launch gives here, and gave in the thesis."""
    def best(launches):
        gains = [(one.gain, one.name) for one in launches if one.gain]
        return max(gains) if gains else None

    def words(gain):
        return f"{100 * (gain - 1):.0f} % faster than" if gain > 1.005 else "as fast as"

    here, there = best(own), best(published)
    if not here:
        return title
    text = f"{title}: the best, {here[1]}, is {words(here[0])} {to}"
    return text + (f"; {words(there[0]).removesuffix(' than')} in 2014" if there else "")


def relative_rows(own, published):
    """A row a launch that has a speed, here or in the thesis."""
    names = dict.fromkeys(one.name for one in [*own, *published] if one.gain)
    return [Row(name, [one.relative(series) for series, some in enumerate((own, published))
                       for one in some if one.name == name and one.gain]) for name in names]


def published(thesis, number, stated, name):
    """Of (key, time) the launches; the first is what the others are compared with."""
    return ([Launch(name(key), time, stated[0][1]) for key, time in stated]
            or [Launch("all methods", words=thesis.figures[number]["missing"])])


def figure(number, about, key, name, order, reference, to, chosen, stated, source, words=""):
    """`draw` and RECORDS of a module of figures. key: a launch of a record, None for those that do
    not belong here; name and order of it; the launch that it is compared with, `to` in words;
    chosen: which kernels by their names; stated(thesis): see published(); words before the source
    of what is published."""
    def draw(machines, thesis, arguments):
        return picture(machines, arguments.case, f"Figure {number} of the thesis: {about}", key,
                       name, order, reference, to, chosen, thesis_ladder.label(thesis),
                       published(thesis, number, stated(thesis), name),
                       words + caption.published(thesis, number, source))

    def draws(machine, case):
        return any(key(record) is not None for record in records.on_case(machine.records, case))

    return draw, {"draws": draws}


def picture(machines, case, title, key, name, order, reference, to, chosen, label, stated, words):
    """label: of what is published, the launches `stated`."""
    found, own = [], []
    for machine in machines:
        some = records.on_case(machine.records, case)
        points = (records.newest_points(some, key)
                  | records.newest_points([one for one in some if one["traced"]], key))
        if points:
            found.append((machine, list(points.values())))
            launches = launches_of(points, name, order, reference, chosen)
            needed = {one.name for one in stated} | {name(reference(one)) for one in points}
            own.append(choice.evenly(launches, lambda one, needed=needed: one.name in needed,
                                     slide.ROWS - len(needed - {one.name for one in launches})))
    if not found:
        raise Failure(NOTHING, f"no record of the case {case} has such a launch: "
                               "scripts/experiments/figure_sweeps measures them")
    measured = [caption.measured(machine, points) for machine, points in found]
    title = finding(title, to, own[0], stated)
    if slide.on():
        rows = relative_rows(own[0], stated)
        notes = [f"Speed relative to {to}, each machine's own: 1 is that launch. All time steps of "
                 "one traced run.", words, *measured]
        return picture_of(title, "\n".join(notes), [Panel(found[0][0].name, rows)], RELATIVE,
                          Axis(f"times as fast as {to}", mark=1))
    panels = [Panel(label, [one.row() for one in stated], published=True)]
    panels += [Panel(machine.name, [one.row() for one in launches])
               for (machine, _), launches in zip(found, own)]
    notes = ["All time steps of one traced run; whiskers if every call were the fastest or the "
             f"slowest one. Behind the bars: speed relative to {to}, of the same machine. Each "
             "machine has its own axis.", words, *measured]
    return picture_of(title, "\n".join(notes), panels, LOOK,
                      Axis("kernel time [ms]", together=False))
