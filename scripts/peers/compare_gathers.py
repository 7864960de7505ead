"""How far two gathers are apart, in one line: the normalised correlation at zero lag and the
misfit, the norm of the difference over the norm of the second.

usage: compare_gathers.py FILE FILE    (.sgy, which needs segyio; .su as ladder writes it; .npy)
"""

import pathlib
import sys

import numpy

SU_HEAD = 240  # [B] before each trace; its length is in bytes 115 and 116


def read_su(path):
    """Traces by samples."""
    words = pathlib.Path(path).read_bytes()
    samples = int.from_bytes(words[114:116], "little")
    layout = numpy.dtype([("head", f"V{SU_HEAD}"), ("trace", "<f4", samples)])
    if len(words) < SU_HEAD or len(words) % layout.itemsize:
        raise ValueError(f"{path} is no little-endian SU file of whole traces")
    return numpy.frombuffer(words, layout)["trace"].astype(float)


def read(path):
    if path.endswith(".npy"):
        return numpy.load(path).astype(float)
    if path.endswith(".su"):
        return read_su(path)
    import segyio
    with segyio.open(path, ignore_geometry=True) as file:
        return segyio.tools.collect(file.trace[:]).astype(float)


def compare(one, other):
    size = numpy.linalg.norm(one) * numpy.linalg.norm(other)
    if one.shape != other.shape or not size > 0:
        raise ValueError(f"nothing to compare: {one.shape} and {other.shape} values, or zeros")
    return (float((one * other).sum() / size),
            float(numpy.linalg.norm(one - other) / numpy.linalg.norm(other)))


def main():
    try:
        correlation, misfit = compare(*map(read, sys.argv[1:3]))
    except (ValueError, OSError) as problem:
        print(f"compare_gathers: {problem}", file=sys.stderr)
        return 7
    print(f"correlation {correlation:.9f}, misfit {misfit:.2e}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
