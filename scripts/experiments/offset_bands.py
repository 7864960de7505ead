#!/usr/bin/env python3
"""What gathers that are kept around a horizon alone cost gathers of angles on it, on the models of
offset_steps.py.

usage: scripts/experiments/offset_bands.py BUILD [FOLDER [STAGE]]

FOLDER, without which results/<machine>/<date>-offset-bands, gets bands.txt: for each model and
half-width of the band the bytes of offsets, and how far the angles at the horizon are from those of
all depths, by groups of angles: the root of the mean square of the difference over that of the
values, on the horizon and two cells above and below it. STAGE computes; without it the one that
migrate chooses. All angles are slant stacks by migrate's rule, which the ones that it wrote check.
Expected: with offsets up to H = 20 cells an angle needs the depths within H tan(angle) cells of its
point, so a band of half-width w has no error up to the angle whose tangent is (w - 3) / H: 5 cells
6 degrees, 10 cells 19, 20 cells 40, 30 cells 53. Beyond that it grows with what is cut off: of 31
to 50 degrees 5 to 15 % for 20 cells, and 30 to 60 % for 10; 5 cells are of use up to 15 degrees.
Exit: 0, 3 where the stacks are not those of migrate, or that of a command that failed.
"""

import pathlib
import sys
import tempfile

import folders  # next to this file
import numpy
import offset_steps
from offset_steps import GROUPS, MOST_ANGLE, NX, NZ, OFFSETS

AROUND = 2  # [cells] above and below the horizon
# The velocity at which each model's horizon lies.
MODELS = (("layers", offset_steps.layers, 2140), ("salt", offset_steps.salt, 2200))


def stack(gather):
    """[angle][x][z] of [h][x][z], with dz = dx: harness/problems/imaging/slant.h."""
    all_angles = []
    for angle in range(-MOST_ANGLE, MOST_ANGLE + 1):
        total = numpy.zeros((NX, NZ))
        for h, plane in enumerate(gather, -OFFSETS):
            cells = h * numpy.tan(numpy.radians(angle))
            below = int(numpy.floor(-cells))
            wide = numpy.pad(plane, ((0, 0), (NZ, NZ + 1)))
            at, share = NZ + below, -cells - below
            total += ((1 - share) * wide[:, at:at + NZ] + share * wide[:, at + 1:at + 1 + NZ])
        all_angles.append(total)
    return numpy.array(all_angles)


def error(values, right):
    return numpy.sqrt(((values - right)**2).mean() / (right**2).mean())


def of_model(folder, name, value, velocity):
    true = numpy.array([[value(x, z) for z in range(NZ)] for x in range(NX)])
    depth = (true >= velocity).argmax(axis=1)  # of the horizon, for each x
    gather = numpy.load(folder / "image_hx.npy").astype(float)
    full = stack(gather)
    if error(numpy.load(folder / "image_angles.npy").astype(float), full) > 1e-6:
        print(f"{name}: the stacks are not those of migrate", file=sys.stderr)
        sys.exit(3)
    distance = abs(numpy.arange(NZ)[None, :] - depth[:, None])
    near = distance <= AROUND
    for half in (5, 10, 20, 30):
        kept = stack(gather * (distance <= half))
        size = 4e-6 * len(gather) * numpy.count_nonzero(distance <= half)
        errors = []
        for low, high in GROUPS:
            planes = [MOST_ANGLE + sign * angle for angle in range(low, high + 1)
                      for sign in (1, -1)]
            errors.append(error(kept[planes][:, near], full[planes][:, near]))
        yield (f"{name:8} half-width {half:2}: {size:6.2f} of {4e-6 * gather.size:.2f} MB of "
               "offsets; angles "
               + ", ".join(f"{low} to {high}: {100 * one:5.1f} %"
                           for (low, high), one in zip(GROUPS, errors)))


def main(words):
    if len(words) not in (1, 2, 3):
        sys.exit(__doc__)
    build = pathlib.Path(words[0]).resolve()
    kept = folders.chosen(build, "offset-bands", "".join(words[1:2]))
    kept.mkdir(parents=True, exist_ok=True)
    stage = [f"--stage={name}" for name in words[2:]]
    with tempfile.TemporaryDirectory(prefix="offset-bands-") as scratch, \
         open(kept / "bands.txt", "a") as file:
        folder = pathlib.Path(scratch)
        for name, value, velocity in MODELS:
            offset_steps.make_survey(build, folder, value)
            offset_steps.migrate(build, folder, 1, stage)
            for line in of_model(folder, name, value, velocity):
                print(line, flush=True)
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
