"""What the scripts share that run in a Python with Devito: its settings, and the C that it
generates."""

import json
import os

os.environ.setdefault("DEVITO_LANGUAGE", "openmp")
os.environ.setdefault("DEVITO_ARCH", "gcc")
os.environ.setdefault("DEVITO_LOGGING", "ERROR")

from devito import configuration  # noqa: E402  the settings above come first


def write(folder, operator, more=""):
    """Into the folder: devito.c, the code as Devito generates it, and devito_call.h, its call with
    each parameter by its name, and `more`."""
    folder.joinpath("devito.c").write_text(f"{operator.ccode}\n")
    names = ", ".join(f"ARG_{parameter.name}" for parameter in operator.parameters)
    folder.joinpath("devito_call.h").write_text(f"#define CALL_KERNEL Kernel({names})\n{more}")


def tuned_blocks(operator, steps, threads):
    """Sizes of blocks that Devito's aggressive tuner takes."""
    operator.apply(time_m=0, time_M=steps - 1, nthreads=threads, autotune="aggressive")
    tuned = {}
    for found in operator._state["autotuning"]:
        tuned.update(found.get("tuned", {}))
    return {key: int(value) for key, value in tuned.items() if "blk" in key}


def answer(blocks):
    """Prints what the plug-in is compiled with."""
    compiler = configuration["compiler"]
    print(json.dumps({"blocks": blocks, "compiler": [str(compiler.CC), *map(str, compiler.cflags),
                                                     *map(str, compiler.ldflags)]}))
