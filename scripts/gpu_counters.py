#!/usr/bin/env python3
"""What the profiler's counters say of stages that march or have one kernel for many steps: where clocks and bytes go.

    scripts/gpu_counters.py BUILD STAGE,STAGE,...  [options of `ladder verify`, such as --case=thesis]

Nsight Compute (ncu) profiles the kernels named advance_* and march_* of a `ladder verify`; of each stage the longest
launch is told. Of heat: `--case=heat-512 --nt=3`, `--case=heat-128 --nt=401`. Exit: 0, 2 wrong arguments, 6 no ncu, else that of ncu.
"""
import csv
import math
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

STALLS = ("barrier", "long_scoreboard", "short_scoreboard", "wait", "not_selected", "math_pipe_throttle",
          "dispatch_stall", "mio_throttle", "no_instruction")
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
METRICS = {
    "us": "gpu__time_duration.sum",
    "clocks": "sm__cycles_elapsed.max",
    "instructions of warps": "sm__inst_executed.sum",
    "of them multiply-adds": "sm__inst_executed_pipe_fma.sum",
    "wavefronts of shared memory": "l1tex__data_pipe_lsu_wavefronts_mem_shared.sum",
    "of them bank conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum",
    "bytes through the second-level cache": "lts__t_sectors.sum",
    "bytes read from memory": "dram__bytes_read.sum",
    "bytes written to memory": "dram__bytes_write.sum",
}
PARTS = {"schedulers issue": "smsp__issue_active.avg.pct_of_peak_sustained_active",
         "memory is busy": "dram__throughput.avg.pct_of_peak_sustained_elapsed",
         "second-level cache is busy": "lts__throughput.avg.pct_of_peak_sustained_elapsed",
         "its accesses that hit": "lts__t_sector_hit_rate.pct"}  # [%]


def fail(code, words):
    print(f"gpu_counters: {words}", file=sys.stderr)
    sys.exit(code)


def profile(ncu, program, stage, options):
    """The counters of the longest launch, and how many blocks it had."""
    metrics = [*METRICS.values(), *PARTS.values(), *(STALL.format(s) for s in STALLS)]
    command = [ncu, "--clock-control", "none", "--metrics", ",".join(metrics), "-k", "regex:advance_|march_", "--csv",
               program, "verify", f"--stage={stage}", *options]
    done = subprocess.run(command, capture_output=True, text=True)
    rows = [line for line in done.stdout.splitlines() if line.startswith('"')]
    if done.returncode != 0 or len(rows) < 2:
        fail(done.returncode or 6, f"ncu saw no launch of {stage}: {(done.stderr or done.stdout).strip()[-300:]}")
    launches = {}
    for row in csv.DictReader(rows):
        launch = launches.setdefault(row["ID"], {"blocks": math.prod(map(int, re.findall(r"\d+", row["Grid Size"])))})
        launch[row["Metric Name"]] = float(row["Metric Value"].replace(",", ""))
    return max(launches.values(), key=lambda launch: launch[METRICS["us"]])


def main():
    if len(sys.argv) < 3 or not (Path(sys.argv[1]) / "ladder").exists():
        fail(2, __doc__.strip().splitlines()[2].strip())
    ncu = shutil.which("ncu") or shutil.which("ncu", path="/usr/local/cuda/bin")
    if not ncu:
        fail(6, "ncu (Nsight Compute) was not found in PATH")
    build, stages, options = sys.argv[1], sys.argv[2].split(","), sys.argv[3:] or ["--case=thesis"]
    program = str(Path(build) / "ladder")
    os.environ.setdefault("LADDER_HOME", str(Path(__file__).resolve().parent.parent))
    print(subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip())
    for stage in stages:
        launch = profile(ncu, program, stage, options)
        print(f"\n{stage}: {launch['blocks']} blocks, {launch[METRICS['us']] / 1e3:.1f} us in all")
        for name, metric in METRICS.items():
            value = launch[metric] * (32 if "lts" in metric else 1)
            share = "" if metric.startswith("gpu") or metric.endswith("max") else \
                f"  {value / launch['blocks'] / launch[METRICS['clocks']]:.4g} a clock and block"
            print(f"  {name:38} {value:14.0f}{share}")
        for name, metric in PARTS.items():
            print(f"  {name:38} {launch[metric]:14.1f} %")
        stalls = sorted(((launch[STALL.format(s)], s) for s in STALLS), reverse=True)
        print("  warps waiting for each that issues:    " + ", ".join(f"{s} {v:.2f}" for v, s in stalls if v >= 0.05))


if __name__ == "__main__":
    main()
