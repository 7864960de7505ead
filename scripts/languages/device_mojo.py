"""Kernels of Mojo, compiled to PTX before they run and launched by CuPy. No maths here.

Its compiler is 140 MB (pip install mojo max) and needs no GPU. As in device_cutile.py, kernels that
are in the folder LADDER_CUBINS are taken as they are.
"""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

import cupy

from stage_server import Refusal

HERE = pathlib.Path(__file__).resolve().parent
FOLDER = pathlib.Path(os.environ.get("LADDER_CUBINS") or tempfile.mkdtemp())
THREADS = 256  # of a block


def ptx(name, reach):
    """The file of <name>.mojo for operators that reach so far."""
    path = FOLDER / f"{name}_{reach}.ptx"
    if path.exists():
        return path
    if not shutil.which("mojo"):
        why = f"{path.name} is not in LADDER_CUBINS, nor is mojo on PATH"
        raise Refusal(f"{why}: pip install mojo max")
    command = ["mojo", "run", "-D", f"REACH={reach}", HERE / f"{name}.mojo"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        raise Refusal(f"mojo failed: {done.stderr[-200:]}")
    path.write_text(done.stdout)
    return path


class Kernel:
    """Called with a number of threads and arguments."""

    def __init__(self, name, reach=0):
        path = ptx(name, reach)
        entry = re.search(r"\.entry (\w+)", path.read_text())[1]
        self.module = cupy.RawModule(path=str(path))
        self.function = self.module.get_function(entry)

    def __call__(self, threads, *values):
        self.function((-(-threads // THREADS),), (THREADS,), values)
