#!/usr/bin/env python3
"""The rate of each stage of the heat equation by the size of the field, with what the memory allows.

usage: scripts/plot_heat_sizes.py [FILE ...] [--output PICTURE]
"""

from plots import caption, heat, lines, of_records, records
from plots.failure import NOTHING, Failure

FIELDS = 2 * 4  # [B] a cell of T(n) and T(n+1)


def size(record):
    return record["work"]["point_updates"] / record["case"]["steps"]


def curves_of(found):
    """Rates by stage, and the records that were used."""
    chosen = records.newest_points(found, lambda record: (records.stage(record), size(record)))
    curves, used = {}, []
    for record in sorted(chosen.values(), key=records.place):
        rate = heat.rate(record)
        if rate:
            curves.setdefault(records.stage(record), []).append((size(record), rate, None, None))
            used.append(record)
    return curves, used


def roofs(used, name):
    """Horizontal and vertical lines with their words: of the memory, and where two fields fill the cache."""
    found = {heat.memory_roof(record) for record in used} - {None}
    across = [(max(found), "memory, 8 B a point")] if found else []
    cache = max(((record["environment"]["gpu"] or {}).get("l2_bytes", 0) for record in used), default=0)
    down = [(cache / FIELDS, "two fields fill the second-level cache")] if cache and name == "cuda" else []
    return across, down


def draw_panel(axes, content, height):
    curves, across, down = content
    ends = lines.draw_curves(axes, curves, height)
    right = axes.get_xlim()[1]
    low, high = axes.get_ylim()
    for rate, words in across:
        axes.axhline(rate, color="black", linewidth=1, linestyle="--")
        ends.append((right, rate, words, "black"))
        low, high = min(low, rate / 1.2), max(high, rate * 1.2)
    for cells, words in down:
        axes.axvline(cells, color="#666666", linewidth=1, linestyle=":")
        axes.annotate(words, (cells, 0.02), (3, 0), xycoords=("data", "axes fraction"), textcoords="offset points", size=7,
                      rotation=90, va="bottom")
    axes.set_ylim(low, high)
    return ends


def draw(machines, post, arguments):
    panels, told = [], []
    for machine in machines:
        for device, words in (("cuda", machine.gpu), ("host", machine.cpu)):
            found = [one for one in heat.of_heat(machine) if one["stage"]["device"] == device]
            curves, used = curves_of(found)
            if len({point[0] for points in curves.values() for point in points}) > 1:
                across, down = roofs(used, device)
                panels.append((words, len(curves) + len(across), (list(curves.items()), across, down)))
                told.append(caption.measured(machine, used))
    if not panels:
        raise Failure(NOTHING, "the records of heat are of one grid size on each machine: scripts/figure_sweeps measures"
                      " several")
    words = ["Point updates over the time of the kernels, of stages on the host over that of their calls. Dashed: what the"
             " measured copy speed allows at 8 bytes a point and one step a pass; a field that a cache holds, or several"
             " steps a pass, may pass it."]
    return lines.picture_of("Heat: rate by size of the field", "\n".join(words + told), panels, draw_panel,
                            "cells of the field, log scale", "1e9 point updates/s, log scale")


if __name__ == "__main__":
    of_records.run("heat_sizes", __doc__, draw, one_case=False, document="heat-post-2016")
