"""Predicted times compared with what was measured after them. A prediction that is younger than its
measurement is refused, or left out where nobody named its file: records that are kept may hold the
cell from before."""

import statistics
from dataclasses import dataclass

from plots import command, predictions
from plots.units import seconds
from reporting.sources import slug
from reporting.tables import Cell, Table

HEAD = ["cell", "predicted", "measured", "error", "regime"]


@dataclass
class Trial:
    """A file of predictions with the cells of it that were timed."""
    name: str
    anchor: str
    words: str
    table: Table


def percent(share):
    return f"{100 * share:+.1f} %"


def name_of(record):
    case, knobs = record["case"], record["launch"]["asked"]
    size = "x".join(str(case[axis]) for axis in ("nz", "nx", "ny") if axis in case)
    half_length = f", half-length {case['half_length']}" if "half_length" in case else ""
    return " ".join([record["stage"]["name"], case["name"], size + half_length,
                     *(f"{knob}={'x'.join(map(str, values))}" for knob, values in knobs.items())])


def row(cell):
    return [Cell(name_of(cell.record)),
            Cell(seconds(cell.predicted), "number", value=cell.predicted),
            Cell(seconds(cell.measured), "number", value=cell.measured),
            Cell(percent(cell.error), "number", value=cell.error), Cell(cell.prediction["regime"])]


def left_out(count):
    return (f" {count} {'more was' if count == 1 else 'more were'} measured before the prediction, "
            "and left out." if count else "")


def words_of(cells, untimed):
    if not cells:
        return f"None of {untimed} predicted cells was timed."
    errors = [abs(cell.error) for cell in cells]
    return (f"{len(cells)} cells: mean error {100 * statistics.mean(errors):.1f} %, median "
            f"{100 * statistics.median(errors):.1f} %, most {100 * max(errors):.1f} %, bias "
            f"{percent(statistics.mean(cell.error for cell in cells))}. {untimed} predicted cells "
            "were not timed.")


def title(file):
    """Of a file of an experiment, which shares its name with those of others, the experiment
    too."""
    return (f"{file.parent.name}/{file.name}"
            if file.resolve().is_relative_to(command.ROOT / "results") else file.name)


def trial(file, records, named):
    predicted = predictions.read(file)
    before = set() if named else predictions.measured_before(predicted, records)
    predicted = [one for one in predicted if predictions.key(one["machine"], one) not in before]
    cells = predictions.cells(predicted, records)
    timed = {predictions.key(cell.prediction["machine"], cell.prediction) for cell in cells}
    untimed = len({predictions.key(one["machine"], one) for one in predicted} - timed)
    name = f"{predicted[0]['machine'] if predicted else 'no machine'}, {title(file)}"
    cells.sort(key=lambda cell: -abs(cell.error))
    return Trial(name, slug("predicted", name), words_of(cells, untimed) + left_out(len(before)),
                 Table(f"predicted on {name}", HEAD, list(map(row, cells))))


def of(sources):
    records = [record for machine in sources.machines for record in machine.records]
    return [trial(file, records, sources.predictions_named) for file in sources.predictions]
