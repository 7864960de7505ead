"""Is a peer right whose operator is ladder's of Taylor's weights, and whose absorbing borders are
not ladder's sponge?

Both agree until a wave can have come back from an absorbing border, but for rounding. That time is
along the straight way from the source to the mirror image of the receiver in that border, with the
largest velocity of the model. What rounding may do is the sum of

- what it does in the steps of two programs of the same equation, see `rounding_of_steps`. The limit
  in the verdict on our stage is not taken for it: of a long run that is proven by samples, it is
  for a few steps;
- what the taps do. Ladder's are rounded to float32, with the oracle's; the peer's are other numbers
  by their last bits.
  Long waves feel that: their Laplacian is a small difference of large terms. See
  `rounding_of_taps`.
"""

import numpy

from taylor import side_taps

ANGLES = numpy.linspace(0, numpy.pi / 2, 7)  # a quarter turn, as the operator is symmetric


def directions(axes):
    """Of waves: the share of the wavenumber along each axis."""
    if axes == 1:
        return [(1.0,)]
    return [(*(numpy.cos(angle) * share for share in rest), numpy.sin(angle))
            for rest in directions(axes - 1) for angle in ANGLES]


def symbol(taps, k, spacing):
    """Of a second derivative with these taps, the middle one first [1/m^2], at wavenumbers k
    [1/m]."""
    return taps[0] + 2 * sum(tap * numpy.cos(j * k * spacing) for j, tap in enumerate(taps[1:], 1))


def rounding_of_steps(case, traces):
    """What rounding may do in one program's steps, in parts of the peak: as
    harness/bench/verify/ROUNDING.md, has it. The largest value of the traces represents that of the
    field, so this is at most what ladder's judge allows."""
    largest = numpy.abs(traces).max(axis=0)
    if not largest.max() > 0:
        return 0.0
    eigenvalue = sum(float(numpy.abs(taps).sum()) for taps in case.taps)
    # its Courant number in parts of the largest stable one
    slowest = numpy.sqrt(float(case.v2dt2.min()) * eigenvalue / 4)
    gain = min(max(1.0, 0.5 / slowest), len(largest))
    return float(8 * 2.0**-24 * gain * numpy.sqrt((largest**2).sum()) / largest.max())


def rounding_of_taps(case, time, speeds):
    """The largest difference, in parts of the peak, that rounding the taps makes in this time [s]:
    a relative error d of the Laplacian is one of d / 2 in velocity, and turns the phase by pi f t
    d. The mean over the wavelet's spectrum, as a pulse without phase has the sum of its spectrum as
    peak; of all directions and velocities the largest."""
    spectrum = numpy.abs(numpy.fft.rfft(case.wavelets[0].astype(float)))
    frequency = numpy.fft.rfftfreq(case.wavelets.shape[1], case.dt)
    kept = spectrum > 1e-3 * spectrum.max()
    kept[0] = False
    spectrum, frequency = spectrum[kept], frequency[kept]
    reach, exact, rounded = case.half_length, [], []
    for taps, spacing in zip(case.taps, case.spacing):
        sides = side_taps(reach, spacing)
        exact.append([-2 * sum(sides), *sides])
        rounded.append(taps[reach:].astype(float))
    worst = 0.0
    for speed in speeds:
        k = 2 * numpy.pi * frequency / speed
        fits = k < numpy.pi / max(case.spacing)  # the grid has no shorter waves
        k, weight, turns = k[fits], spectrum[fits], frequency[fits] * time
        for shares in directions(len(case.spacing)):
            parts = [(symbol(taps, k * share, spacing), symbol(known, k * share, spacing))
                     for taps, known, share, spacing in
                     zip(rounded, exact, shares, case.spacing)]
            found, right = (sum(axis[i] for axis in parts) for i in range(2))
            phase = numpy.pi * turns * numpy.abs(found / right - 1)
            worst = max(worst, float((weight * phase).sum() / weight.sum()))
    return worst


def quiet_samples(case, parts):
    """Of each receiver that is heard, how many samples are earlier than anything that an absorbing
    border sends back; parts: those of shot_parts.py."""
    borders = [(axis, place) for axis, side in enumerate(parts.inside)
               for width, place in zip(parts.widths[2 * axis:], (side.start, side.stop - 1))
               if width]
    earliest = numpy.full(len(parts.receivers), numpy.inf)
    for axis, place in borders:
        image = parts.receivers.astype(float)
        image[:, axis] = 2 * place - image[:, axis]
        for source in case.sources:
            earliest = numpy.minimum(earliest, numpy.linalg.norm((image - source) * case.spacing,
                                                                 axis=1) / parts.speed.max())
    return numpy.minimum(earliest / case.dt, case.steps + 1).astype(int)


def judge(traces, ours, quiet, allowed, when="until the borders answer"):
    """`traces` and `ours` [receivers, samples]; the verdict as a record has it, and the part of
    ours' energy that was compared: nothing compared is nothing proved."""
    peak = numpy.abs(ours).max()
    looked_at = numpy.arange(ours.shape[1])[None] < quiet[:, None]
    apart = numpy.abs(traces - ours)[looked_at]
    part = float((ours[looked_at] ** 2).sum() / (ours ** 2).sum()) if peak > 0 else 0.0
    error = float(apart.max() / peak) if peak > 0 and apart.size else float("inf")
    passed = bool(numpy.isfinite(traces).all() and part > 0 and error <= allowed)
    words = ("" if passed
             else f"{when}, traces are off by {error:.1e} of the peak; {allowed:.1e} allowed")
    return {"passed": passed, "error": error, "limit": allowed, "words": words}, part
