"""The tables: all machines side by side, one machine in full, and the thesis."""

from dataclasses import dataclass

from plots import records, thesis_ladder
from plots.units import seconds, times
from reporting import ladder_table
from reporting.sources import why_missing

PUBLISHED = "published"
# What changed comes last: a phone shows the numbers first.
IN_FULL = ["stage", "wall [s]", "interval [s]", "against its parent", *ladder_table.HEAD[3:],
           "what changed"]


@dataclass
class Cell:
    words: str
    kind: str = ""        # the style: number, none, words, slower
    link: str = ""        # to an anchor
    value: float = None   # what the column is sorted by, where it is not the words
    columns: int = 1


@dataclass
class Table:
    label: str
    head: list
    rows: list  # of cells; the first is the row's head


def side_by_side(sources):
    """A row a stage, a column a machine: wall time, and speed relative to fortran there."""
    steps = thesis_ladder.steps(sources.thesis)
    head = ["stage",
            *(one.name + (" (this machine)" if one.here else "") for one in sources.measured),
            *([thesis_ladder.label(sources.thesis)] if sources.of_thesis else []), "what changed"]
    rows = [[Cell(stage.name), *(cell_of_machine(stage, one) for one in sources.measured),
             *([cell_of_thesis(stage, steps)] if sources.of_thesis else []),
             Cell(stage.change, "words")]
            for stage in sources.stages.values()]
    return Table("every stage on every machine", head, rows)


def cell_of_machine(stage, one):
    record = one.by_stage.get(stage.name)
    if record is None:
        words = "skipped" if why_missing(stage, one).startswith("skipped") else "no record"
        return Cell(words, "none", f"machine-{one.anchor}")
    anchor = one.anchor_of(stage.name)
    if not record.answer["right"]:
        return Cell("wrong: no time is given", "none", anchor)
    wall, speedup = records.wall(record)[0], record.answer["speedup"]
    words = seconds(wall) + (f", {times(speedup)}" if speedup else "")
    return Cell(words, "number", anchor, wall)


def cell_of_thesis(stage, steps):
    step = steps.get(stage.name)
    if step is None or not step.total:
        return Cell("not stated", "none")
    return Cell(f"{seconds(step.total)}, {times(steps['fortran'].total / step.total)}", "number",
                PUBLISHED, step.total)


def in_full(sources, one):
    """The README's table with intervals and each stage against its parent; stages without a record
    have the reason."""
    return Table(f"the ladder on {one.name}", ladder_table.head(IN_FULL, one.run),
                 [row_in_full(stage, one) for stage in sources.stages.values()])


def row_in_full(stage, one):
    record = one.by_stage.get(stage.name)
    if record is None:
        return [Cell(stage.name), Cell(why_missing(stage, one), "none", columns=len(IN_FULL) - 2),
                Cell(stage.change, "words")]
    name, change, wall, *numbers = ladder_table.row(record)
    more = [interval(record), parent_words(record)] if record.answer["right"] else ["", ""]
    cells = [Cell(words, "number slower" if words.endswith("slower") else "number")
             for words in (wall, *more, *numbers)]
    return [Cell(name, link=one.anchor_of(name)), *cells, Cell(change, "words")]


def interval(record):
    """Of a run, like the wall time next to it: with all shots of a batch."""
    if record.answer["samples"] == 1:
        return "one sample"
    low, high = (value * record.answer["shots"] for value in records.wall(record)[1:])
    return f"{low:.3g} to {high:.3g}"


def parent_words(record):
    step = record.answer["step"]
    if step is None:
        return "no parent" if record["stage"]["parent"] is None else "its parent was not measured"
    return f"{records.against_parent(step)}, {step['verdict']}"


def of_thesis(sources):
    """Every number of the thesis that its steps have."""
    rows = []
    for name, step in thesis_ladder.steps(sources.thesis).items():
        values = (step.total, step.convolution, step.kernel)
        rows.append([Cell(name), *(Cell(seconds(value), "number", value=value) if value
                                   else Cell("not stated", "none")
                                   for value in values)])
    return Table("the steps in the thesis",
                 ["stage", "whole run (user + sys)", "convolution with its copies",
                  "kernels alone"], rows)
