"""The raw records behind the numbers, and the environment that they were made in."""

import json
from dataclasses import dataclass

from plots import records

@dataclass
class Raw:
    title: str
    lines: str
    anchor: str = ""


def lines_of(record):
    """JSON, a line a field of the outermost object."""
    inner = ",\n".join(f"{json.dumps(key)}: {json.dumps(value)}" for key, value in record.items())
    return f"{{{inner}}}"


def title(record):
    knobs = "".join(f" {name}={'x'.join(map(str, values))}"
                    for name, values in record["launch"]["used"].items())
    case = record["case"]
    return (f"{records.stage(record)}{knobs}, case {case['name']}, {case['steps']} steps, "
            f"{record['time']}")


def of_ladder(one):
    return [Raw(title(record), lines_of(record), one.anchor_of(records.stage(record)))
            for record in one.run]


def others(one):
    """How many more records the machine has, by their cases: they are in their files."""
    chosen = {id(record) for record in one.run}
    cases = [r["case"]["name"] for r in one.machine.records if id(r) not in chosen]
    counted = ", ".join(f"{cases.count(name)} of {name}" for name in sorted(set(cases)))
    return f"{len(cases)} other records of this machine ({counted})" if cases else ""


def thesis(document):
    return Raw("the numbers of the thesis, as they are kept",
               json.dumps(document.content["tables"], indent=1))


def flat(value, name=""):
    """(path with dots, value) of everything within; of samples of clocks only what holds for all
    records."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key not in ("before", "after"):
                yield from flat(inner, f"{name}.{key}" if name else key)
    else:
        yield name, value


def words_of(value):
    return ("none" if value is None else "not known" if value == "" else f"{value:g}"
            if isinstance(value, float) else str(value))


def span(values):
    numbers = [value for value in values if isinstance(value, (int, float))
               and not isinstance(value, bool)]
    if len(numbers) == len(values) and len(set(numbers)) > 3:
        return f"{words_of(min(numbers))} to {words_of(max(numbers))}"
    return ", ".join(dict.fromkeys(map(words_of, values)))


def environment(one):
    """Of a machine's records each field's values in words, by its path; one that changed among the
    records has each value."""
    found = {}
    for record in one.run:
        for name, value in flat(record["environment"]):
            found.setdefault(name, []).append(value)
    return {name: span(values) for name, values in found.items()}


def slowed(one):
    """What held the clock back during samples."""
    return sorted({words for record in one.run
                   for words in record["samples"].get("slowed", []) if words})
