#!/usr/bin/env python3
"""Draws the cells of a trial of predictions: 40 lines of held_out.txt, for prediction_trial.

    scripts/experiments/held_out_cells.py SEED >results/<machine>/<date>-<experiment>/held_out.txt

16 cells of stages whose blocks stay on the chip or take several steps in a pass, 24 of others. The
seed decides all that a line has; nothing is refused and nothing taken out. Exit: 0, 2 wrong
arguments.
"""

import random
import sys

HALF_LENGTHS = (1, 2, 3, 4, 6, 7, 8)
OF_VOLUMES = (1, 2, 3, 4, 6, 8)  # which all stages have compiled
SECONDS = 45  # of a sweep


class Draw:
    def __init__(self, seed):
        self.chance = random.Random(seed)

    def sides(self, count, least, most):
        return "x".join(str(self.chance.randint(least, most)) for _ in range(count))

    def line(self, case, nt, sides, stage, half_lengths=(), **knobs):
        """`knobs`: what each is drawn from."""
        words = [str(SECONDS), f"--case={case}", f"--grid={self.sides(*sides)}", f"--nt={nt}"]
        if half_lengths:
            words += ["--dt=auto", f"--half-length={self.chance.choice(half_lengths)}"]
        words.append(f"--stage={stage}")
        words += [f"--{name}={self.chance.choice(values)}" for name, values in knobs.items()]
        print(*words)

    def wave_on_chip(self, stage, half_lengths=HALF_LENGTHS, **knobs):
        self.line("thesis", 801, (2, 290, 430), stage, half_lengths, **knobs)

    def heat_on_chip(self, stage, **knobs):
        self.line("heat-128", 801, (3, 97, 126), stage, **knobs)

    def passes(self, stage, half_lengths):
        self.line("two-layer", 13, (3, 295, 380), stage, half_lengths, planes=range(60, 131))


def new_kinds(draw):
    for _ in range(2):
        draw.wave_on_chip("persistent", columns=(2, 4))
    for _ in range(2):
        draw.wave_on_chip("temporal", (1, 2, 3, 4), columns=(2, 4))
    for _ in range(2):
        draw.wave_on_chip("halo-last")
    draw.wave_on_chip("batch", shots=range(2, 7))
    for _ in range(2):
        draw.heat_on_chip("persistent", lines=(8, 16))
    draw.heat_on_chip("halo-last", lines=(8, 16))
    for _ in range(2):
        draw.line("heat-512", 13, (3, 290, 420), "temporal", steps=(2, 3, 4), lines=(2, 4))
    draw.line("two-layer", 401, (3, 59, 76), "persistent", (1, 2, 3, 4), cells=(4, 8),
              threads=(256, 512))
    draw.passes("two-step", (1, 2, 3))
    draw.passes("two-step-palette", (1, 2))
    draw.passes("three-step", (1, 2))


def others(draw):
    for stage in ("gmem-eb", "gmem-zp", "cmem", "smem", "fused", "graph", "regtile", "tma"):
        draw.line("small", 31, (2, 520, 1900), stage, HALF_LENGTHS)
    for stage in ("resident", "order", "constant", "rows", "march", "arrive", "wide", "tma",
                  "l2-aware"):
        draw.line("two-layer", 6, (3, 220, 380), stage, OF_VOLUMES)
    for stage in ("block", "coarsen", "march", "wide", "tma", "broad", "cache-hints"):
        draw.line("heat-512", 7, (3, 230, 420), stage)


def main():
    if len(sys.argv) != 2 or not sys.argv[1].isdigit():
        print("usage: scripts/experiments/held_out_cells.py SEED", file=sys.stderr)
        return 2
    print(f"# Drawn by scripts/experiments/held_out_cells.py {sys.argv[1]}.")
    draw = Draw(int(sys.argv[1]))
    new_kinds(draw)
    others(draw)
    return 0


if __name__ == "__main__":
    sys.exit(main())
