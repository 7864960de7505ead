"""Is Deepwave right? Its operator is ladder's of Taylor's weights with half-length 4, its PML is not ladder's sponge.

So both agree to rounding until a wave can have come back from an absorbing border. That is the time along the straight
way from the source to the mirror image of the receiver in that border, with the largest velocity of the model. The
limit is what ladder's judge allows two programs of the same equation: its limit against the oracle, twice.
"""

import numpy


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


def judge(traces, ours, quiet, limit):
    """`traces` and `ours` [receivers, samples]; the verdict as a record has it, and the part of ours' energy that was
    compared: nothing compared is nothing proved."""
    peak = numpy.abs(ours).max()
    looked_at = numpy.arange(ours.shape[1])[None] < quiet[:, None]
    apart = numpy.abs(traces - ours)[looked_at]
    part = float((ours[looked_at] ** 2).sum() / (ours ** 2).sum()) if peak > 0 else 0.0
    error = float(apart.max() / peak) if peak > 0 and apart.size else float("inf")
    allowed = 2 * limit
    passed = bool(numpy.isfinite(traces).all() and part > 0 and error <= allowed)
    words = "" if passed else f"before the borders answer, traces are off by {error:.1e} of the peak; {allowed:.1e} allowed"
    return {"passed": passed, "error": error, "limit": allowed, "words": words}, part
