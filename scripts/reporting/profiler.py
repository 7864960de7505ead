"""Nsight Compute (ncu): the counters of each launch of some kernels in one run of a stage. Fails as
plots do, with ncu's exit code, or 6 where there is no ncu or no launch."""
import csv
import math
import re
import shutil
import subprocess

from plots.failure import NOTHING, Failure

LANES = 32  # threads of a warp


def find():
    ncu = shutil.which("ncu") or shutil.which("ncu", path="/usr/local/cuda/bin")
    if not ncu:
        raise Failure(NOTHING, "ncu (Nsight Compute) was not found in PATH")
    return ncu


def launches(ncu, program, kernels, metrics, stage, options, cold=False):
    """Of one run of the stage, which nobody judges: a launch is {"kernel": its name without
    template arguments, "blocks": their number, "warps": of all blocks, each metric: its value}.
    `cold`: caches are emptied before each of them."""
    command = [ncu, "--clock-control", "none", "--cache-control", "all" if cold else "none",
               "--metrics", ",".join(metrics), "-k",
               rf"regex:\b({'|'.join(kernels)})\b", "--csv", program, "worker", "--once",
               f"--stage={stage}", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    rows = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode != 0 or len(rows) < 2:
        raise Failure(done.returncode or NOTHING,
                      f"ncu saw no launch of {stage} ({', '.join(kernels)}): "
                      f"{(done.stderr or done.stdout).strip()[-300:]}")
    found = {}
    for row in csv.DictReader(rows):
        (kernel,) = [name for name in kernels if re.search(rf"\b{name}\b", row["Kernel Name"])]
        blocks, threads = (math.prod(map(int, re.findall(r"\d+", row[size])))
                           for size in ("Grid Size", "Block Size"))
        launch = found.setdefault(row["ID"], {"kernel": kernel, "blocks": blocks,
                                              "warps": blocks * math.ceil(threads / LANES)})
        try:
            launch[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
        except ValueError as problem:
            raise Failure(NOTHING, f"ncu counts no {row['Metric Name']} here: it says "
                                   f"'{row['Metric Value']}'") from problem
    return list(found.values())
