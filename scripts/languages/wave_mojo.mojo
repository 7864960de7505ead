"""One step of the wave in a thread a cell, for wave_mojo.py."""

from std.sys.defines import get_defined_int
from max.gpu import global_idx
from max.gpu.host.compile import _compile_code, get_gpu_target

comptime REACH = get_defined_int["REACH", 8]()
comptime GENERATION = "sm_90"
comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Places = UnsafePointer[Int32, MutAnyOrigin]


def forward(
    p: Floats, q: Floats, v2dt2: Floats, taper: Floats, taps_x: Floats, taps_z: Floats,
    wavelets: Floats, sources: Places, receivers: Places, traces: Floats, step: Places, turn: Int32,
    nx: Int32, nz: Int32, width: Int32, many_sources: Int32, many_receivers: Int32
):
    var cell = Int32(global_idx.x)
    var n = step[0] + turn
    if cell < nx * nz:
        var reach = Int32(REACH)
        var at = (cell // nz + reach) * width + cell % nz + reach
        var lap = (taps_x[0] + taps_z[0]) * p[at]
        for k in range(Int32(1), reach + 1):
            lap += taps_x[k] * (p[at - k * width] + p[at + k * width])
            lap += taps_z[k] * (p[at - k] + p[at + k])
        var t = taper[cell]
        var after = t * (2 * p[at] - t * q[at] + v2dt2[cell] * lap)
        for s in range(many_sources):
            if at == sources[s]:
                after += wavelets[n * many_sources + s]
        q[at] = after
    if cell < many_receivers:
        traces[n * many_receivers + cell] = p[receivers[cell]]


def main():
    print(_compile_code[forward, target=get_gpu_target[GENERATION]()]().asm)
