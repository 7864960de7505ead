"""How far two gathers are apart, in one line: the normalised correlation at zero lag and the misfit, the norm of the
difference over the norm of the second.

usage: compare_gathers.py FILE.sgy|FILE.npy FILE.sgy|FILE.npy
"""

import sys

import numpy


def read(path):
    if path.endswith(".npy"):
        return numpy.load(path).astype(float)
    import segyio
    with segyio.open(path, ignore_geometry=True) as file:
        return segyio.tools.collect(file.trace[:]).astype(float)


def compare(one, other):
    size = numpy.linalg.norm(one) * numpy.linalg.norm(other)
    if one.shape != other.shape or not size > 0:
        raise ValueError(f"nothing to compare: {one.shape} and {other.shape} values, or zeros")
    return float((one * other).sum() / size), float(numpy.linalg.norm(one - other) / numpy.linalg.norm(other))


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
