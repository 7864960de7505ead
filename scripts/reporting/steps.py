"""The waterfall in words: what each step did, as `ladder compare` tells it, or shorter from the records' fields."""

from plots import records
from plots.units import seconds, times
from reporting import program
from reporting.markup import tag, text


def paragraphs_of(lines):
    """A paragraph a step: lines that begin with blanks belong to the one before them."""
    found = []
    for line in lines:
        if line.startswith(" ") and found:
            found[-1].append(line.strip())
        elif line.strip():
            found.append([line.strip()])
    return found


def from_fields(run):
    by_name = {records.stage(record): record for record in run}
    for record in run:
        stage, parent = record["stage"], by_name.get(record["stage"]["parent"])
        if not records.right(record):
            yield [f"{stage['name']}: wrong: no time is given."]
            continue
        words = f"{stage['name']}: {seconds(records.wall(record)[0])}"
        if parent is not None and records.right(parent):
            ratio, low, high = records.against(record, parent)
            words += f", {times(ratio)} the speed of {stage['parent']} ({times(low)} to {times(high)})"
        yield [f"{words}.", f"expected: {stage['expectation']}"]


def untold(run, told):
    """A paragraph for each stage that no step is told of."""
    named = {lines[0].split(" ")[0].rstrip(":") for lines in told}
    for record in run:
        name, parent = records.stage(record), record["stage"]["parent"]
        if name not in named:
            yield [f"{name}: no step: {parent} was not measured together with it." if parent else
                   f"{name}: the original, {seconds(records.wall(record)[0])}."]


def section(one):
    lines = program.compared(one.run)
    if lines is None:
        told = list(from_fields(one.run))
        note = tag("p", "The program is not built here, so this is from the records' fields alone: `ladder compare` tells"
                        " reasons, and the intervals of pairs.", class_="none")
    else:
        told, note = paragraphs_of(lines), ""
    told = [*untold(one.run, told), *told]
    steps = "".join(tag("p", "<br>".join(text(line) for line in lines), class_="step") for lines in told)
    return note + steps
