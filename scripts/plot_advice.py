#!/usr/bin/env python3
"""Where the advice of the thesis of 2014 on memories holds: how many times as fast its steps are, by size and half-length.

usage: scripts/plot_advice.py [FILE ...] [--output PICTURE]
"""

from plots import advice, caption, lines, of_records, slide
from plots.failure import NOTHING, Failure


def draw_panel(axes, content, height):
    curves, stated = content
    ends = lines.draw_curves(axes, curves, height)
    low, high = axes.get_ylim()
    for value, words in [(1, ""), *stated]:
        axes.axhline(value, color="black", linewidth=slide.thick(1), linestyle="--" if words else "-")
        low, high = min(low, value / 1.2), max(high, value * 1.2)
        if words:
            ends.append((axes.get_xlim()[1], value, words, "black"))
    axes.set_ylim(low, high)
    return ends


def draw(machines, thesis, arguments):
    panels, notes = [], []
    for machine in machines:
        found = advice.newest(machine)
        used = []
        for piece in advice.PIECES:
            curves = advice.curves_of(found, piece)
            if not any(len(points) > 1 for _, points in curves):
                continue
            stated = [(thesis.named(name), words) for name, words in piece.stated]
            panels.append((f"{piece.title}: {advice.where_it_holds(curves)}", len(curves) + len(stated), (curves, stated)))
            used = list(found.values())
        if used:
            notes.append(caption.measured(machine, used))
    if not panels:
        raise Failure(NOTHING, "no machine has records of these stages on several sizes: scripts/experiments/advice measures them")
    words = ["How many times as fast the step is, above 1 it helps: of kernels alone, each call taken as the fastest one; of the"
             " whole convolution the original's calls over kernels and copies, waits for these included. M: half-length. Dashed:"
             " what the thesis says, of its card; of larger data, for the last two."]
    return lines.picture_of("The advice of the thesis of 2014 by size of the grid", "\n".join(words + notes), panels, draw_panel,
                            "cells of the grid, log scale", "times as fast, log scale")


if __name__ == "__main__":
    of_records.run("advice", __doc__, draw, one_case=False)
