#!/usr/bin/env python3
"""Many velocity models at once: whether `ladder locate` finds in them what it finds one after
another, and how many a GPU tests while a record lasts.

usage: scripts/experiments/models_at_once.py [--answer-only] BUILD [FOLDER]

FOLDER, without which results/<machine>/<date>-models-at-once, gets bits.txt, a line for each case,
interval of search and number of models at once; found.jsonl, the product of `locate` in 120 models
of the thesis' case; answer.txt, what it printed.
Exit: 0 all are the same, 3 some differ, 6 no stage of this machine takes several models.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

import folders  # next to this file

AT_ONCE, ALONE = "batch", "persistent"  # of the same sums
FOUND = ("x", "z", "time", "width_x", "width_z", "prominence", "relative_energy")
FACTORS = ("0.93", "1", "1.07", "0.98", "1.02", "1.5", "0.9")  # at 1.5 a sample takes more steps
CASE = """description = "{nz} x {nx} cells"
[model]
recipe = "layers"
nz = {nz}
nx = {nx}
spacing = 20.0
[[model.layer]]
velocity = 1500.0
[[model.layer]]
velocity = 2100.0
top = 300.0
[[model.layer]]
velocity = 3000.0
top = 700.0
[pad]
left = 7
right = 5
bottom = 6
[sponge]
left = 7
right = 5
bottom = 6
strength = 0.01
[operator]
half_length = {half_length}
[time]
dt = 0.003
samples = {samples}
[wavelet]
peak = 8.0
delay = 0.15
[receivers]
z = 0.0
every = 2
[[source]]
name = "1"
x = {x}
z = {z}
"""
CASES = [(37, 53, 8, 301), (131, 149, 8, 401), (199, 311, 5, 501), (61, 1030, 16, 301)]


def run(program, *words):
    done = subprocess.run([program, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"models_at_once: {' '.join(map(str, words))} ended with {done.returncode}: "
                 f"{done.stderr}")
    return done.stdout


def found(program, case, gather, *words):
    models = ",".join(f"case*{factor}" for factor in FACTORS)
    printed = run(program, "locate", f"--case={case}", f"--gather={gather}", f"--models={models}",
                  "--json", *words)
    return [[json.loads(line)[key] for key in FOUND] for line in printed.splitlines()]


def compare(program, folder, out):
    """Whether all are the same."""
    same = True
    for nz, nx, half_length, samples in CASES:
        case, gather = folder / f"{nz}x{nx}.toml", folder / "shot.rsf"
        case.write_text(CASE.format(nz=nz, nx=nx, half_length=half_length, samples=samples,
                                    x=20.0 * (nx // 3), z=20.0 * (nz // 2)))
        run(program, "shoot", f"--case={case}", f"--stage={ALONE}", f"--output={gather}",
            "--overwrite")
        for every in (1, 7):
            alone = found(program, case, gather, f"--stage={ALONE}", f"--every={every}")
            for shots in (1, 2, 6):
                together = found(program, case, gather, f"--stage={AT_ONCE}", f"--shots={shots}",
                                 f"--every={every}")
                differing = sum(a != b for a, b in zip(alone, together))
                same = same and not differing and len(together) == len(FACTORS)
                words = ("the same" if not differing
                         else f"{differing} differ: {alone} and {together}")
                print(f"{nz} x {nx}, half-length {half_length}, every {every}, {shots} at once, "
                      f"{len(together)} models: {words}",
                      file=out, flush=True)
    return same


def answer(program, folder, results, models):
    gather = folder / "thesis.sgy"
    run(program, "shoot", "--case=thesis", "--source=2", f"--output={gather}")
    names = ",".join(f"case*{0.9 + 0.2 * k / (models - 1):.5f}" for k in range(models))
    words = ["locate", "--case=thesis", f"--gather={gather}", f"--models={names}",
             f"--output={results / 'found.jsonl'}"]
    (results / "answer.txt").write_text(run(program, *words))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path, metavar="BUILD", help="folder of the program")
    parser.add_argument("folder", type=pathlib.Path, nargs="?", metavar="FOLDER",
                        help="for the results")
    parser.add_argument("--answer-only", action="store_true", help="leave out the comparison")
    arguments = parser.parse_args()
    program = arguments.build.resolve() / "ladder"
    listed = [json.loads(line)
              for line in run(program, "verify", "--ladder=wave", "--size=17x17", "--nt=2",
                              f"--stage={AT_ONCE}", "--json").splitlines()]
    if listed[0]["verdict"] == "skipped":
        print("models_at_once: no stage of this machine takes several models", file=sys.stderr)
        return 6
    results = folders.chosen(arguments.build, "models-at-once", arguments.folder)
    results.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        same = True
        if not arguments.answer_only:
            with open(results / "bits.txt", "w") as out:
                same = compare(program, pathlib.Path(folder), out)
        answer(program, pathlib.Path(folder), results, 120)
    return 0 if same else 3


if __name__ == "__main__":
    sys.exit(main())
