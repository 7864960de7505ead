"""The raw records behind the numbers."""

import json
from dataclasses import dataclass

from plots import records
from reporting import anchors


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
    return [Raw(title(record), lines_of(record), anchors.of_record(one, records.stage(record)))
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
