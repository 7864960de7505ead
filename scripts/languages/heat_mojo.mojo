"""One step of the heat equation in a thread a cell, for heat_mojo.py."""

from max.gpu import global_idx
from max.gpu.host.compile import _compile_code, get_gpu_target

comptime GENERATION = "sm_90"
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def forward(now: Floats, after: Floats, factor: Float32, nz: Int32, nx: Int32, ny: Int32):
    var at = Int32(global_idx.x)
    var z, x, y = at % nz, at // nz % nx, at // nz // nx
    var plane = nz * nx
    if z > 0 and z < nz - 1 and x > 0 and x < nx - 1 and y > 0 and y < ny - 1:
        var around = (now[at - 1] + now[at + 1]) + (now[at - nz] + now[at + nz])
        around += now[at - plane] + now[at + plane]
        after[at] = now[at] + factor * (around - 6 * now[at])


def main():
    print(_compile_code[forward, target=get_gpu_target[GENERATION]()]().asm)
