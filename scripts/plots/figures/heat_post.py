"""The four versions of the post of 2016 on its cards, and the stages that do the same here.

usage: ladder plot heat_post [FILE ...] [--case NAME] [--output PICTURE]
"""

from plots import caption, records, slide
from plots.failure import NOTHING, Failure
from plots.rows import Axis, Bar, Panel, Row, Series, picture_of
from plots.units import significant, times

# stage: the post's name
VERSIONS = {"naive": "ported", "block": "block", "restrict": "restrict", "coarsen": "four cells"}
SERIES = [Series("ported: a block is one warp (stage naive)", "sky"),
          Series("block of 64 x 8 (block)", "blue", "///"),
          Series("const and restrict (restrict)", "green", "..."),
          Series("four cells a thread (coarsen)", "orange", "\\\\\\"),
          Series("the fastest stage here", "vermilion", "xx")]


def bars_of(rates):
    """Bars of the versions' rates; behind them the gain over the first."""
    first = rates[0]
    return [Bar(series, rate,
                words=significant(rate) + (f", {times(rate / first)}" if first and series else ""))
            for series, rate in enumerate(rates) if rate]


def published(post):
    counts = {name: post.number("cells", name, "value") for name in ("nx", "ny", "nz")}
    updates = counts["nx"] * counts["ny"] * counts["nz"] * post.number("counts", "time steps",
                                                                       "value")
    return [Row(post.machines[card]["label"], bars_of([updates / time * 1e-9 for time in times_of]))
            for card, times_of in post.tables["time"]["values"].items()]


def measured(machine, case):
    """One row, and its records; None where no version was measured on a GPU."""
    if not machine.gpu:
        return None
    run = {records.stage(record): record
           for record in machine.ladder(case) if records.ladder_of(record) == "heat"}
    rates = {name: records.rate(record)
             for name, record in run.items() if record["stage"]["device"] == "cuda"}
    right = {name: rate for name, rate in rates.items() if rate}
    if not right.keys() & VERSIONS.keys():
        return None
    best = max(right, key=right.get)
    bars = bars_of([right.get(name) for name in VERSIONS])
    bars.append(Bar(len(VERSIONS), right[best], words=f"{significant(right[best])}, {best}"))
    return Row(machine.gpu, bars), [run[name] for name in (*VERSIONS, best) if name in run]


def gain(row):
    """Of the last version over the first; None where one of them is missing."""
    rates = {bar.series: bar.value for bar in row.bars}
    ends = [rates.get(place) for place in (0, len(VERSIONS) - 1)]
    return ends[1] / ends[0] if all(ends) else None


def finding(cards, here):
    """What the versions gained on the cards of the post, and here."""
    title = "Heat: the post's versions"
    gains = [one for one in map(gain, cards) if one]
    if not gains or not gain(here):
        return title
    return (f"{title} gain {times(gain(here))} on {here.name}, "
            f"{times(min(gains))} to {times(max(gains))} on {len(gains)} of its cards")


def draw(machines, post, arguments):
    found = [(machine, measured(machine, arguments.case)) for machine in machines]
    found = [(machine, row) for machine, row in found if row]
    if not found:
        raise Failure(NOTHING,
                      f"no record of the case {arguments.case} is of {', '.join(VERSIONS)} on a "
                      "GPU: ladder --case=heat-128 measures them on a machine with one")
    panels = [Panel("published: the post of 2016", published(post), published=True),
              *(Panel(machine.name, [row]) for machine, (row, _) in found)]
    if slide.on():  # one machine has one row, and there is room for four cards
        panels = [Panel("published: the four fastest cards of the post of 2016; measured: "
                        "the last row",
                        panels[0].rows[-4:] + panels[1].rows)]
    title = finding([row for panel in panels for row in panel.rows][:-len(found)], found[0][1][0])
    notes = ["1e9 point updates a second; behind the bars the gain over the first version. The "
             "post's times are of whole runs with the data on the device; ours are of the kernels "
             "of a traced run.",
            *(caption.measured(machine, used) for machine, (_, used) in found)]
    return picture_of(title, "\n".join(notes), panels,
                      SERIES, Axis("1e9 point updates/s, log scale", log=True, room=0.25))


RECORDS = {"document": "heat-post-2016", "case": "heat-128", "draws": measured}
