#!/usr/bin/env python3
"""What thinner gathers cost: `ladder migrate --offset-step` on models like Marmousi and with salt.

usage: scripts/experiments/offset_steps.py BUILD [FOLDER [STAGE]]

FOLDER, without which results/<machine>/<date>-offset-steps, gets steps.txt: for each model and step
the bytes of offsets, the time of the shots, and how far the gathers of angles are from those of all
offsets, by groups of angles: the root of the mean square of the difference over that of the values.
STAGE computes; without it the one that migrate chooses.
Expected: a slant stack over offsets s dx apart is free of aliases up to the angle whose tangent is
w / (2 s dx), where w is the shortest wavelength of the image along z, half of that of the wave: 56
m here. With dx of 20 m these are 54 degrees for every offset, 35 for each second, 19 for each
fourth and 16 for each fifth. So step 2 within 2 % up to 30 degrees and 10 to 20 % off above; steps
4 and 5 within 5 % up to 15 degrees, and of no use above 30.
Exit: 0, or that of a command that failed.
"""

import json
import math
import pathlib
import subprocess
import sys
import tempfile

import folders  # next to this file
import numpy

NX, NZ, SPACING = 220, 110, 20
OFFSETS, MOST_ANGLE = 20, 50
GROUPS = ((0, 15), (16, 30), (31, 50))


def layers(x, z):
    """Dipping layers, cut by three faults."""
    depth = z + 12 * math.sin(x / 30) + 6 * sum(x > at + z / 3 for at in (50, 100, 150))
    return 1500 if z < 8 else 1600 + 90 * int(depth / 9)


def salt(x, z):
    """Sediments that get faster with depth around a body of salt."""
    half = 22 * max(0, 1 - ((x - NX / 2) / 60)**2)**0.5
    return 1500 if z < 8 else 4480 if abs(z - 55) < half else 1700 + 100 * int(z / 8)


def smooth(values, cells=8):
    """Means of so many cells on either side, along both axes."""
    for axis in (0, 1):
        wide = numpy.pad(values, [(cells, cells) if axis == k else (0, 0) for k in (0, 1)],
                         mode="edge")
        sums = numpy.cumsum(numpy.insert(wide.astype(float), 0, 0, axis), axis)
        ends = 2 * cells + 1
        values = (numpy.take(sums, range(ends, sums.shape[axis]), axis)
                  - numpy.take(sums, range(sums.shape[axis] - ends), axis)) / ends
    return values.astype("float32")


def run(build, folder, *words):
    done = subprocess.run([build / "ladder", *words], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(words)}:\n{done.stderr}")
    return json.loads(done.stdout.splitlines()[-1])


GRID = ["--axes=xz", "--units=m/s", f"--spacing={SPACING}", "--wavelet=ricker:8", "--json",
        "--overwrite"]


def make_survey(build, folder, value):
    """survey.sgy over a model, and smooth.npy, which it is migrated with."""
    true = numpy.array([[value(x, z) for z in range(NZ)] for x in range(NX)], "float32")
    numpy.save(folder / "true.npy", true)
    numpy.save(folder / "smooth.npy", smooth(true))
    run(build, folder, "shoot", "--model=true.npy", *GRID, "--sources=400:4000:900,20",
        "--receivers=0:4380:40,20", "--dt=2ms", "--nt=801", "--output=survey.sgy")


def migrate(build, folder, step, stage):
    """What it printed; image_hx.npy and image_angles.npy are in the folder."""
    return run(build, folder, "migrate", "--model=smooth.npy", *GRID, "--shots=survey.sgy",
               "--mute=1500", f"--offsets-x={OFFSETS}", f"--angles={MOST_ANGLE}",
               f"--offset-step={step}", *stage, "--output=image.npy")


def of_model(build, folder, name, value, stage):
    make_survey(build, folder, value)
    full = None
    for step in (1, 2, 4, 5):
        printed = migrate(build, folder, step, stage)
        angles = numpy.load(folder / "image_angles.npy").astype(float)
        full = angles if full is None else full
        errors = []
        for low, high in GROUPS:
            planes = [MOST_ANGLE + sign * angle for angle in range(low, high + 1)
                      for sign in (1, -1)]
            errors.append(
                numpy.sqrt(((angles - full)[planes]**2).mean() / (full[planes]**2).mean()))
        size = (folder / "image_hx.npy").stat().st_size
        yield (f"{name:8} step {step}: {1e-6 * size:6.2f} MB of offsets, {printed['wall_s']:7.2f} "
               "s; angles "
               + ", ".join(f"{low} to {high}: {100 * error:5.1f} %"
                           for (low, high), error in zip(GROUPS, errors)))


def main(words):
    if len(words) not in (1, 2, 3):
        sys.exit(__doc__)
    build = pathlib.Path(words[0]).resolve()
    folder = folders.chosen(build, "offset-steps", "".join(words[1:2]))
    folder.mkdir(parents=True, exist_ok=True)
    stage = [f"--stage={name}" for name in words[2:]]
    with tempfile.TemporaryDirectory(prefix="offset-steps-") as scratch, \
         open(folder / "steps.txt", "a") as file:
        for name, value in (("layers", layers), ("salt", salt)):
            for line in of_model(build, pathlib.Path(scratch), name, value, stage):
                print(line, flush=True)
                print(line, file=file, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
