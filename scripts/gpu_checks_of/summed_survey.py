#!/usr/bin/env python3
"""Whether a survey that is summed on the device has the bytes of one that the host sums.

usage: scripts/gpu_checks_of/summed_survey.py STAGE OTHER LADDER...

Both stages migrate three shots over two layers, with gathers of offsets and angles, by the program,
which may be a tool with its options in front of it. Prints a line of JSON as `ladder verify --json`
does, with the verdict on STAGE. Exit: 0, 3 where products differ, or that of a command that failed.
"""

import filecmp
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

NX, NZ, SPACING = 90, 61, 10
WAYS = {"plain": [], "thinner": ["--offset-step=2", "--offsets-z=3"],
        "compensated": ["--illumination", "--offset-step=3"]}


def write_model(path, velocity):
    values = [velocity(z) for _ in range(NX) for z in range(NZ)]
    head = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({NX}, {NZ}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                     + struct.pack(f"<{len(values)}f", *values))


def run(ladder, folder, *words):
    done = subprocess.run([*ladder, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        print(done.stdout, done.stderr, file=sys.stderr)
        sys.exit(done.returncode)
    return done.stdout


def products(ladder, folder, grid, stage, name, options):
    said = run(ladder, folder, "migrate", "--model=one.npy", *grid, "--shots=survey.sgy",
               f"--stage={stage}", "--offsets-x=11", "--angles=50", *options, "--json",
               f"--output={stage}-{name}.npy")
    printed = json.loads(next(line for line in said.splitlines() if line.startswith("{")))
    return printed["summed_on_device"], [folder / file for file in printed["products"]]


def main(stage, other, *ladder):
    with tempfile.TemporaryDirectory(prefix="summed-survey-") as scratch:
        folder = pathlib.Path(scratch)
        write_model(folder / "two.npy", lambda z: 2000 if z < 35 else 2500)
        write_model(folder / "one.npy", lambda z: 2000)
        grid = [f"--spacing={SPACING}", "--units=m/s", "--axes=xz", "--wavelet=ricker:20"]
        run(ladder, folder, "shoot", "--model=two.npy", *grid, "--sources=200:700:250,10",
            "--receivers=0:890:10,20", "--dt=2ms", "--nt=401", "--output=survey.sgy")
        wrong = []
        for name, options in WAYS.items():
            summed, mine = products(ladder, folder, grid, stage, name, options)
            _, others = products(ladder, folder, grid, other, name, options)
            if not summed:
                wrong.append(f"{name}: {stage} did not sum on the device")
            wrong += [f"{one.name} and {two.name} differ" for one, two in zip(mine, others)
                      if not filecmp.cmp(one, two, shallow=False)]
    print(json.dumps({"stage": stage, "verdict": "wrong" if wrong else "right",
                      "words": ", ".join(wrong)}, separators=(",", ":")))
    sys.exit(3 if wrong else 0)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
