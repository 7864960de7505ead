"""Made-up records of other ladders than the thesis'."""

import json
import math

import made_up


def record(ladder, stage, cells, steps, kernel_ms, used=None, **case):
    """Of a stage in CUDA on so many cells along z, x and y, its kernels in so many ms."""
    made = json.loads(json.dumps(made_up.record("fused")))
    made.update(problem="wave" if ladder == "wave3d" else ladder, ladder=ladder)
    made["stage"].update(name=stage, file=f"cuda_stages/{ladder}/{stage}.cu")
    made["case"] = {**dict(zip(("nz", "nx", "ny"), cells)), "steps": steps, **case}
    made["launch"]["used"] = used or {}
    made["work"]["point_updates"] = math.prod(cells) * steps
    made["traced"]["scopes_ns"]["kernel"] = int(kernel_ms * made_up.MS)
    return made
