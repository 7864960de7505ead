"""Kernels of cuTile, compiled before they run and launched by CuPy. No maths here.

cuTile's compiler is 260 MB (pip install 'cuda-tile[tileiras]'), and a kernel of it 0.1 MB: where
LADDER_CUBINS names a folder, kernels that are there are taken as they are, so that a machine
without the compiler runs them. Where there is the compiler, they are put there.
"""

import os
import pathlib
import tempfile

import cuda.tile as ct
import cupy
import numpy
from cuda.tile import compilation

from stage_server import Refusal

THREADS = 128  # of a block, by cuTile
FOLDER = pathlib.Path(os.environ.get("LADDER_CUBINS") or tempfile.mkdtemp())
KINDS = {"i": ct.int32, "f": ct.float32}


def array(kind):
    """In the order of memory, without an alias; CuPy's begin at multiples of 256 bytes."""
    return compilation.ArrayConstraint(
        KINDS[kind],
        1,
        index_dtype=ct.int32,
        stride_lower_bound_incl=0,
        alias_groups=[],
        may_alias_internally=False,
        stride_constant=[1],
        base_addr_divisible_by=16,
    )


def cubin(kernel, name, kinds, constants, generation):
    """The file of a kernel for a GPU's generation: `kinds` has a capital for each array and a small
    letter for each number, of float32 or int32."""
    numbers = "_".join(map(str, constants))
    path = FOLDER / f"{name}_{numbers}_sm_{generation}.cubin"
    if path.exists():
        return path
    parameters = [
        array(one.lower()) if one.isupper() else compilation.ScalarConstraint(KINDS[one])
        for one in kinds
    ]
    signature = compilation.KernelSignature(
        [*parameters, *constants], compilation.CallingConvention.cutile_python_v1(), name
    )
    try:
        compilation.export_kernel(
            kernel, [signature], path, gpu_code=f"sm_{generation}", output_format="cubin"
        )
    except FileNotFoundError as problem:
        raise Refusal(f"{path.name} is not in LADDER_CUBINS, and {problem}") from None
    return path


class Kernel:
    """Called with a grid and arguments, as a kernel of CuPy."""

    def __init__(self, *of):
        generation = cupy.cuda.Device().compute_capability
        path, self.name = cubin(*of, generation), of[1]
        self.module = cupy.RawModule(path=str(path))
        self.function = self.module.get_function(self.name)

    def __call__(self, grid, *values):
        flat = []
        for one in values:
            flat += [one, *map(numpy.int32, (one.size, 1))] if one.ndim else [one]
        self.function(grid, (THREADS,), tuple(flat))
