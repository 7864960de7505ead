"""A row a stage of a ladder in words: what the README's table and the report's have in common."""

import statistics

from plots import records

HEAD = ["stage", "what changed", "wall [s]", "kernel %", "copies %", "staging %", "launch %", "stage %", "host %", "idle %",
        "speed-up over fortran", "the same without transfers", "verdict"]


def median_s(record):
    """Of a run: of a batch with all its shots."""
    return statistics.median(record["samples"]["wall_ns"]) * 1e-9


def shares(record):
    """Of the traced wall time, in percent, by scope; None where the run was not traced."""
    traced = record["traced"]
    if not traced or not traced["wall_ns"]:
        return None
    return {scope: 100 * ns / traced["wall_ns"] for scope, ns in traced["scopes_ns"].items()}


def notes(run):
    """What is to be known of the shares in these rows; a star marks those of a disturbed run."""
    return [f"{'* ' if 'Disturbed' in told else ''}{told}" for told in records.disturbance(run)]


def row(record, original_s):
    """As HEAD says; original_s is 0 where the original was not measured."""
    words = [record["stage"]["name"], record["stage"]["change"]]
    if not records.right(record):  # no time without a verdict
        return words + [""] * (len(HEAD) - 3) + ["wrong"]
    wall, share = median_s(record), shares(record)
    words.append(f"{wall:.3g}")
    if share:
        in_order = (share["kernel"], share["h2d"] + share["d2h"], share["staging"], share["launch"], share.get("stage"),
                    share["host"], share["idle"])  # older records count the stage's own code as idle
        mark = "*" if records.disturbed(record) else ""
        words += ["" if value is None else f"{value:.1f}{mark}" for value in in_order]
    else:
        words += [""] * 7
    of_all_shots = records.shots(record) * original_s
    words.append(f"{of_all_shots / wall:.2f}" if original_s else "")
    alone = records.without_transfers(record)
    words.append(f"{of_all_shots / alone:.2f}" if original_s and alone else "")
    return words + ["right"]
