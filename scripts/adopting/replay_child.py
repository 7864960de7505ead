"""Runs step 0 on recorded calls, in a process of its own; outputs as .npy files."""

import ctypes
import pathlib

import numpy

PHASES = (1, 2, 3)
MOST = 1 / 16  # noise, of a value
AROUND = 4096  # bytes with the poison on both sides of an array, for a stage that leaves it


class Buffers:
    """Storage of one call: values that share memory in the program share it here."""

    def __init__(self, values, calls, poison, noise, on=None, ends=None):
        self.values, self.arrays, shared, self.ends = values, [], {}, ends or {}
        self.on = on  # what gets noise: None: all; "scalars"; [names]
        loaded = [self._loaded(one, calls, noise, at) for at, one in enumerate(values)]
        for at, one in enumerate(values):
            if "region" in one:
                end = one["offset"] + loaded[at].nbytes
                shared[one["region"]] = max(shared.get(one["region"], 0), end)
        self.memory = {region: numpy.full(length + 64, poison, numpy.uint8)
                       for region, length in shared.items()}
        for at, one in enumerate(values):
            data = loaded[at]
            if data is None:
                self.arrays.append(None)
                continue
            if "region" in one:
                array = numpy.ndarray(data.shape, data.dtype, self.memory[one["region"]].data,
                                      one["offset"], order="F")
            else:
                around = numpy.full(data.nbytes + 2 * AROUND, poison, numpy.uint8)
                array = numpy.ndarray(data.shape, data.dtype, around.data, AROUND, order="F")
            if "in" in one:
                array[...] = data
            self.arrays.append(array)

    def outputs(self):
        return [(value, array) for value, array in zip(self.values, self.arrays)
                if array is not None and "out" in value]

    def _loaded(self, one, calls, noise, at):
        if not one["there"]:
            return None
        if "in" in one:
            data = numpy.load(calls / one["in"], allow_pickle=False)
            if noise is not None and data.dtype.kind in "fc" and self._takes_noise(one, data.ndim):
                data = noisy(data, noise if data.ndim else [noise, at])
            if one["name"] in self.ends:
                data = (data * (1 + MOST * self.ends[one["name"]])).astype(data.dtype)
        elif "out" not in one:  # scratch
            data = numpy.empty(one["shape"], f"V{one['bytes']}", order="F")
        else:
            stored = numpy.load(calls / one["out"], mmap_mode="r", allow_pickle=False)
            data = numpy.empty(stored.shape, stored.dtype, order="F")
        return numpy.asfortranarray(data) if data.ndim else data

    def _takes_noise(self, one, rank):
        if not rank and not one.get("varied"):
            return False
        return not self.on or (not rank if self.on == "scalars" else one["name"] in self.on)


def noisy(data, noise):
    """Fresh noise of a sixteenth of each component's magnitude, the same for every stage."""
    draw = numpy.random.default_rng(noise)
    scale = numpy.abs(data)
    short = tuple(axis for axis in range(data.ndim) if data.shape[axis] > 8)
    largest = scale.max(axis=short, keepdims=True) if data.size else 0
    change = 2 * MOST * (draw.random(data.shape) - 0.5)
    return (data + change * largest * (scale > 0)).astype(data.dtype)


def call(entry, values, arrays):
    number = len(values)
    data, lower = (ctypes.c_void_p * (number + 1))(), (ctypes.c_int64 * (7 * number + 7))()
    extent, length = (ctypes.c_int64 * (7 * number + 7))(), (ctypes.c_int64 * (number + 1))()
    for at, (one, array) in enumerate(zip(values, arrays)):
        if array is None:
            continue
        data[at] = array.ctypes.data if array.size else ctypes.addressof(length)
        length[at] = array.itemsize
        for axis, (low, long) in enumerate(zip(one["lower"], one["shape"])):
            lower[7 * at + axis], extent[7 * at + axis] = low, long
    for phase in PHASES:
        # step 0's entry is Fortran and takes the phase by value, as C does
        entry(ctypes.c_int(phase), data, lower, extent, length)


def main(request):
    entry = ctypes.CDLL(request["stage"]).ladder_entry
    entry.restype = None
    for number, job in enumerate(request["jobs"]):
        out = pathlib.Path(request["out"], str(number))
        out.mkdir()
        for one in request["list"]:
            buffers = Buffers(one["values"], pathlib.Path(request["calls"]), job["poison"],
                              job["noise"], job["on"], job.get("ends"))
            call(entry, one["values"], buffers.arrays)
            for value, array in buffers.outputs():
                numpy.save(out / value["out"].replace("/", "-"), array)
