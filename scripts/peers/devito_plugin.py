"""Devito's environment, and the C that it generates as a plug-in of ladder."""

import hashlib
import importlib.util
import json
import os
import sys

from peer_run import FOLDER, HERE, ROOT, run, say

# In ladder the plug-in places its threads as our stages do; in Devito's own runs OpenMP does.
PLACED = {**os.environ, "OMP_PROC_BIND": "close", "OMP_PLACES": "cores", "PYTHONWARNINGS": "ignore"}


def environment():
    """Python with Devito in it, made on the first call and when the list changes."""
    venv, wanted = FOLDER / "devito-venv", HERE / "devito_requirements.txt"
    stamp, print_of = venv / "stamp", hashlib.sha256(wanted.read_bytes()).hexdigest()
    if not stamp.is_file() or stamp.read_text() != print_of:
        say("making build/peers/devito-venv ...")
        run([sys.executable, "-m", "venv", "--clear", venv])
        run([venv / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", "-r",
             wanted])
        stamp.write_text(print_of)
    return venv / "bin/python"


def thread_counts():
    cores = len(os.sched_getaffinity(0))
    return sorted({1, *(max(1, cores // part) for part in (1, 2, 4))}, reverse=True)


def build_plugin(source, name, compiler, threads, folder, stage, blocks):
    """Devito's code `name`.c behind the contract, as `source` has it; `blocks` are the preset sizes
    of its blocks. Compiled with Devito's flags. Linked without -ffast-math, which would change how
    the whole program that loads it rounds the smallest numbers."""
    flags = [flag for flag in compiler[1:] if not flag.startswith(("-std", "-W", "-shared", "-g"))]
    plugin, part = folder / f"{stage}.so", folder / f"{stage}.o"
    settings = {"KERNEL_FILE": f'"{name}.c"', "CALL_FILE": f'"{name}_call.h"',
                "LADDER_STAGE_NAME": f'"{stage}"', "DEVITO_THREADS": threads, **blocks}
    run([compiler[0], *flags, "-std=gnu99", "-D_GNU_SOURCE", "-w", f"-I{ROOT}", f"-I{folder}",
         *(f"-D{key}={value}" for key, value in settings.items()), "-c", HERE / source, "-o", part])
    run([compiler[0], "-shared", "-fopenmp", part, "-lm", "-o", plugin])
    return plugin


def wave_plugin(name, built, threads, folder, half_length, volume, stage=None):
    """`built`: what devito_operator.py printed."""
    blocks = built[name]["blocks"]
    return build_plugin("devito_stage.c", name, built["compiler"], threads, folder, stage or name,
                        {"DEVITO_M": half_length, "DEVITO_VOLUME": int(volume),
                         "DEVITO_BLOCK_X": blocks.get("x0_blk0_size", 0),
                         "DEVITO_BLOCK_Z": blocks.get("y0_blk0_size", 0)})


def installed():
    """The Python that has Devito: this one, or that of the environment if it was made; None where
    neither does."""
    own = FOLDER / "devito-venv" / "bin" / "python"
    if importlib.util.find_spec("devito"):
        return sys.executable
    return own if (own.parents[1] / "stamp").is_file() else None


def plugin_of(task, folder):
    """Of a task of table_cases.py, on all cores, with the blocks of Devito's own tuner."""
    python, threads = installed(), thread_counts()[0]
    folder.mkdir(exist_ok=True)
    if task.problem == "heat":
        script, words = "devito_heat_operator.py", (int(task.case.removeprefix("heat-")),
                                                    task.samples - 1, threads)
    else:
        script = "devito_operator.py"
        words = ("x".join(map(str, task.cells)), task.order // 2, 10 if task.volume else 20,
                 task.samples - 1, 500, threads)
    built = json.loads(run([python, HERE / script, folder, *words], env=PLACED))
    if task.problem == "heat":
        blocks = {"DEVITO_BLOCK_Y": built["blocks"]["x0_blk0_size"],
                  "DEVITO_BLOCK_X": built["blocks"]["y0_blk0_size"]}
        return build_plugin("devito_heat_stage.c", "devito", built["compiler"], threads, folder,
                            "devito", blocks)
    return wave_plugin("devito", built, threads, folder, task.order // 2, task.volume)
