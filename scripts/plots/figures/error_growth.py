"""How the error of each stage against the float64 oracle grows along the run.

usage: ladder plot error_growth [FILE ...] [--case NAME] [--output PICTURE]

A record holds the error at the end of its run, so this takes records of runs of several lengths, as
scripts/experiments/figure_sweeps makes them.
"""

import json

from plots import lines, of_records, records

LIMIT = "limit"  # the curve's name


def steps(record):
    return record["case"]["steps"]


def curves_of(found):
    """By stage its error as a share of its limit after each number of steps, those that failed too;
    and the limit. Each run has a limit of its own, by how it was proven."""
    judged = [record for record in sorted(found, key=records.place)
              if record["verdict"]["error"] and record["verdict"]["limit"]]
    curves = records.grouped(judged, records.stage, lambda record: (
        steps(record), record["verdict"]["error"] / record["verdict"]["limit"], None, None))
    return [*curves.items(), (LIMIT, [(one, 1, None, None) for one in sorted(set(map(steps,
                                                                                      found)))])]


def computation(record):
    """The case but for its length: errors of other grids and operators grow otherwise."""
    own = {key: value for key, value in record["case"].items() if key not in ("steps", "hash")}
    return json.dumps(own, sort_keys=True)


def chosen(machine, case):
    """The newest record of each stage and length, of the computation with most lengths."""
    by_case = records.grouped((record for record in records.on_case(machine.records, case)
                               if not records.plugin(record)), computation)
    own = max(by_case.values(), default=[],
              key=lambda some: (len({steps(record) for record in some}),
                                max(record["time"] for record in some)))
    points = records.newest_points(own, lambda record: (records.stage(record), steps(record)))
    return list(points.values())


def worst(curves):
    """Steps of the longest run, and the stage that uses most of its limit there, with its share."""
    ends = [(max(points)[:2], name) for name, points in curves if name != LIMIT]
    (longest, share), name = max(ends, default=((0, 0), None))
    return longest, share, name


def finding(curves):
    longest, share, name = worst(curves)
    if name is None:
        return "No stage has an error"
    return (f"After {longest} steps the largest error, that of {name}, is {100 * share:.0f} % of "
            "what is allowed")


def draw_panel(axes, curves, height):
    return lines.draw_curves(axes, curves, height, wanted=[worst(curves)[2]])


def draws(machine, case):
    return len({steps(record) for record in chosen(machine, case)}) > 1


def draw(machines, thesis, arguments):
    failed, exact = [], []

    def panels_of(machine):
        if draws(machine, arguments.case):
            found = chosen(machine, arguments.case)
            curves = curves_of(found)
            failed.extend(sorted({records.stage(record)
                                  for record in found if not record.answer["right"]}))
            exact.extend(sorted({records.stage(r) for r in found} - {name for name, _ in curves}))
            yield (machine.name, len(curves), curves), found

    panels, notes = of_records.collected(
        machines, panels_of, "records hold the error at the end of the run alone, and no stage and "
        f"machine has runs of the case {arguments.case} of several lengths: "
        "scripts/experiments/figure_sweeps measures several, as does scripts/ladder sweep "
        "--nt=501,1001,2000")
    words = ["Error of the worst sample against a float64 oracle at the end of runs of each "
             "length, as a share of its limit: a small multiple of the original's own float32 "
             "error."]
    words += [f"Failed: {', '.join(failed)}."] if failed else []
    words += [f"Without any error, or none recorded: {', '.join(exact)}."] if exact else []
    return lines.picture_of(finding(panels[0][2]), "\n".join(words + notes), panels,
                            draw_panel, "time steps, log scale", "error / limit, log scale")


RECORDS = {"draws": draws}
