#!/usr/bin/env python3
"""What the profiler's counters say of the kernels of a stage: where clocks and bytes go.

    scripts/experiments/gpu_counters.py BUILD STAGE,STAGE,...  [--case=NAME (thesis), and what
                                                               else `ladder sweep` takes of a
                                                               case or launch]

Nsight Compute (ncu) profiles one run of each stage. The result of that run is not judged:
`ladder verify` does that. Of the stage's kernels, whose names results/compiled/ keeps, the longest
launch is reported. ncu repeats each launch, so take few steps:
`--case=heat-512 --nt=3`. Exit: 0, 2 wrong arguments, 6 no ncu or no launch, else that of ncu.
"""
import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from plots.failure import Failure  # noqa: E402
from reporting import profiler  # noqa: E402

STALLS = ("barrier", "long_scoreboard", "short_scoreboard", "wait", "not_selected",
          "math_pipe_throttle", "dispatch_stall", "mio_throttle", "no_instruction")
STALL = "smsp__average_warps_issue_stalled_{}_per_issue_active.ratio"
METRICS = {
    "ns": "gpu__time_duration.sum",
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


def ladder_of(options):
    """Of the case that the options name."""
    case = next((option.partition("=")[2] for option in options if option.startswith("--case=")),
                "thesis")
    files = [Path(case)] if case.endswith(".toml") else sorted(ROOT.glob(f"data/*/{case}.toml"))
    if not files or not files[0].is_file():
        fail(2, f"there is no case {case}")
    return tomllib.loads(files[0].read_text()).get("ladder", "wave")


def kernels_of(stage, ladder):
    """Their names without template arguments, which is what ncu compares."""
    full = stage if ladder == "wave" else f"{ladder}.{stage}"
    files = sorted(ROOT.glob("results/compiled/*.json"))
    kept = [one for file in files
            for one in json.loads(file.read_text())["kernels"] if one["stage"] == full]
    if not kept:
        fail(2, f"results/compiled/ knows no kernel of a stage {full}: `ladder check --static "
                "--output=FILE` writes those of a build")
    return sorted({one["kernel"].partition("<")[0] for one in kept})


def longest_launch(ncu, program, stage, options):
    metrics = [*METRICS.values(), *PARTS.values(), *(STALL.format(s) for s in STALLS)]
    found = profiler.launches(ncu, program, kernels_of(stage, ladder_of(options)), metrics, stage,
                              options, cold=True)
    return max(found, key=lambda launch: launch[METRICS["ns"]])


def tell(stage, launch):
    print(f"\n{stage}, {launch['kernel']}: {launch['blocks']} blocks, "
          f"{launch[METRICS['ns']] / 1e3:.1f} us in all")
    for name, metric in METRICS.items():
        value = launch[metric] * (32 if "lts" in metric else 1)
        share = "" if metric.startswith("gpu") or metric.endswith("max") else \
            f"  {value / launch['blocks'] / launch[METRICS['clocks']]:.4g} a clock and block"
        print(f"  {name:38} {value:14.0f}{share}")
    for name, metric in PARTS.items():
        print(f"  {name:38} {launch[metric]:14.1f} %")
    stalls = sorted(((launch[STALL.format(s)], s) for s in STALLS), reverse=True)
    print("  warps waiting for each that issues:    "
          + ", ".join(f"{s} {v:.2f}" for v, s in stalls if v >= 0.05))


def main():
    if len(sys.argv) < 3 or not (Path(sys.argv[1]) / "ladder").exists():
        fail(2, __doc__.strip().splitlines()[2].strip())
    build, stages, options = sys.argv[1], sys.argv[2].split(","), sys.argv[3:] or ["--case=thesis"]
    program = str(Path(build) / "ladder")
    os.environ.setdefault("LADDER_HOME", str(ROOT))
    try:
        ncu = profiler.find()
        print(subprocess.run([program, "--version"], capture_output=True, text=True).stdout.strip())
        for stage in stages:
            tell(stage, longest_launch(ncu, program, stage, options))
    except Failure as failure:
        fail(failure.code, failure)


if __name__ == "__main__":
    main()
