#!/usr/bin/env python3
"""What it saves to sum a survey's gathers on the device: `pieces`, whose gathers travel with every
shot, and `summed`, whose stay.

usage: scripts/experiments/survey_on_device.py BUILD [FOLDER [RUNS]]

100 shots over a model with salt of 676 x 210 cells of 20 m, 676 receivers, 2000 samples of 2 ms.
FOLDER, without which results/<machine>/<date>-survey-on-device, gets table.txt, the table that is
printed, and migrate.jsonl, what `ladder migrate --json` said. The ways alternate, RUNS times (3).
Expected on one H100, before it was measured: gathers by pieces 6.0 s and by summed 4.0, as image
alone by pieces, 3.7, and 0.3 s for fetching sums for checkpoints; run 1.0 s where pieces takes 1.3,
arrays and checks 1.0 where it takes 2.4, no waits for results where it waits 0.6. Every second
offset 5.5 and 3.9 s. All products have the same bytes.
Exit: 0, 3 where products differ, or that of a command that failed.
"""

import filecmp
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

import folders  # next to this file
import numpy
import offset_steps

NX, NZ, SPACING, SAMPLES = 676, 210, 20, 2000
SOURCES = "300:13170:130,20"
GRID = ["--axes=xz", "--units=m/s", f"--spacing={SPACING}", "--wavelet=ricker:8"]
GATHERS = ["--offsets-x=40", "--offsets-z=40", "--angles=60"]
WAYS = {  # name: stage, options
    "image alone, pieces": ("pieces", []),
    "gathers, pieces": ("pieces", GATHERS),
    "gathers, summed": ("summed", GATHERS),
    "every second offset, pieces": ("pieces", [*GATHERS, "--offset-step=2"]),
    "every second offset, summed": ("summed", [*GATHERS, "--offset-step=2"]),
}
SAME = (("gathers, pieces", "gathers, summed"),
        ("every second offset, pieces", "every second offset, summed"))
PARTS = ("create", "run", "arrays_and_checks", "waited_for_case", "waited_for_results")


def run(build, folder, *words):
    done = subprocess.run([build / "ladder", *words], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print(f"{' '.join(words)}:\n{done.stderr}", file=sys.stderr)
        sys.exit(done.returncode)
    return done.stdout


def make_survey(build, folder):
    true = numpy.array([[offset_steps.salt(x * offset_steps.NX / NX, z * offset_steps.NZ / NZ)
                         for z in range(NZ)] for x in range(NX)], "float32")
    numpy.save(folder / "true.npy", true)
    numpy.save(folder / "smooth.npy", offset_steps.smooth(true))
    run(build, folder, "shoot", "--model=true.npy", *GRID, f"--sources={SOURCES}",
        f"--receivers=0:{(NX - 1) * SPACING}:{SPACING},20", "--dt=2ms", f"--nt={SAMPLES}",
        "--output=survey.sgy")


def migrate(build, folder, name):
    stage, options = WAYS[name]
    begin = time.monotonic()
    printed = json.loads(run(build, folder, "migrate", "--model=smooth.npy", *GRID,
                             "--shots=survey.sgy", f"--stage={stage}", *options, "--json",
                             "--overwrite",
                             f"--output={list(WAYS).index(name)}.npy").splitlines()[-1])
    return {"way": name, "command_s": time.monotonic() - begin, **printed}


def rows(runs):
    yield ("way", "shots [s]", "all", "command", *(part.replace("_", " ") for part in PARTS))
    for name in WAYS:
        mine = [one for one in runs if one["way"] == name]
        walls = [one["wall_s"] for one in mine]
        middle = min(mine, key=lambda one: abs(one["wall_s"] - statistics.median(walls)))
        yield (name, f"{statistics.median(walls):.2f}", " ".join(f"{wall:.2f}" for wall in walls),
               f"{middle['command_s']:.2f}", *(f"{middle['seconds'][part]:.2f}" for part in PARTS))


def differences(folder, runs):
    products = {one["way"]: one["products"] for one in runs}
    for one, other in SAME:
        for mine, theirs in zip(products[one], products[other], strict=True):
            if not filecmp.cmp(folder / mine, folder / theirs, shallow=False):
                yield f"{one} and {other}: {mine} and {theirs} differ"


def main(words):
    if len(words) not in (1, 2, 3):
        sys.exit(__doc__)
    build = pathlib.Path(words[0]).resolve()
    kept = folders.chosen(build, "survey-on-device", "".join(words[1:2]))
    kept.mkdir(parents=True, exist_ok=True)
    times = int(words[2]) if len(words) == 3 else 3
    with tempfile.TemporaryDirectory(prefix="survey-on-device-") as scratch:
        folder = pathlib.Path(scratch)
        make_survey(build, folder)
        runs = [migrate(build, folder, name) for _ in range(times) for name in WAYS]
        differ = list(differences(folder, runs))
    with open(kept / "migrate.jsonl", "a") as file:
        file.writelines(json.dumps(one) + "\n" for one in runs)
    table = list(rows(runs))
    widths = [max(map(len, column)) for column in zip(*table)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths)).rstrip()
             for row in table]
    lines += differ or ["same bytes: " + ", ".join(f"{one} and {other}" for one, other in SAME)]
    with open(kept / "table.txt", "a") as file:
        print(*lines, sep="\n", file=file)
    print(*lines, sep="\n")
    sys.exit(3 if differ else 0)


if __name__ == "__main__":
    main(sys.argv[1:])
