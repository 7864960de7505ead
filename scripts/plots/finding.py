"""What a ladder found, as one sentence computed from its records: the title of its figure, and the report's first words."""

import statistics

from plots import records

GROUPS = {"copies": ("h2d", "d2h", "staging"), "kernels": ("kernel",), "launches": ("launch",),
          "the driver's own loops": ("stage", "host"), "idle time": ("idle",)}


def factor(value):
    """1033, 34.5, 4.2"""
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def largest_group(run):
    """What takes most of the traced time, as the mean over these records; None where no traced run tells."""
    shares = []
    for record in run:
        traced = record["traced"]
        if traced and traced["wall_ns"] and not records.disturbed(record):
            shares.append({group: sum(traced["scopes_ns"].get(scope, 0) for scope in scopes) / traced["wall_ns"]
                           for group, scopes in GROUPS.items()})
    if not shares:
        return None
    return max(GROUPS, key=lambda group: statistics.mean(share[group] for share in shares))


def steps(run):
    """(gain, record, parent) of each right record whose parent is right, in the run's order."""
    by_name = {records.stage(record): record for record in run if records.right(record)}
    for record in run:
        parent = by_name.get(record["stage"]["parent"])
        if records.right(record) and parent is not None:
            yield records.wall(parent)[0] / records.wall(record)[0], record, parent


def where_the_fields_stayed(run):
    """The first step on a device that took the time loop from the driver, and what took the time of those before it."""
    for gain, record, parent in steps(run):
        if record["stage"]["device"] == "cuda" and record["stage"].get("owns_time_loop") and gain > 1.5 \
                and parent["stage"]["device"] == "cuda" and not parent["stage"].get("owns_time_loop"):
            before = [one for one in run if one["stage"]["device"] == "cuda" and records.right(one)
                      and not one["stage"].get("owns_time_loop")]
            return record, largest_group(before)
    return None, None


def of(run):
    right = [record for record in run if records.right(record)]
    original = next((record for record in right if record["stage"]["parent"] is None), None)
    single = [record for record in right if records.shots(record) == 1]
    best = min(single, key=lambda record: records.wall(record)[0], default=None)
    if best is None:
        return "No stage was right, so no time is told"
    end = ""
    if original is not None and best is not original:
        gain = records.wall(original)[0] / records.wall(best)[0]
        end = f"{records.stage(best)} is {factor(gain)} times as fast as {records.stage(original)}"
    stays, took = where_the_fields_stayed(run)
    if stays is not None and took not in (None, "kernels"):
        begin = f"{took[0].upper()}{took[1:]}, not kernels, take the time until the fields stay on the device"
        return f"{begin}; {end}" if end else begin
    found = [step for step in steps(run) if step[0] > 1 and records.shots(step[1]) == 1]
    if found:
        gain, record, parent = max(found, key=lambda step: step[0])
        begin = f"The step that pays most is {records.stage(record)}, {factor(gain)} times as fast as {records.stage(parent)}"
        return f"{begin}; {end}" if end and record is not best else begin
    return end or f"{records.stage(best)} is the fastest, and no step beats its parent"
