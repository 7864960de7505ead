"""peer_stage.c compiled as the plug-in of one stage."""

import json
import os
import shutil

from peer_run import HERE, ROOT, fail, run

PARENTS = {"cuda": "fused", "cpu": "c-omp"}
DEVICES = {"cuda": "LADDER_ON_CUDA", "cpu": "LADDER_ON_HOST"}


def build(name, folder, device, change, expectation):
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        fail(f"there is no C compiler '{compiler}' for peer_stage.c: install gcc, or name one in CC")
    words = {"LADDER_STAGE_NAME": name, "PEER_PARENT": PARENTS[device],
             "PEER_CHANGE": change, "PEER_EXPECTATION": expectation}
    plugin = folder / f"{name}.so"
    run([compiler, "-O2", "-std=c11", "-D_GNU_SOURCE", "-shared", "-fPIC", f"-I{ROOT}",
         *(f"-D{key}={json.dumps(value)}" for key, value in words.items()), f"-DPEER_DEVICE={DEVICES[device]}",
         HERE / "peer_stage.c", "-o", plugin])
    return plugin
