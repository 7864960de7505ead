"""Made-up records: of every stage of this tree, with round numbers. What is measured changes; these
do not, and so a test may say what a figure or a page must make of them."""

import json
import math

import plotting  # noqa: F401  (it puts scripts/ on the path)
from plots import records
from reporting import stage_files

MACHINE = ("Made-up GPU", "Made-up CPU", "2026-01-02", "case thesis (310 x 775 cells")
COMMIT = "0123456789ab"
STEPS, CELLS = 1999, 310 * 775
MS = 1_000_000
FIGURES = ("figure13", "figure18", "figure19", "figure20")
# Median of a run [ms]; of the stages that are not named, 0.9 times the parent's.
WALL = {"fortran": 4000, "c-O0": 80000, "c-O2": 20000, "c-O3": 4000, "c-simd": 1000, "c-omp": 100,
        "gmem-eb": 1000,
        "gmem-eb-2d": 2000, "cmem": 2500, "resident": 200, "fused": 40, "graph": 20, "regtile": 30,
        "batch": 60}
USED = {"batch": {"shots": [6]}, "smem-minor": {"block": [32, 32], "threads": [1024]},
        "smem-major": {"method": [1], "threads": [1024]}}
ONE_SAMPLE = {"c-O0"}
KERNELS = {"smem-minor": "convolve_minor", "smem-major": "convolve_major_strip"}
NO_TIME_LOOP = {"fortran", "fortran-omp", "c-O0", "c-O2", "c-O3", "c-restrict", "gmem-eb",
                "gmem-eb-2d", "gmem-zp",
                "resident-taps", "cmem", "smem-minor", "smem-major", "smem", "pinned",
                "non-temporal", "copy-overlap", "zero-copy"}
SPEEDS = {"host": {"copy_bytes_per_s": 100e9, "read_bytes_per_s": 80e9,
                   "multiply_adds_per_s": 800e9, "multiply_adds_per_s_one_core": 50e9, "cores": 16},
          "device": {"copy_bytes_per_s": 3000e9, "read_bytes_per_s": 3000e9,
                     "h2d_bytes_per_s": 50e9, "d2h_bytes_per_s": 50e9,
                     "multiply_adds_per_s": 30e12, "launch_s": 3e-6, "graph_node_s": 1e-6,
                     "barrier_s": 1e-6}}
CLOCKS = {"sm_clock_mhz": 1000, "memory_clock_mhz": 2000, "temperature_c": 40, "power_w": 100.0,
          "throttle_reasons": "none"}
GPU = {"name": MACHINE[0], "uuid": "GPU-0", "driver": "1.0", "compute_capability": "9.0",
       "multiprocessors": 100,
       "memory_bytes": 80 * 10**9, "l2_bytes": 50 * 10**6, "sm_clock_most_mhz": 2000, "ecc": True,
       "other_processes": 0}


def wall_of(name, files):
    return WALL[name] if name in WALL else 0.9 * wall_of(files[name].field("parent"), files)


