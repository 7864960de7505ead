"""The raw records behind the numbers, each in a fold of its own."""

import json

from plots import records
from reporting.markup import tag, text
from reporting.tables import anchor_of


def lines_of(record):
    """JSON, a line a field of the outermost object."""
    inner = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    return f"{{{inner}}}"


def title(record):
    knobs = "".join(f" {name}={'x'.join(map(str, values))}" for name, values in record["launch"]["used"].items())
    case = record["case"]
    return f"{records.stage(record)}{knobs}, case {case['name']}, {case['steps']} steps, {record['time']}"


def fold(record, anchor=None):
    """The anchor is within the fold: a browser that goes to it opens the fold."""
    return tag("details", tag("summary", text(title(record))) + tag("pre", text(lines_of(record)), id=anchor))


def section(one):
    """The records of the ladder first, then all others of the machine."""
    chosen = {id(record) for record in one.run}
    folds = [fold(record, anchor_of(one, records.stage(record))) for record in one.run]
    others = [fold(record) for record in sorted(one.machine.records, key=records.place) if id(record) not in chosen]
    more = tag("h4", "Other records of this machine") + "".join(others) if others else ""
    return "".join(folds) + more


def thesis(document):
    return tag("details", tag("summary", "the numbers of the thesis, as they are kept")
               + tag("pre", text(json.dumps(document.content["tables"], indent=1))))
