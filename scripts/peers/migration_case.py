"""A survey over layers, and the smooth velocity that it is migrated with: what
migration_images.py compares with."""

import numpy

NX, NZ, SPACING = 201, 111, 10.0  # cells, and [m]
SAMPLES, DT = 1101, 0.001
PEAK = 15.0  # [Hz] of the Ricker wavelet
EVERY = 5  # samples between images
LAYERS = ((0.0, 2000.0), (400.0, 2300.0), (750.0, 2600.0))  # top [m], velocity [m/s]
BELOW = 250.0  # [m] images are compared below it too, where direct waves are not all that there is
PAD = 60  # absorbing cells around the model
LAYER = "[[model.layer]]\nvelocity = {}\ntop = {}\n"
CASE = f"""
pad = {{left = {PAD}, right = {PAD}, bottom = {PAD}}}
sponge = {{left = {PAD}, right = {PAD}, bottom = {PAD}}}
time = {{dt = {DT}, samples = {SAMPLES}}}
wavelet = {{peak = {PEAK}}}
receivers = {{z = 20.0}}
source = [{{name = "1", x = 1000.0, z = 20.0}}]
[model]
recipe = "layers"
nz = {NZ}
nx = {NX}
spacing = {SPACING}
""" + "".join(LAYER.format(velocity, top) for top, velocity in LAYERS)
SOURCES = "200:1800:400,20"


def smooth_velocity():
    """[x][z]: the layers, each depth the mean of 300 m around it."""
    depth = numpy.arange(-30, NZ + 30) * SPACING
    tops, velocities = zip(*LAYERS)
    layered = numpy.array(velocities)[numpy.searchsorted(tops, numpy.maximum(depth, 0),
                                                         side="right") - 1]
    mean = numpy.convolve(layered, numpy.ones(31) / 31, mode="same")[30:-30]
    return numpy.tile(mean.astype(numpy.float32), (NX, 1))


def padded(velocity):
    return numpy.pad(velocity, PAD, mode="edge")


def inside(image):
    return image[PAD:-PAD, PAD:-PAD]


def ricker(times):
    a = (numpy.pi * PEAK * (times - 1.2 / PEAK)) ** 2
    return (1 - 2 * a) * numpy.exp(-a)


def bent_ricker(times):
    """Its second derivative."""
    b = (numpy.pi * PEAK) ** 2
    s = b * (times - 1.2 / PEAK) ** 2
    return b * (-6 + 24 * s - 8 * s**2) * numpy.exp(-s)


def read_survey(path):
    """For each shot: cell of the source, cells of the receivers (x, z), traces
    [receiver][sample]."""
    import segyio
    with segyio.open(path, ignore_geometry=True) as file:
        shots = {}
        for i in range(file.tracecount):
            head = file.header[i]
            scale = head[segyio.su.scalco]
            metres = 1 / -scale if scale < 0 else max(scale, 1)
            cell = [round(head[key] * metres / SPACING) for key in (segyio.su.sx, segyio.su.gx)]
            shots.setdefault(head[segyio.su.fldr], []).append((*cell, file.trace[i].copy()))
    z = 2  # [cells] of the line
    return [((traces[0][0],
              z), [(x, z) for _, x, _ in traces], numpy.array([values for *_, values in traces]))
            for traces in shots.values()]
