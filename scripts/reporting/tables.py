"""The tables: all machines side by side, and one machine in full."""

import readme_table
from plots import records, thesis_ladder
from plots.units import seconds, times
from reporting.markup import link, slug, tag, text, wide
from reporting.sources import why_missing

PUBLISHED = "published"
# What changed comes last: a phone shows the numbers first.
HEAD = ["stage", "wall [s]", "interval [s]", "against its parent", *readme_table.HEAD[3:], "what changed"]


def anchor_of(one, name):
    return f"{one.anchor}-{slug(name)}"


def head(names):
    return tag("thead", tag("tr", "".join(tag("th", text(name), scope="col") for name in names)))


def cell(content, value=None, **attributes):
    """value: what the column is sorted by, where it is not the text."""
    return tag("td", content, data_value=value, **attributes)


def row_head(content):
    return tag("th", content, scope="row")


def table(names, rows, label):
    return wide(tag("table", head(names) + tag("tbody", "".join(rows)), class_="sortable"), label)


def original_of(one):
    return next((r for r in one.run if r["stage"]["parent"] is None and records.right(r)), None)


def side_by_side(sources):
    """A row a stage, a column a machine: wall time, and speed relative to fortran there."""
    steps = thesis_ladder.steps(sources.thesis)
    names = ["stage", *(one.name + (" (this machine)" if one.here else "") for one in sources.measured),
             thesis_ladder.label(sources.thesis), "what changed"]
    rows = []
    for stage in sources.stages.values():
        cells = [row_head(text(stage.name)), *(cell_of_machine(stage, one) for one in sources.measured),
                 cell_of_thesis(stage, steps), cell(text(stage.change), class_="words")]
        rows.append(tag("tr", "".join(cells)))
    return table(names, rows, "every stage on every machine")


def cell_of_machine(stage, one):
    record = one.by_stage.get(stage.name)
    if record is None:
        words = "skipped" if why_missing(stage, one).startswith("skipped") else "no record"
        return cell(link(f"machine-{one.anchor}", words), class_="none")
    if not records.right(record):
        return cell(link(anchor_of(one, stage.name), "wrong: no time is given"), class_="none")
    original, wall = original_of(one), records.wall(record)[0]
    words = seconds(wall) + (f", {times(records.wall(original)[0] / wall)}" if original else "")
    return cell(link(anchor_of(one, stage.name), words), wall, class_="number")


def cell_of_thesis(stage, steps):
    step = steps.get(stage.name)
    if step is None or not step.total:
        return cell("not stated", class_="none")
    return cell(link(PUBLISHED, f"{seconds(step.total)}, {times(steps['fortran'].total / step.total)}"), step.total,
                class_="number")


def in_full(sources, one):
    """The README's table with intervals and each stage against its parent; stages without a record have the reason."""
    original = original_of(one)
    rows = []
    for stage in sources.stages.values():
        record = one.by_stage.get(stage.name)
        if record is None:
            why = tag("td", text(why_missing(stage, one)), colspan=len(HEAD) - 2, class_="none")
            rows.append(tag("tr", row_head(text(stage.name)) + why + cell(text(stage.change), class_="words")))
            continue
        told = readme_table.row(record, readme_table.median_s(original) if original else 0)
        told[2:3] = [told[2], interval(record), parent_words(record, one)] if records.right(record) else ["", "", ""]
        cells = [row_head(link(anchor_of(one, stage.name), stage.name))]
        cells += [cell(text(words.strip("*")), class_="number slower" if words.endswith("slower") else "number")
                  for words in told[2:]]
        rows.append(tag("tr", "".join(cells) + cell(text(record["stage"]["change"]), class_="words")))
    return table(HEAD, rows, f"the ladder on {one.name}")


def interval(record):
    """Of a run, as the wall time beside it: with all shots of a batch."""
    if records.samples(record) == 1:
        return "one sample"
    low, high = (value * records.shots(record) for value in records.wall(record)[1:])
    return f"{low:.3g} to {high:.3g}"


def parent_words(record, one):
    parent = one.by_stage.get(record["stage"]["parent"])
    if parent is None or not records.right(parent):
        return "no parent" if record["stage"]["parent"] is None else "its parent was not measured"
    ratio, low, high = records.against(record, parent)
    if min(map(records.samples, (record, parent))) == 1:
        return f"{times(ratio)} {records.stage(parent)}, one sample"
    kind = "faster" if low > 1 else "slower" if high < 1 else "no difference seen"
    return f"{times(ratio)} {records.stage(parent)}, {kind}"


def of_thesis(sources):
    """Every number of the thesis that its steps have."""
    rows = []
    for name, step in thesis_ladder.steps(sources.thesis).items():
        values = [cell(seconds(value) if value else "not stated", value, class_="number" if value else "none")
                  for value in (step.total, step.convolution, step.kernel)]
        rows.append(tag("tr", row_head(text(name)) + "".join(values)))
    return table(["stage", "whole run (user + sys)", "convolution with its copies", "kernels alone"], rows,
                 "the steps in the thesis")