def record(name, wall_ms=None, kernel=0.5, used=None, files=None):
    """Of one stage: half of its time is kernels; on the GPU a tenth is copies each way, the rest
    the driver's."""
    files = files or stage_files.every()
    file = files[name]
    cuda = file.device == "cuda"
    wall = int((wall_ms or wall_of(name, files)) * MS)
    count = 1 if name in ONE_SAMPLE else 7
    # 3 % apart, in the same order for every stage: the ratios of the rounds are alike.
    walls = [wall + (i - count // 2) * (wall // 100) for i in range(count)]
    scopes = dict.fromkeys(("kernel", "h2d", "d2h", "exchange", "staging", "launch", "stage",
                            "host", "idle"), 0)
    scopes["kernel"] = int(kernel * wall)
    if cuda:
        scopes["h2d"] = scopes["d2h"] = wall // 10
    scopes["host"] = wall - sum(scopes.values())
    profile = [{"name": KERNELS.get(name, "convolve") if cuda else "stage", "calls": STEPS,
                "total_ns": scopes["kernel"],
                "least_ns": scopes["kernel"] // STEPS, "most_ns": scopes["kernel"] // STEPS,
                **({"block": [32, 8], "grid": [97, 10]} if cuda else {})}]
    used = used or USED.get(name) or ({"threads": [128]} if cuda else {})
    updates = CELLS * STEPS
    return {"schema": records.SCHEMA, "time": f"{MACHINE[2]}T03:04:05Z", "session": "made-up",
            "problem": "wave",
            "stage": {"name": name, "parent": file.field("parent"), "change": file.field("change")
                      or "", "expectation": file.field("expectation") or "", "device": file.device,
                      "owns_time_loop": name not in NO_TIME_LOOP,
                      "file": str(file.path.relative_to(plotting.SOURCE)),
                      "flags": "-O3", "hash": "0" * 16},
            "case": {"name": "thesis", "hash": "0" * 16, "model": "salt, generated", "nz": 310,
                     "nx": 775, "ny": 1,
                     "dz_m": 20.0, "dx_m": 20.0, "dy_m": 20.0, "dt_s": 0.002, "steps": STEPS,
                     "operator": "windowed", "half_length": 8, "sources": 1, "receivers": 675},
            "launch": {"asked": {}, "used": used}, "cache": "warm", "isolated": False,
            "samples": {"wall_ns": walls, "round": list(range(count)), "slowed": [""] * count,
                        "user_s": [1e-9 * ns for ns in walls], "sys_s": [0.0] * count},
            "summary": {"median_ns": wall, "low_ns": walls[1] if count > 1 else None,
                        "high_ns": walls[-2] if count > 1 else None, "confidence": 0.95,
                        "stopped_by": "precision", "warm_up_ns": [wall // 100]},
            "setup_ns": MS,
            "work": {"point_updates": updates * used.get("shots", [1])[0], "bytes": 16.0 * updates,
                     "operations": 74.0 * updates},
            "floor": {"ns": 500_000, "words": "made up", "plausible": True, "speeds": SPEEDS},
            "traced": {"wall_ns": wall, "ratio": 1.0, "disturbed": False, "runs": 1,
                       "scopes_ns": scopes, "overlap_ns": 0, "exposed_copy_ns": 0,
                       "launch_confirmed": True, "profile": profile},
            "verdict": {"passed": True, "error": 2e-6, "limit": 1e-5, "words": ""},
            "environment": {"os": "Made-up OS", "cpu": MACHINE[1], "cores": 16, "affinity": 16,
                            "governor": "", "load": 0.5,
                            "memory_bytes": 10**11, "gpu": {**GPU, "before": CLOCKS},
                            "cuda_driver": "13.0", "cuda_runtime": "13.0", "cupti": "CUPTI 1",
                            "build": {"commit": COMMIT, "fortran": "GNU 1", "c": "GNU 1",
                                      "cxx": "GNU 1", "cuda": "nvcc 1"},
                            "after": {"load": 0.5, "gpu": CLOCKS}}}


def of_ladder(ladder, stage, cells, steps, kernel_ms, used=None, **case):
    """Of a stage in CUDA of another ladder, on so many cells along z, x and y, its kernels in so
    many ms."""
    made = json.loads(json.dumps(record("fused")))
    made.update(problem="wave" if ladder == "wave3d" else ladder, ladder=ladder)
    made["stage"].update(name=stage, file=f"cuda_stages/{ladder}/{stage}.cu")
    made["case"] = {**dict(zip(("nz", "nx", "ny"), cells)), "steps": steps, **case}
    made["launch"]["used"] = used or {}
    made["work"]["point_updates"] = math.prod(cells) * steps
    made["traced"]["scopes_ns"]["kernel"] = int(kernel_ms * MS)
    return made


def ladder():
    """One run of the whole ladder."""
    files = stage_files.every()
    return [record(name, files=files) for name in files]


def part_of_ladder():
    """Some of its stages, each kind: quicker to draw."""
    names = ("fortran", "c-O0", "c-omp", "gmem-eb", "gmem-eb-2d", "cmem", "graph", "batch")
    return [one for one in ladder() if one["stage"]["name"] in names]


def launches(figure):
    """The sweep of a figure of the thesis. The first launch takes 100 ms of kernels, each that
    follows 10 ms more."""
    points = {
        "figure13": [(stage, {"threads": [threads]}) for threads in (64, 128, 256, 512, 1024)
                     for stage in ("gmem-eb", "gmem-zp")],
        "figure18": [("smem-minor", {"block": list(block), "threads": [1024]}) for block in (
            (32, 32), (64, 16), (16, 64), (32, 16), (16, 32), (64, 8), (16, 16), (32, 8), (8, 32),
            (64, 4), (16, 8), (32, 4), (8, 16), (64, 2), (128, 1))],
        "figure19": [("smem-major", {"method": [1], "threads": [threads]})
                     for threads in (64, 128, 256, 512, 1024)],
        "figure20": [("smem-major", {"method": [2]})]
        + [("smem-major", {"method": [method], "stripes": [stripes]})
           for stripes in (1, 2, 3) for method in (3, 4)],
    }[figure]
    made = []
    for index, (stage, used) in enumerate(points):
        one = record(stage, 1000, kernel=0.1 + 0.01 * index, used=used)
        one["launch"]["asked"] = used
        made.append(json.loads(json.dumps(one)))
    return made
