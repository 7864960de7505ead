"""What plots of records share: their command line, their panels, and stages that another machine
has."""

import contextlib

from plots import caption, choice, command, published, records, slide
from plots.failure import NOTHING, Failure
from plots.rows import Panel, Row
from plots.units import seconds, significant


def run(name, description, draw, more, one_case=True, document="sadahiro-2014", case="thesis",
        draws=choice.has_records, together=False):
    """Reads records and a published document, calls draw(machines, document, arguments) for a
    picture, and writes it. more(parser) adds options; draws(machine, case): whether it can draw
    anything of that case; together: of all machines, also on a slide."""
    def options(parser):
        command.add_records(parser)
        if one_case:
            parser.add_argument("--case", help=f"whose records are drawn ({case})")
        more(parser)

    def work(arguments):
        machines = choice.named(records.read(arguments.records, command.ROOT), arguments.machine)
        read = published.read(command.ROOT / f"results/published/{document}.json")
        its = None
        if one_case:
            its = arguments.case = choice.case_of(machines, arguments.case, case)
        with choice.advice_on_missing(machines, its,
                                     draws) if one_case else contextlib.nullcontext():
            if arguments.panels or together:
                return draw(machines, read, arguments)
            return choice.of_one_machine(machines, its, lambda some: draw(some, read, arguments))

    command.run(name, description, work, options)


def shown(run, wanted=(), count=slide.ROWS, traced=False, with_parents=False):
    """The stages that a slide has room for, those wanted first; a batch, which counts by the shot,
    is on none that is full."""
    if not slide.on() or len(run) <= count:
        return run

    def time(record):
        there = (record.answer["right"] and (record["traced"] or not traced)
                 and record.answer["shots"] == 1)
        return records.wall(record)[0] if there else None

    names = choice.telling({records.stage(one): time(one) for one in run},
                          {records.stage(one): one["stage"]["parent"] for one in run}, wanted,
                           count, with_parents)
    return [one for one in run if records.stage(one) in names]


def rows_of(run, make):
    """A row a stage. A stage whose output was wrong, or that was not traced, is named and has words
    for a bar."""
    made = []
    for record in run:
        name = records.stage(record) + ("*" if record["session"] != session_of(run) else "")
        if (shots := record.answer["shots"]) > 1:
            name += f" (1 of {shots})"
        if not record.answer["right"]:
            made.append(Row(name, words="wrong: no time is given"))
            continue
        bars = make(record)
        made.append(Row(name, bars, "" if bars else "nothing of this to show"))
    return made


def collected(machines, panels_of, nothing):
    """Panels of all machines, and a sentence a panel of what was measured. panels_of(machine):
    panels, each with its records; nothing: why there is none."""
    panels, notes = [], []
    for machine in machines:
        for panel, used in panels_of(machine):
            panels.append(panel)
            notes.append(caption.measured(machine, used))
    if not panels:
        raise Failure(NOTHING, nothing)
    return panels, notes


def session_of(run):
    """That of most stages."""
    sessions = [record["session"] for record in run]
    return max(sorted(set(sessions)), key=sessions.count)


def absent(run, others, chosen=lambda record: True):
    """Rows for stages that other machines have and this one has not; plug-ins are not missed."""
    here = {records.stage(record) for record in run}
    missing = {records.place(r) for other in others for r in other
               if chosen(r) and not records.plugin(r) and records.stage(r) not in here}
    return [Row(name, words="no record of this machine") for _, name in sorted(missing)]


def panels_of(found, bars_of, wanted, chosen=lambda record: True):
    """A panel a machine of a figure of traced runs. bars_of(run): how a record's bars are made."""
    made = []
    for machine, run in found:
        own = [record for record in run if chosen(record)]
        rows = rows_of(shown(own, wanted, traced=True), bars_of(own)) if own else []
        made.append(Panel(machine.name,
                          rows + absent(own, [r for m, r in found if m is not machine], chosen)))
    return made


def words_of_traced(found, *more):
    """The caption of ladders whose shares of a traced run are drawn."""
    several = len(found) > 1
    return words_of(found, *more, *(f"{machine.name}: {note}" if several else note
                                    for machine, run in found for note in records.disturbance(run)))


def words_of(found, *more):
    """The caption of ladders: what was drawn, a sentence a machine, what stars and batches mean."""
    notes = [*more, *(caption.measured(machine, run) for machine, run in found)]
    if any(record["session"] != session_of(run) for _, run in found for record in run):
        notes.append("* from another session than the stages without a star.")
    if any(record.answer["shots"] > 1 for _, run in found for record in run):
        notes.append("A batch counts by the shot.")
    return "\n".join(notes)


def best(title, panels, series, unit, of=min):
    """The title of a slide of bars with its best row, here and in what was published. `of`: min of
    times, max of rates."""
    def leader(some):
        bars = [(bar.value, row.name) for panel in some for row in panel.rows for bar in row.bars
                if bar.series == series]
        return of(bars) if bars else None

    here = leader([one for one in panels if not one.published][:1])
    there = leader([one for one in panels if one.published])
    if not here:
        return title

    def said(value):
        return seconds(value) if unit == "s" else f"{significant(value)} {unit}"

    words = f"{title}: {here[1]} is the fastest, {said(here[0])}"
    return words + (f"; {said(there[0])} were published" if there else "")
