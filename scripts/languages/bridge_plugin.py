"""bridge_stage.c compiled as the plug-in of one stage."""

import json
import os
import pathlib
import shutil
import subprocess

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
DEVICES = {"cuda": "LADDER_ON_CUDA", "cpu": "LADDER_ON_HOST"}


class NoPlugin(Exception):
    pass


def build(name, folder, device, change, expectation, parent=None, problem="wave"):
    compiler = os.environ.get("CC", "cc")
    if not shutil.which(compiler):
        raise NoPlugin(
            f"there is no C compiler '{compiler}' for bridge_stage.c: install gcc, or name one in"
            " CC"
        )
    words = {
        "LADDER_STAGE_NAME": name,
        "BRIDGE_PARENT": parent or {"cuda": "fused", "cpu": "c-omp"}[device],
        "BRIDGE_CHANGE": change,
        "BRIDGE_EXPECTATION": expectation,
    }
    plugin = folder / f"{name}.so"
    command = [compiler, "-O2", "-std=c11", "-D_GNU_SOURCE", "-shared", "-fPIC", f"-I{ROOT}"]
    command += [f"-D{key}={json.dumps(value)}" for key, value in words.items()]
    command += [f"-DBRIDGE_DEVICE={DEVICES[device]}", f"-DBRIDGE_{problem.upper()}"]
    done = subprocess.run(
        [*command, HERE / "bridge_stage.c", "-o", plugin], capture_output=True, text=True
    )
    if done.returncode:
        raise NoPlugin(f"{compiler} did not compile bridge_stage.c:\n{done.stderr.strip()}")
    return plugin
