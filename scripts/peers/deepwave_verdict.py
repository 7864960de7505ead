"""Is Deepwave right? Its operator is ladder's of Taylor's weights with half-length 4, its PML is not ladder's sponge.

So both agree until a wave can have come back from an absorbing border, but for rounding. That time is along the straight
way from the source to the mirror image of the receiver in that border, with the largest velocity of the model. What
rounding may do is the sum of

- what ladder's judge allows two programs of the same equation: its limit against the oracle, twice;
- what the taps do. Ladder's are rounded to float32, with the oracle's; Deepwave's are other numbers by their last bits.
  Long waves feel that: their Laplacian is a small difference of large terms. See `rounding_of_taps`.
"""

import numpy

from taylor import side_taps

DIRECTIONS = numpy.linspace(0, numpy.pi / 2, 7)  # of waves, as the operator is symmetric


def symbol(taps, k, spacing):
    """Of a second derivative with these taps, the middle one first [1/m^2], at wavenumbers k [1/m]."""
    return taps[0] + 2 * sum(tap * numpy.cos(j * k * spacing) for j, tap in enumerate(taps[1:], 1))


def rounding_of_taps(case, time, speeds):
    """The largest difference, in parts of the peak, that rounding the taps makes in this time [s]: a relative error d of
    the Laplacian is one of d / 2 in velocity, and turns the phase by pi f t d. The mean over the wavelet's spectrum,
    as a pulse without phase has the sum of its spectrum as peak; of all directions and velocities the largest."""
    spectrum = numpy.abs(numpy.fft.rfft(case.wavelets[0].astype(float)))
    frequency = numpy.fft.rfftfreq(case.wavelets.shape[1], case.dt)
    kept = spectrum > 1e-3 * spectrum.max()
    kept[0] = False
    spectrum, frequency = spectrum[kept], frequency[kept]
    reach, exact, rounded = case.half_length, [], []
    for taps, spacing in ((case.taps_x, case.dx), (case.taps_z, case.dz)):
        sides = side_taps(reach, spacing)
        exact.append([-2 * sum(sides), *sides])
        rounded.append(taps[reach:].astype(float))
    worst = 0.0
    for speed in speeds:
        for angle in DIRECTIONS:
            k = 2 * numpy.pi * frequency / speed
            parts = [(symbol(taps, k * share, spacing), symbol(known, k * share, spacing)) for taps, known, share, spacing in
                     zip(rounded, exact, (numpy.cos(angle), numpy.sin(angle)), (case.dx, case.dz))]
            found, right = (sum(axis[i] for axis in parts) for i in range(2))
            phase = numpy.pi * frequency * time * numpy.abs(found / right - 1)
            worst = max(worst, float((spectrum * phase).sum() / spectrum.sum()))
    return worst


def quiet_samples(case, pml, highest):
    """Of each receiver, how many samples are earlier than anything that an absorbing border sends back."""
    left, right, top, bottom = pml
    nx, nz = case.v2dt2.shape
    spacing = numpy.array([case.dx, case.dz])
    borders = [(0, left, left), (0, right, nx - 1 - right), (1, top, top), (1, bottom, nz - 1 - bottom)]
    earliest = numpy.full(len(case.receivers), numpy.inf)
    for axis, width, place in borders:
        if not width:
            continue
        image = case.receivers.astype(float)
        image[:, axis] = 2 * place - image[:, axis]
        for source in case.sources:
            earliest = numpy.minimum(earliest, numpy.linalg.norm((image - source) * spacing, axis=1) / highest)
    return numpy.minimum(earliest / case.dt, case.steps).astype(int)


def judge(traces, ours, quiet, allowed):
    """`traces` and `ours` [receivers, samples]; the verdict as a record has it, and the part of ours' energy that was
    compared: nothing compared is nothing proved."""
    peak = numpy.abs(ours).max()
    looked_at = numpy.arange(ours.shape[1])[None] < quiet[:, None]
    apart = numpy.abs(traces - ours)[looked_at]
    part = float((ours[looked_at] ** 2).sum() / (ours ** 2).sum()) if peak > 0 else 0.0
    error = float(apart.max() / peak) if peak > 0 and apart.size else float("inf")
    passed = bool(numpy.isfinite(traces).all() and part > 0 and error <= allowed)
    words = "" if passed else f"before the borders answer, traces are off by {error:.1e} of the peak; {allowed:.1e} allowed"
    return {"passed": passed, "error": error, "limit": allowed, "words": words}, part
