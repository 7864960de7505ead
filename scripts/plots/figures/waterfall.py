"""The waterfall: what each step from the original to the best did to the wall time.

usage: ladder plot waterfall [FILE ...] [--case NAME] [--stage NAME,NAME] [--print] [--output
                             PICTURE]
"""

from plots import of_records, parts, records, slide
from plots.caption import STATISTICS
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.rows import Bar, Panel, Row, Series
from plots.steps_chart import picture_of
from plots.units import seconds, times

SERIES = [Series("helped: faster than its parent by more than 1 %", "blue"),
          Series("slower: by more than 1 % than its parent", "vermilion", "///"),
          Series("no difference: less than 1 %", "gray", "..."),
          Series("inconclusive: too few pairs of samples, or an interval across 1 %",
                 "yellow", "\\\\\\"),
          Series("one sample: of the stage or its parent, so how sure is not known", "white",
                 "xxx")]
KINDS = {"helped": 0, "slower": 1, "no difference": 2, "inconclusive": 3, "one sample": 4}
STILL = KINDS["no difference"]  # a stage without a step has a line alone
SEVERAL = len(SERIES)
SERIES.append(Series("several steps: by medians, from the nearest stage that is drawn", "purple",
                     "\\"))
PART = len(SERIES)
PARTS = Series("of several devices or ranks: from what one computes to that with its exchange",
               "sky", "---")


def ancestor(record, drawn):
    """The nearest stage above it that is drawn; None where its parent is, or nothing above it."""
    above = drawn.parents.get(record["stage"]["parent"])
    while above and above not in drawn.times:
        above = drawn.parents.get(above)
    return above if record["stage"]["parent"] not in drawn.times else None


class Drawn:
    """Of the stages that are drawn the times [s], and of all the parents, by their names."""

    def __init__(self, drawn, run):
        self.times = {records.stage(one): records.wall(one)[0] for one in drawn
                      if one.answer["right"]}
        self.parents = {records.stage(one): one["stage"]["parent"] for one in run}


def bars(record, drawn=None):
    time, low, high = records.wall(record)
    if drawn and (above := ancestor(record, drawn)):
        begin = drawn.times[above]
        return [Bar(SEVERAL, time, low, high, f"{seconds(time)}, {times(begin / time)} {above}",
                    begin=begin)]
    step, name = record.answer["step"], record["stage"]["parent"]
    if step is None:
        why = f"its parent {name} has no right record" if name else "the original"
        return [Bar(STILL, time, low, high, f"{seconds(time)}, {why}")]
    words, begin = f"{seconds(time)}, {records.against_parent(step)}", step["parent"]["wall_s"]
    if step["verdict"] == "one sample":
        return [Bar(KINDS[step["verdict"]], time, words=f"{words}, one sample", begin=begin)]
    return [Bar(KINDS[step["verdict"]], time, low, high, words, begin)]


def rows_of_parts(record):
    """A row a device or rank: its shares of the traced run, of the time that was measured without a
    tracer."""
    if not record.answer["right"] or record.answer["disturbed"]:
        return []
    rows = []
    for name, scopes in parts.own_scopes(record):
        share = records.wall(record)[0] / record["traced"]["wall_ns"]
        computes, both = scopes["kernel"] * share, (scopes["kernel"] + scopes["exchange"]) * share
        if computes:  # the axis is one of logarithms
            rows.append(Row(name, [Bar(PART, both, words=f"{seconds(computes)}, and "
                                                         f"{seconds(both - computes)} of exchange",
                                       begin=computes)]))
    return rows


def drawn_of(run, stages):
    """The stages that were asked for; without any those that a slide has room for: the original,
    the fastest of the host and of all, and the largest steps, each with its parent."""
    if stages:
        names = {records.stage(record) for record in run}
        if missing := [name for name in stages if name not in names]:
            raise Failure(UNUSABLE, f"no stage {', '.join(missing)} in these records, but "
                                    f"{', '.join(sorted(names))}")
        return [record for record in run if records.stage(record) in stages]
    answer = run.answer
    return of_records.shown(run, [answer["original"], answer["host"], answer["fastest"]],
                            with_parents=True)


def rows_and_words(run, others, stages=()):
    """Rows of what was right, and a sentence each for what was not, and for what only other
    machines have."""
    rows = []
    drawn = drawn_of(run, stages)
    known = Drawn(drawn, run)
    for record, row in zip(drawn, of_records.rows_of(drawn, lambda one: bars(one, known))):
        if row.bars:
            rows += [row, *rows_of_parts(record)]
    if slide.on() and len(rows) > slide.ROWS:  # without those of devices and ranks
        rows = [row for row in of_records.rows_of(drawn, lambda one: bars(one, known))
                if row.bars]
    words = []
    if wrong := [records.stage(record) for record in run if not record.answer["right"]]:
        words.append(f"wrong: no time is given: {', '.join(wrong)}.")
    if absent := [row.name for row in of_records.absent(run, others)]:
        words.append(f"no record of this machine: {', '.join(absent)}.")
    return rows, words


def draw(machines, thesis, arguments):
    found = records.ladders(machines, arguments.case)
    shown = records.most_complete_first(found)[:1 if slide.on() else None]
    panels, notes = [], []
    stages = [name for name in (getattr(arguments, "stage", None) or "").split(",") if name]
    for machine, run in shown:
        rows, words = rows_and_words(run, [r for m, r in found if m is not machine], stages)
        panels.append(Panel(machine.name, rows or [Row("nothing was right")]))
        notes += [f"{machine.name}, {one}" if len(shown) > 1 else f"{one[0].upper()}{one[1:]}"
                  for one in words]
    drawn = [bar for panel in panels for row in panel.rows for bar in row.bars]
    if not stages and not any(bar.begin for bar in drawn):
        raise Failure(NOTHING, "no stage has a record of its parent in these records")
    words = of_records.words_of(
        shown, "A bar leads from the parent's wall time to the stage's own (thick line); behind "
               f"it the time, and the speed relative to the parent. In them, {STATISTICS}.", *notes)
    return picture_of(shown[0][1].answer["finding"], words, panels, [*SERIES, PARTS],
                      getattr(arguments, "print", False))


def options(parser):
    parser.add_argument("--stage", metavar="NAME,NAME",
                        help="the stages that are drawn (those that say most)")
    parser.add_argument("--print", action="store_true", help="patterns besides colours, for paper")


if __name__ == "__main__":
    of_records.run("waterfall", __doc__, draw, more=options)
