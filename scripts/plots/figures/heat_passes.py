"""Several steps of the heat equation in one pass through memory, against one.

usage: ladder plot heat_passes [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import of_records, records
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import significant, times

SERIES = [Series("the fastest stage of one step a pass", "sky"),
          Series("several steps a pass", "blue", "///")]
SEVERAL = ("temporal", "one-value", "c-temporal", "c-skewed", "c-in-place")


def passes_of(record):
    """Stage and steps of a pass; None for stages of another kind, whose steps may be launches."""
    name = records.stage(record)
    return (name, record["launch"]["used"]["steps"][0]) if name in SEVERAL else None


def row(name, series, record, roof):
    rate = records.rate(record)
    return Row(name, [Bar(series, rate, words=significant(rate)
                          + (f", {times(rate / roof)} the roof" if roof else ""))])


def panel_of(title, found, on_chip):
    """The fastest of one step a pass, then each number of steps; None where there are not both."""
    several = {key: record for key, record in records.newest_points(found, passes_of).items()
               if records.rate(record)}
    single = [one for one in found if passes_of(one) is None and records.stage(one) not in on_chip
              and records.rate(one)]
    if not several or not single:
        return None
    best = max(single, key=records.rate)
    roof = records.memory_roof(best)
    rows = [row(records.stage(best), 0, best, roof)]
    rows += [row(f"{name}, {steps} step{'s' if steps > 1 else ''}", 1, record, roof)
             for (name, steps), record in sorted(several.items(),
                                                 key=lambda one: records.rate(one[1]))]
    return (Panel(title + (f" (roof {significant(roof)})" if roof else ""), rows),
            [best, *several.values()])


def panels_of(machine, case):
    """A panel and its records of each device that has both."""
    made = [panel_of(name, [one for one in records.of_ladder(machine, "heat", case)
                            if one["stage"]["device"] == device],
                     ("persistent", "halo-last", "own-words"))
            for device, name in (("cuda", machine.gpu), ("host", machine.cpu))]
    return [one for one in made if one]


def draw(machines, post, arguments):
    panels, notes = of_records.collected(
        machines, lambda machine: panels_of(machine, arguments.case),
        f"no machine has records of the case {arguments.case} of one step a pass and of several: "
        "scripts/experiments/figure_sweeps measures them")
    words = ["Point updates over the time of the kernels. The roof is what the measured copy speed "
             "allows one step a pass, at 8 bytes a point.", *notes]
    return picture_of(of_records.best("Heat in passes of several steps", panels, 1,
                                    "e9 updates/s", max), "\n".join(words), panels,
                      SERIES, Axis("1e9 point updates/s", together=False), side_by_side=False)


RECORDS = {"document": "heat-post-2016", "case": "heat-512", "draws": panels_of}
