"""A row a stage of a ladder in words: what the README's table and the report's have in common."""

from plots import records

HEAD = ["stage", "what changed", "wall [s]", "kernel %", "copies %", "staging %", "launch %",
        "stage %", "host %", "idle %",
        "speed-up over {host}", "speed-up over fortran", "the same without transfers", "verdict"]


def line(words):
    """A row of a table in Markdown."""
    return "| " + " | ".join(words) + " |"


def head(names, run):
    """`names` with the fastest stage of the host: the fair partner of what runs on a GPU."""
    hosts = {record.answer["over_host"]["stage"] for record in run if record.answer["over_host"]}
    host = f"`{hosts.pop()}`" if len(hosts) == 1 else "the host's best"
    return [name.replace("{host}", host) for name in names]


def run_s(record):
    """The median of a run: of a batch with all its shots."""
    return record.answer["wall_s"]["median"] * record.answer["shots"]


def shares(record):
    """Of the traced wall time, in percent, by scope; None where the run was not traced."""
    traced = record["traced"]
    if not traced or not traced["wall_ns"]:
        return None
    return {scope: 100 * ns / traced["wall_ns"] for scope, ns in traced["scopes_ns"].items()}


def notes(run):
    """What is to be known of the shares in these rows; a star marks those of a disturbed run."""
    return [f"* {words}" for words in records.disturbance(run)]


def row(record):
    """As HEAD says."""
    answer = record.answer
    words = [record["stage"]["name"], record["stage"]["change"]]
    if not answer["right"]:  # no time without a verdict
        return words + [""] * (len(HEAD) - 3) + ["wrong"]
    share = shares(record)
    words.append(f"{run_s(record):.3g}")
    if share:
        in_order = (share["kernel"], share["h2d"] + share["d2h"], share["staging"], share["launch"],
                    share.get("stage"),
                    # older records count the stage's own code as idle
                    share["host"], share["idle"])
        mark = "*" if answer["disturbed"] else ""
        words += ["" if value is None else f"{value:.1f}{mark}" for value in in_order]
    else:
        words += [""] * 7
    over = answer["over_host"]
    words.append(f"{over['times']:.3g}" if over else "")
    words += [f"{answer[speed]:.2f}" if answer[speed] else ""
              for speed in ("speedup", "speedup_without_transfers")]
    return words + ["right"]
