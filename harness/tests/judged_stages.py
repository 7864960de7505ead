"""Twelve stages in CUDA that cheat a judge, and twenty-one honest ones, of one routine: the status
that each must get. Judges all that a folder has, and prints what is not as it must be:

    python3 harness/tests/judged_stages.py FOLDER [--level=emulated]

FOLDER: routines/judged adopted and recorded (calls 1, 2 and 4 of 4), with rod.cuh and the stages.
"""

import json
import os
import pathlib
import sys

from source_tree import execute

STAGES = pathlib.Path(__file__).resolve().parent / "routines/judged"
# What no kernel computed is found by the emulation, which a device's judge asks first.
CHEATS = {
    "catches_buffers": "device_not_used",
    "keeps_results": "device_not_used",
    "knows_the_input": "only_recorded",
    "launders": "device_not_used",
    "leaves_a_process": "hides_work",
    "lowers_precision": "wrong",
    "modifies_a_library": "broke_protocol",
    "on_the_host": "device_not_used",
    "other_stream": "wrong",
    "patches_the_clock": "broke_protocol",
    "reads_the_calls": "device_not_used",
    "writes_the_expected": "device_not_used",
}
HONEST = sorted(file.stem for file in (STAGES / "honest").glob("*.cu"))
NOT_EMULATED = ("cublas", "thrust")


def wanted(level):
    right = "emulated_right" if level == "emulated" else "right"
    return {**CHEATS, **{name: "not_run" if level == "emulated" and name in NOT_EMULATED else right
                         for name in HONEST}}


def main():
    folder, *more = sys.argv[1:]
    program = os.environ.get("LADDER_PROGRAM", "ladder")
    names = sorted(file.stem for file in pathlib.Path(folder).glob("*.cu"))
    off = 0
    for name in names:
        done = execute(program, "judge", folder, f"--stage={name}", *more)
        line = json.loads(done.stdout or "{}")
        status = line.get("status", done.stderr.strip())
        right = wanted(line.get("level", "")).get(name)
        off += status != right
        print(name, status, "" if status == right else f"and must be {right}", flush=True)
    print(f"{off} of {len(names)} are not as they must be")
    return 1 if off else 0


if __name__ == "__main__":
    sys.exit(main())
