"""Which cases the records at hand are of: what the refusal of a --case says, in one place for all
figures and pages."""

import contextlib
import difflib

from plots.failure import NOTHING, Failure

THESIS = "thesis"  # figures of its ladder are drawn of any other


def has_records(machine, case):
    return any(record["case"]["name"] == case for record in machine.records)


def chosen(machines, given, usual):
    """The case of the command line; without one the usual one, or in the place of the thesis' the
    one that all records are of."""
    names = {record["case"]["name"] for machine in machines for record in machine.records}
    return given or (names.pop() if len(names) == 1 and usual == THESIS else usual)


def drawable(machines, draws=has_records):
    """draws(machine, case): whether the records of this machine on the case make the figure, or a
    part of it."""
    names = sorted({record["case"]["name"] for machine in machines for record in machine.records})
    return [name for name in names if any(draws(machine, name) for machine in machines)]


def advice(machines, case, draws):
    """Text after the reason for a refusal; nothing where there is no other case."""
    others = [name for name in drawable(machines, draws) if name != case]
    if not others:
        return ""
    near = difflib.get_close_matches(case, others, 1)
    end = (f"add --case={(near or others)[0]}" if near or len(others) == 1
           else "choose one of them with --case=NAME")
    return f"; there are such records of {', '.join(others)}: {end}"


@contextlib.contextmanager
def advice_on_missing(machines, case, draws=has_records):
    """Whatever finds nothing to draw of the case in here fails with the cases that there are."""
    try:
        yield
    except Failure as failure:
        if failure.code != NOTHING:
            raise
        raise Failure(NOTHING, f"{failure}{advice(machines, case, draws)}") from failure
