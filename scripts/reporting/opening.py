"""What the page begins with: the answer, its steps as bars, and the same steps as a table."""

import math
from dataclasses import dataclass

from plots import caption, records
from plots.units import seconds, times
from reporting.tables import Cell, Table

MOST = 10  # stages that a reader takes in at a glance
HEAD = ["stage", "time of a run", "times as fast as {host}, the fastest on the host",
        "times as fast as {original}", "times as fast as its parent",
        "most of its time", "what changed"]


@dataclass
class Bar:
    """A stage, from its parent's time to its own; places in percent of the axis."""
    name: str
    wall: str
    gain: str
    kind: str    # the verdict of the step, as a style
    left: float
    width: float
    mark: float  # where its own time is


@dataclass
class Opening:
    finding: str
    bars: list
    ticks: list    # (place, words)
    verdicts: list  # of the bars
    label: str     # of the picture, for who does not see it
    rows: Table
    stages: int    # of the whole ladder
    right: int
    measured: str


def way_to(name, by_name):
    """The stage and those that it was made of, as far as the ladder has them."""
    found = {}
    while name in by_name and name not in found:
        found[name] = True
        name = by_name[name]["stage"]["parent"]
    return found


def chosen(run):
    """The original, the fastest, the step that paid most with its parent, other steps that paid,
    the way to the fastest, and then the others. A batch is no row unless it is the fastest."""
    by_name = {records.stage(record): record for record in run}
    answer = run.answer
    paid = [name for name in answer["paid"] if by_name[name].answer["shots"] == 1]
    parents = [by_name[name].answer["step"]["parent"]["stage"] for name in paid[:1]]
    others = [name for name, record in by_name.items() if record.answer["shots"] == 1]
    first = [answer["original"], answer["fastest"], *paid[:1], *parents, *paid[1:],
             *way_to(answer["fastest"], by_name), *others]
    names = [name for name in dict.fromkeys(first) if name in by_name][:MOST]
    return [record for record in run if records.stage(record) in names]


def times_of(record):
    """Its own, and its parent's where it is known."""
    step = record.answer["step"]
    return [records.wall(record)[0], *([step["parent"]["wall_s"]] if step else [])]


def ticks(low, high):
    """Powers of ten between them, or 2 and 5 times those too where there are fewer than two; at
    most four, since a phone has no room for more."""
    powers = range(math.floor(math.log10(low)), math.ceil(math.log10(high)) + 1)
    found = []
    for factors in ((1,), (1, 2, 5)):
        if len(found) < 2:
            places = [factor * 10.0**power for power in powers for factor in factors]
            found = [place for place in places if low <= place <= high]
    return found[::math.ceil(len(found) / 4) or 1]


def whole(time):
    """A round time without decimals."""
    number, unit = seconds(time).split()
    return f"{float(number):g} {unit}"


def gain(step):
    return f"{times(1 / step['change']['ratio'])} {step['parent']['stage']}" if step else ""


def pictured(run):
    """Bars and ticks; without a right result there are none."""
    right = [record for record in run if record.answer["right"]]
    if not right:
        return [], []
    every = [time for record in right for time in times_of(record)]
    low, high = min(every) / 1.15, max(every) * 1.15

    def place(time):
        return round(100 * math.log(time / low) / math.log(high / low), 2)

    bars = []
    for record in right:
        own, *parents = map(place, times_of(record))
        step = record.answer["step"]
        left, end = min([own, *parents]), max([own, *parents])
        bars.append(Bar(records.stage(record), seconds(records.wall(record)[0]), gain(step),
                        step["verdict"].replace(" ", "-") if step else "", left,
                        round(end - left, 2), own))
    return bars, [(place(time), whole(time)) for time in ticks(low, high)]


def most_of(record):
    """The part with the largest share; of a disturbed trace nothing follows."""
    parts = record.answer["parts"]
    if not parts or record.answer["disturbed"]:
        return Cell("not known", "none")
    return Cell(f"{parts[0]['words']} {100 * parts[0]['share']:.0f} %")


def against_parent(step):
    if not step:
        return Cell("", "none")
    doubt = "" if step["verdict"] in ("helped", "slower") else f", {step['verdict']}"
    kind = "number slower" if step["verdict"] == "slower" else "number"
    return Cell(gain(step) + doubt, kind, value=1 / step["change"]["ratio"])


def row(one, record):
    name, answer = records.stage(record), record.answer
    head = Cell(name, link=one.anchor_of(name))
    change = Cell(record["stage"]["change"], "words")
    if not answer["right"]:
        wrong = Cell("wrong: no time is given", "none")
        return [head, wrong, *(Cell("", "none") for _ in HEAD[3:]), change]
    wall, over = records.wall(record)[0], answer["over_host"]
    factors = [over and over["times"], answer["speedup"]]
    return [head, Cell(seconds(wall), "number", value=wall),
            *(Cell(times(one), "number", value=one) if one else Cell("", "none")
              for one in factors), against_parent(answer["step"]), most_of(record), change]


def table(one, run, shown):
    """Without columns, other than the time, that say something of less than half of the rows."""
    rows = [row(one, record) for record in shown]
    names = [words.format(original=run.answer["original"] or "the original",
                          host=run.answer["host"]) for words in HEAD]
    kept = [index for index in range(len(HEAD))
            if index < 2 or sum(cells[index].kind != "none" for cells in rows) * 2 >= len(rows)]
    return Table("the steps that paid most", [names[index] for index in kept],
                 [[cells[index] for index in kept] for cells in rows])


def of(sources):
    """Of the machine with most right stages."""
    pairs = [(one, one.run) for one in sources.measured]
    one, run = records.most_complete_first(pairs)[0]
    shown = chosen(run)
    bars, places = pictured(shown)
    ends = " to ".join(f"{bar.name} ({bar.wall})" for bar in (bars[:1] + bars[1:][-1:]))
    return Opening(run.answer["finding"], bars, places, sorted({bar.kind for bar in bars} - {""}),
                   f"Bars of the time of a run, from {ends}; the table has their numbers",
                   table(one, run, shown), len(run), sum(record.answer["right"] for record in run),
                   caption.measured(one.machine, run))
