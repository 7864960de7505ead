#!/usr/bin/env python3
"""Holds the bytes and instructions that the model predicts against the profiler's counters: a right
time from wrong bytes is a failure.

    scripts/experiments/counted_work.py BUILD FOLDER MACHINE [STAGE,STAGE,...]

MACHINE is a folder of results/. FOLDER holds the lists of cells, held_out*.txt
(scripts/experiments/prediction_trial says what is in them), and gets counted.jsonl, a JSON line for
each cell. A cell is run once under Nsight Compute (ncu), with four steps at most; the result of
that run is not judged. Of each kernel the launch in the middle counts. On stdout: how far off the
model is, by quantity and stage, and the ten worst cells of each quantity.
Exit: 0, 2 wrong arguments, 6 no ncu, or no launch in a cell, 7 counted.jsonl exists, else that of
ladder or ncu.
"""
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from plots.failure import NOTHING, Failure  # noqa: E402
from reporting import profiler  # noqa: E402
from reporting.predicted import name_of, percent  # noqa: E402

STEPS = 4
SECTOR = 32  # bytes
# of the second-level cache's bytes: less from memory on both sides, and the cache holds the grid
ALONE = 0.01
READ, WRITTEN = "dram__bytes_read.sum", "dram__bytes_write.sum"
SECTORS, INSTRUCTIONS = "lts__t_sectors_srcunit_tex.sum", "sm__inst_executed.sum"
# Of a launch, as counted; and of a kernel of a prediction.
COUNTED = {"memory": lambda launch: launch[READ] + launch[WRITTEN],
           "second-level cache": lambda launch: SECTOR * launch[SECTORS],
           "instructions": lambda launch: launch[INSTRUCTIONS]}
PREDICTED = {"memory": lambda kernel, warps: kernel["memory_bytes"],
             "second-level cache": lambda kernel, warps: kernel["l2_bytes"],
             "instructions": lambda kernel, warps: kernel["instructions"] * warps}


def fail(code, words):
    print(f"counted_work: {words}", file=sys.stderr)
    sys.exit(code)


def lines_of(folder):
    """The arguments in each line of its lists."""
    lists = sorted(folder.glob("held_out*.txt"))
    if not lists:
        fail(2,
             f"'{folder}' has no list of cells, held_out*.txt: results/*/*/held_out.txt are some")
    lines = [line for path in lists for line in path.read_text().splitlines()]
    return [line.split()[1:] for line in lines if line.strip() and not line.startswith("#")]


