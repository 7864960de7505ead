"""Shot gathers from files: .npy as grids.py has it, and SEG-Y (.sgy, .segy), whose headers say
receivers, source, sampling and start."""

import numpy

from plots import sections
from plots.failure import NOTHING, UNUSABLE, Failure
from plots.grids import Grid, check, read_npy

INTERVAL = 3217  # the byte of a file's header that has the time between samples


def read_gather(path, spacing=None, by_number=False):
    """[receiver][sample]; spacing along receivers [m], or 1 by number, and time [s]."""
    if path.suffix.lower() in (".sgy", ".segy"):
        return read_segy(path, by_number)
    grid = read_npy(path, (2,), "(traces, samples)", spacing)
    if by_number:
        grid.spacing, grid.origin = (1.0, grid.spacing[1]), (1.0, grid.origin[1])
    return grid


def opened(path, names, read=lambda file: None):
    """The headers of these names, an array each, and what `read` takes from the file."""
    try:
        import segyio  # here, so that all else works without it
    except ImportError as problem:
        raise Failure(NOTHING, "the Python package segyio is missing, which reads SEG-Y: "
                               "scripts/requirements.txt names it") from problem
    if not path.is_file():
        raise Failure(UNUSABLE, f"{path}: there is no such file")
    try:
        with segyio.open(str(path), ignore_geometry=True) as file:
            return {name: file.attributes(getattr(segyio.TraceField, name))[:]
                    for name in names}, read(file)
    except (OSError, RuntimeError, ValueError) as problem:
        raise Failure(UNUSABLE,
                      f"{path}: this is no SEG-Y file that can be read: {problem}") from problem


def scaled(values, scalar):
    """SEG-Y's coordinates: a negative scalar divides, a positive one multiplies, 0 is taken as
    1."""
    scalar = numpy.where(scalar == 0, 1, scalar).astype(float)
    return values * numpy.where(scalar < 0, -1 / scalar, scalar)


def receivers_of_segy(path):
    """x and depth of each trace's receiver [m]."""
    header, _ = opened(path, ("GroupX", "SourceGroupScalar", "ReceiverGroupElevation",
                              "ElevationScalar"))
    depths = -scaled(header["ReceiverGroupElevation"], header["ElevationScalar"])
    return list(zip(scaled(header["GroupX"], header["SourceGroupScalar"]).tolist(),
                    depths.tolist()))


def read_segy(path, by_number=False):
    """`by_number`: traces are one apart, wherever their receivers are."""
    header, (values, of_file) = opened(
        path, ("GroupX", "SourceX", "SourceDepth", "SourceGroupScalar", "ElevationScalar",
               "DelayRecordingTime", "TRACE_SAMPLE_INTERVAL"),
        lambda file: (check(path, numpy.asarray(file.trace.raw[:], dtype=numpy.float32)),
                      file.bin[INTERVAL]))
    interval = header["TRACE_SAMPLE_INTERVAL"][0] or of_file
    if interval <= 0:
        raise Failure(UNUSABLE, f"{path}: its headers state no sample interval")
    x = (numpy.arange(1.0, len(values) + 1) if by_number
         else scaled(header["GroupX"], header["SourceGroupScalar"]))
    steps = numpy.diff(x)
    if len(x) > 1 and (steps.min() <= 0 or steps.max() - steps.min() > 0.01 * steps.max()):
        raise Failure(UNUSABLE, f"{path}: its receivers are not evenly spaced along x, from left "
                                "to right; --by=number draws its traces side by side")
    source = (scaled(header["SourceX"], header["SourceGroupScalar"])[0],
              scaled(header["SourceDepth"], header["ElevationScalar"])[0])
    return Grid(path.name, values, (float(steps.mean()) if len(x) > 1 else 1.0, interval * 1e-6),
                (float(x[0]), header["DelayRecordingTime"][0] * 1e-3),
                source=tuple(map(float, source)))


def show(axes, gather, clip, colours, by_place, **bar):
    """Time downwards, and to the right the receivers' places, or the traces by their numbers."""
    first, last, late, early = gather.extent()
    scale = 1e-3 if by_place else 1.0
    image = sections.show_field(axes, gather, gather.values, clip, colours, aspect="auto",
                                extent=(scale * first, scale * last, late, early))
    sections.name_axes(axes, "receiver's x [km]" if by_place else "trace", "time [s]")
    sections.add_bar(axes.figure, image, axes,
                     f"pressure{f' [{gather.unit}]' if gather.unit else ''}", extend="both", **bar)
