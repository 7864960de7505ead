"""The waterfall in words: what each step did, as `ladder compare --json` tells it, or shorter from the records' fields."""

from dataclasses import dataclass

from plots import records
from plots.units import seconds, times
from reporting import program


@dataclass
class Step:
    stage: str
    words: str             # what it did
    expectation: str = ""
    reason: str = ""       # likely, from the scopes
    launch: str = ""

    @property
    def lines(self):
        told = [f"{' '.join(filter(None, (self.stage, self.launch)))}: {self.words}"]
        told += [f"expected: {self.expectation}"] if self.expectation else []
        return told + ([f"likely: {self.reason}"] if self.reason else [])


def of_program(run):
    """None where the program is not built."""
    compared = program.compared(run)
    if compared is None:
        return None
    return [Step(one["stage"], one["words"], one.get("expectation", ""), one.get("reason", ""), one["launch"])
            for group in compared for part in ("steps", "wrong", "break_even") for one in group[part]]


def from_fields(run):
    by_name = {records.stage(record): record for record in run}
    for record in run:
        stage, parent = record["stage"], by_name.get(record["stage"]["parent"])
        if not records.right(record):
            yield Step(stage["name"], "wrong: no time is given.")
            continue
        words = seconds(records.wall(record)[0])
        if parent is not None and records.right(parent):
            ratio, low, high = records.against(record, parent)
            words += f", {times(ratio)} the speed of {stage['parent']} ({times(low)} to {times(high)})"
        yield Step(stage["name"], f"{words}.", stage["expectation"])


def untold(run, told):
    """Each stage that no step is told of."""
    named = {step.stage for step in told}
    for record in run:
        name, parent = records.stage(record), record["stage"]["parent"]
        if name not in named:
            yield Step(name, f"no step: {parent} was not measured together with it." if parent else
                       f"the original, {seconds(records.wall(record)[0])}.")


def of(run):
    """All steps of a ladder, and whether the program told them."""
    told = of_program(run)
    found = told if told is not None else list(from_fields(run))
    return [*untold(run, found), *found], told is not None