def predictions_of(program, machine, arguments):
    done = subprocess.run([program, "predict", "--json", f"--on={machine}", *arguments],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(done.returncode,
                      f"ladder predict {' '.join(arguments)}: {done.stderr.strip()}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def options_of(arguments, prediction):
    """The case, with few steps, and the launch of a prediction, for `ladder worker`."""
    case = prediction["case"]
    options = [word for word in arguments
               if word.startswith(("--case=", "--grid=", "--dt=", "--operator="))]
    options.append(f"--nt={min(STEPS, case['steps']) + 1}")
    if "half_length" in case:
        options.append(f"--half-length={case['half_length']}")
    return options + [f"--{knob}={'x'.join(map(str, values))}"
                      for knob, values in prediction["launch"]["asked"].items()]


def base(kernel):
    return kernel["name"].partition("<")[0]


def middle(launches, kernel):
    """Of the launches of a kernel: the median of each number."""
    own = [launch for launch in launches if launch["kernel"] == base(kernel)]
    if not own:
        raise Failure(NOTHING, f"ncu saw no launch of {base(kernel)}")
    return {name: statistics.median(launch[name] for launch in own)
            for name in own[0] if name != "kernel"}


def count(ncu, program, arguments, prediction):
    """Both numbers of each quantity, of a step."""
    kernels = prediction["kernels"]
    launches = profiler.launches(ncu, program, [base(kernel) for kernel in kernels],
                                 [READ, WRITTEN, SECTORS, INSTRUCTIONS],
                                 prediction["stage"]["name"], options_of(arguments, prediction))
    both = {quantity: {"predicted": 0, "counted": 0} for quantity in COUNTED}
    for kernel in kernels:
        launch = middle(launches, kernel)
        for quantity, numbers in both.items():
            numbers["predicted"] += kernel["launches"] * PREDICTED[quantity](kernel,
                                                                             launch["warps"])
            numbers["counted"] += kernel["launches"] * COUNTED[quantity](launch)
    return both


def held_by_the_cache(cell):
    least = ALONE * cell["second-level cache"]["counted"]
    return all(cell["memory"][side] <= least for side in ("predicted", "counted"))


def errors(cells, quantity):
    """Of the cells where there was something to count: a grid that a cache holds leaves memory
    alone."""
    return [(cell[quantity]["predicted"] / cell[quantity]["counted"] - 1, name_of(cell))
            for cell in cells
            if cell[quantity]["counted"] and not (quantity == "memory" and held_by_the_cache(cell))]


def tell(cells):
    for quantity in COUNTED:
        print(f"\n{quantity}\n  {'':14} cells    mean  median    most    bias")
        stages = sorted({cell["stage"]["name"] for cell in cells})
        for name, own in [("all", cells), *(
                (stage, [c for c in cells if c["stage"]["name"] == stage]) for stage in stages)]:
            signed = [error for error, _ in errors(own, quantity)]
            size = [abs(error) for error in signed]
            if not signed:
                print(f"  {name:14}     0, as the cache holds the grids of {len(own)}")
                continue
            print(f"  {name:14} {len(signed):5} {100 * statistics.mean(size):6.1f}% "
                  f"{100 * statistics.median(size):6.1f}% {100 * max(size):6.1f}% "
                  f"{100 * statistics.mean(signed):+6.1f}%")
        worst = sorted(errors(cells, quantity), key=lambda pair: -abs(pair[0]))[:10]
        print("\n".join(f"    {percent(error):>9}  {name}" for error, name in worst))


def count_all(ncu, program, machine, lines, stages, file):
    """The cells that were counted, each written as soon as it was, and the exit code."""
    cells, code = [], 0
    for arguments in lines:
        try:
            of_line = predictions_of(program, machine, arguments)
        except Failure as failure:
            fail(failure.code, failure)
        for one in of_line:
            if stages and one["stage"]["name"] not in stages:
                continue
            try:
                both = count(ncu, program, arguments, one)
            except Failure as failure:  # the other cells count all the same
                code = failure.code
                print(f"counted_work: {name_of(one)}: {failure}", file=sys.stderr)
                continue
            kept = {name: one[name] for name in ("machine", "stage", "case", "launch", "hashes")}
            cells.append({"kind": "counted", "counted_schema": 1, **kept, **both})
            print(json.dumps(cells[-1]), file=file, flush=True)
    return cells, code


def main():
    if len(sys.argv) not in (4, 5) or not (Path(sys.argv[1]) / "ladder").exists():
        fail(2, __doc__.strip().splitlines()[3].strip())
    program, folder, machine = str(Path(sys.argv[1]) / "ladder"), Path(sys.argv[2]), sys.argv[3]
    lines, stages = lines_of(folder), sys.argv[4].split(",") if len(sys.argv) == 5 else []
    output = folder / "counted.jsonl"
    if output.exists():
        fail(7, f"{output} exists, and nothing is replaced: name another folder")
    os.environ.setdefault("LADDER_HOME", str(ROOT))
    try:
        ncu = profiler.find()
    except Failure as failure:
        fail(failure.code, failure)
    with open(output, "x") as file:
        cells, code = count_all(ncu, program, machine, lines, stages, file)
    if cells:
        tell(cells)
    else:
        output.unlink()
    if not cells and code == 0:
        fail(2, f"{folder} has no cell of {', '.join(stages)}")
    sys.exit(code)


if __name__ == "__main__":
    main()
