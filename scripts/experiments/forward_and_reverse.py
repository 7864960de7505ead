#!/usr/bin/env python3
"""Times a shot of the thesis case and its way back: two whole programs, files and transfers
included.

    scripts/experiments/forward_and_reverse.py BUILD --stages=fortran,persistent --repetitions=3
                                               --output=FILE

Each repetition runs `ladder shoot` (to a SEG-Y file) and `ladder reverse` (to a map of the largest
energy) once with every stage, in turn. FILE gets one JSON object: the command's wall times in
seconds, from the start of the process to its end, and where and when `ladder reverse` found the
focus. Exit: 0, or that of the command that failed; 2 wrong arguments.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from plots import outputs  # noqa: E402


def arguments():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=Path, help="the folder with the program `ladder`")
    parser.add_argument("--stages", default="fortran,persistent", help="names, separated by commas")
    parser.add_argument("--source", default="2")
    parser.add_argument("--repetitions", type=int, default=3)
    parser.add_argument("--output", type=Path, required=True)
    given, case = parser.parse_known_args()
    if given.repetitions < 1:
        parser.error("--repetitions must be 1 or more")
    if not (given.build / "ladder").exists():
        parser.error(f"{given.build}/ladder does not exist: build first")
    if given.output.exists():
        parser.error(f"{given.output} exists: name a new file")
    return given, case


def timed(command):
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True)
    seconds = time.monotonic() - begin
    if done.returncode != 0:
        sys.stderr.write(done.stdout + done.stderr)
        sys.exit(done.returncode)
    return seconds, done.stdout


def shot_and_back(program, stage, given, case, folder):
    gather, energy = folder / "shot.sgy", folder / "back.npy"
    common = [f"--stage={stage}", "--overwrite", *case]
    forward, _ = timed([program, "shoot", f"--source={given.source}", f"--output={gather}",
                        *common])
    back, printed = timed([program, "reverse", f"--gather={gather}", f"--output={energy}", "--json",
                           *common])
    return (forward, back,
            {key: json.loads(printed)[key] for key in ("found", "time", "width", "prominence")})


def main():
    given, case = arguments()
    program = str(given.build / "ladder")
    os.environ.setdefault("LADDER_HOME", str(Path(__file__).resolve().parent.parent))
    stages = given.stages.split(",")
    runs = {stage: {"forward_s": [], "reverse_s": [], "focus": None} for stage in stages}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(given.repetitions):
            for stage in stages:
                forward, back, focus = shot_and_back(program, stage, given, case, Path(folder))
                runs[stage]["forward_s"].append(round(forward, 4))
                runs[stage]["reverse_s"].append(round(back, 4))
                runs[stage]["focus"] = focus
    version = subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip()
    machine = json.loads(subprocess.run([program, "doctor",
                                         "--json"], capture_output=True, text=True).stdout or "{}")
    measured = {"version": version, "case": case or ["--case=thesis"], "source": given.source,
                "runs": runs,
                "machine": {key: machine[key] for key in ("cpu", "gpu") if key in machine}}
    outputs.write({given.output: (json.dumps(measured, indent=1) + "\n").encode()}, False)
    medians = {s: statistics.median(map(sum, zip(r["forward_s"], r["reverse_s"])))
               for s, r in runs.items()}
    first = medians[stages[0]]
    for stage in stages:
        print(f"{stage}: forward {statistics.median(runs[stage]['forward_s']):.3f} s, reverse "
              f"{statistics.median(runs[stage]['reverse_s']):.3f} s, together {medians[stage]:.3f} "
              f"s, {first / medians[stage]:.2f} times {stages[0]}; focus at x, z = "
              f"{runs[stage]['focus']['found']} m, {runs[stage]['focus']['time']} s")


if __name__ == "__main__":
    main()
