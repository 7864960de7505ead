"""Ranks that tests start, and what they need."""

import functools
import os
import pathlib
import shutil
import subprocess

from command import ladder
from source_tree import execute

MPIRUN = shutil.which("mpirun")


@functools.cache
def why_not():
    if not MPIRUN:
        return "mpirun is missing: install openmpi-bin"
    if "mpi-omp" not in ladder("list", "--ladder=wave3d").stdout:
        return "this build has no MPI"
    return None


def has_gpu():
    return any(pathlib.Path("/dev").glob("nvidia[0-9]*"))


def start(ranks, *command, **settings):
    """As many ranks as are wanted on the cores that there are, also as root in a container; who
    waits gives its core away."""
    return subprocess.Popen([MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none",
                             "-n", str(ranks), *command],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env={**os.environ, "OMPI_MCA_mpi_yield_when_idle": "1",
                                 "OMPI_MCA_btl_vader_single_copy_mechanism": "none", **settings})


def finish(process, seconds=600):
    out, err = process.communicate(timeout=seconds)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


def run(ranks, *command, **settings):
    return finish(start(ranks, *command, **settings))


def nccl_library():
    """The path of libnccl.so.2 where the dynamic linker finds it, or None."""
    for folder in os.environ.get("LD_LIBRARY_PATH", "").split(":"):
        if folder and (pathlib.Path(folder) / "libnccl.so.2").exists():
            return f"{folder}/libnccl.so.2"
    cached = execute("ldconfig", "-p").stdout
    return next((line.split()[-1]
                 for line in cached.splitlines() if line.split()[:1] == ["libnccl.so.2"]), None)


def rank_of(pid):
    try:
        words = pathlib.Path(f"/proc/{pid}/environ").read_bytes().split(b"\0")
    except OSError:
        return None
    return next((int(word.split(b"=")[1])
                 for word in words if word.startswith(b"OMPI_COMM_WORLD_RANK=")), None)
