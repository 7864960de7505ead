#!/usr/bin/env python3
"""How the error of each stage against the float64 oracle grows along the run.

usage: scripts/plot_error_growth.py [FILE ...] [--case NAME] [--output PICTURE]

A record holds the error at the end of its run, so this takes records of runs of several lengths, as
scripts/experiments/figure_sweeps makes them.
"""

from plots import caption, lines, of_records, records
from plots.failure import NOTHING, Failure


def steps(record):
    return record["case"]["steps"]


def curves_of(found):
    """By stage its error after each number of steps, those that failed too; and the limit."""
    curves, limits = {}, {}
    for record in sorted(found, key=records.place):
        error = record["verdict"]["error"]
        if error and error > 0:
            curves.setdefault(records.stage(record), []).append((steps(record), error, None, None))
        limits[steps(record)] = (steps(record), record["verdict"]["limit"], None, None)
    return [*curves.items(), ("limit", list(limits.values()))]


def chosen(machine, case):
    """The newest record of each stage and length."""
    points = records.newest_points(records.on_case(machine.records, case),
                                   lambda record: (records.stage(record), steps(record)))
    return list(points.values())


def draws(machine, case):
    return len({steps(record) for record in chosen(machine, case)}) > 1


def draw(machines, thesis, arguments):
    panels, notes, failed, exact = [], [], [], []
    for machine in machines:
        if draws(machine, arguments.case):
            found = chosen(machine, arguments.case)
            curves = curves_of(found)
            panels.append((machine.name, len(curves), curves))
            notes.append(caption.measured(machine, found))
            failed += sorted({records.stage(record)
                              for record in found if not record.answer["right"]})
            exact += sorted({records.stage(r) for r in found} - {name for name, _ in curves})
    if not panels:
        raise Failure(NOTHING, "records hold the error at the end of the run alone, and no stage "
                               f"and machine has runs of the case {arguments.case} of several "
                               "lengths: scripts/experiments/figure_sweeps measures several, as "
                               "does scripts/ladder sweep --nt=501,1001,2000")
    words = ["Error of the worst sample against a float64 oracle, relative to the oracle's peak, "
             "at the end of runs of each length. Limit: a small multiple of the original's own "
             "float32 error."]
    words += [f"Failed: {', '.join(failed)}."] if failed else []
    words += [f"Without any error, or none recorded: {', '.join(exact)}."] if exact else []
    return lines.picture_of("Error along the run", "\n".join(words + notes), panels,
                            lines.draw_curves, "time steps, log scale", "error / peak, log scale")


if __name__ == "__main__":
    of_records.run("error_growth", __doc__, draw, draws=draws)
