"""The C that Devito generates as a plug-in of ladder."""

import json
import os
import sys

from peer_run import HERE, ROOT, run

# In ladder the plug-in places its threads as our stages do; in Devito's own runs OpenMP does.
PLACED = {**os.environ, "OMP_PROC_BIND": "close", "OMP_PLACES": "cores", "PYTHONWARNINGS": "ignore"}


def build_plugin(source, compiler, threads, folder, blocks):
    """Devito's code behind the contract, as `source` has it; `blocks` are the preset sizes of its
    blocks. Compiled with Devito's flags. Linked without -ffast-math, which would change how the
    whole program that loads it rounds the smallest numbers."""
    flags = [flag for flag in compiler[1:] if not flag.startswith(("-std", "-W", "-shared", "-g"))]
    plugin, part = folder / "devito.so", folder / "devito.o"
    settings = {"DEVITO_THREADS": threads, **blocks}
    run([compiler[0], *flags, "-std=gnu99", "-D_GNU_SOURCE", "-w", f"-I{ROOT}", f"-I{folder}",
         *(f"-D{key}={value}" for key, value in settings.items()), "-c", HERE / source, "-o", part])
    run([compiler[0], "-shared", "-fopenmp", part, "-lm", "-o", plugin])
    return plugin


def plugin_of(task, folder):
    """Of a task of table_cases.py, on all cores, with the blocks of Devito's own tuner."""
    threads, heat = len(os.sched_getaffinity(0)), task.problem == "heat"
    folder.mkdir(exist_ok=True)
    if heat:
        words = ("devito_heat_operator.py", folder, task.case.removeprefix("heat-"),
                 task.samples - 1, threads)
    else:
        words = ("devito_operator.py", folder, "x".join(map(str, task.cells)), task.order // 2,
                 10 if task.volume else 20, task.samples - 1, 500, threads)
    built = json.loads(run([sys.executable, HERE / words[0], *words[1:]], env=PLACED))
    blocks = [built["blocks"].get(f"{axis}0_blk0_size", 0) for axis in "xy"]
    if heat:
        return build_plugin("devito_heat_stage.c", built["compiler"], threads, folder,
                            dict(zip(("DEVITO_BLOCK_Y", "DEVITO_BLOCK_X"), blocks)))
    return build_plugin("devito_stage.c", built["compiler"], threads, folder,
                        {"DEVITO_M": task.order // 2, "DEVITO_VOLUME": int(task.volume),
                         **dict(zip(("DEVITO_BLOCK_X", "DEVITO_BLOCK_Z"), blocks))})
