"""The same source in the next precision, and step 0's spread against it over the four rounding modes."""

import re

import numpy

from adopting import compiled, replay
from adopting.failure import Failure

WIDER = ("-freal-4-real-8", "-freal-8-real-10")
ROUNDINGS = (0x0, 0x400, 0x800, 0xC00)  # x86: to nearest, down, up, towards zero
SHORT = 8       # axes of at most this extent are components
FACTOR = 4
# Specific names that take double precision alone; the generic ones take any.
SPECIFIC = {name: name[1:] for name in "dabs dsqrt dexp dlog dlog10 dsin dcos dtan dasin dacos datan datan2 dsinh dcosh dtanh dmod dsign "
            "dint dnint ddim alog alog10 amod csqrt cexp clog".split()}
SPECIFIC.update(dmax1="max", dmin1="min", amax1="max", amin1="min", idint="int", idnint="nint", dfloat="dble")


def compiled_oracle(adopted, folder, cache):
    """Step 0 in the next precision."""
    text = (folder / "step0.f90").read_text(errors="surrogateescape")
    names = "|".join(SPECIFIC)
    text = re.sub(rf"(?<![%\w])({names})(?=\s*\()", lambda match: SPECIFIC[match[1].lower()], text, flags=re.IGNORECASE)
    source = cache / "built" / "oracle" / "step0.f90"
    source.parent.mkdir(parents=True, exist_ok=True)
    source.write_text(text, errors="surrogateescape")
    compiled.compile_fortran([source], source.parent / "step0.so", adopted.described["flags"], adopted.described["compiler"], adopted.root, more=WIDER,
                             libraries=adopted.described["libraries"])
    return source.parent / "step0.so"


def short_axes(shape):
    return tuple(axis for axis, extent in enumerate(shape) if extent <= SHORT and len(shape) > 1)


def components(array):
    """Rows: one a component, in Fortran's order of the short axes."""
    short = short_axes(array.shape)
    long = tuple(axis for axis in range(array.ndim) if axis not in short)
    moved = numpy.transpose(array, [*short, *long])
    count = int(numpy.prod([array.shape[axis] for axis in short], dtype=int))
    return numpy.reshape(numpy.transpose(array, [*short, *long]).reshape(moved.shape, order="F"), (count, -1), order="F")


def floating(array):
    return array.dtype.kind in "fc"


class Truth:
    """Oracle and limits of some inputs: those recorded, or with noise."""

    def __init__(self, step0, oracle, folder, index, noise=None):
        jobs = [*(replay.job(rounding=mode, noise=noise) for mode in ROUNDINGS), replay.job(replay.POISONS[1], noise=noise)]
        *self.step0, self.second = replay.run(step0, folder, index, jobs)
        self.oracle = self.step0[0]
        if oracle:
            self.oracle = replay.run(oracle, folder, index, [replay.job(noise=noise)], "step 0 in the next precision", wider=True)[0]
        self.noise, self.index = noise, index
        self.untouched = {key: replay.untouched(self.step0[0][key], self.second[key]) for key in self.second}

    def finite(self):
        """Whether step 0 computes numbers wherever it does on the recorded inputs."""
        return all(numpy.isfinite(array.reshape(-1, order="F")[~self.untouched[key]]).all()
                   for key, array in self.step0[0].items() if floating(array))

    @numpy.errstate(invalid="ignore", over="ignore")
    def limits(self, key):
        """Of each component: limit, largest magnitude."""
        oracle = self.oracle[key]
        mask = components(self.untouched[key].reshape(oracle.shape, order="F"))
        truth = components(oracle)
        spread = numpy.zeros(truth.shape[0], dtype=numpy.longdouble)
        scale = numpy.where(mask, 0, numpy.abs(truth)).max(axis=1, initial=0)
        for run in self.step0:
            error = numpy.abs(components(run[key]).astype(truth.dtype) - truth)
            spread = numpy.maximum(spread, numpy.where(mask, 0, error).max(axis=1, initial=0))
        rounding = numpy.finfo(self.step0[0][key].dtype).eps / 2 * scale
        return numpy.maximum(FACTOR * spread, rounding), scale


def truths(adopted, folder, cache, index, step0, say):
    """Of the recorded inputs, and of noise as large as step 0 takes."""
    try:
        oracle = compiled_oracle(adopted, folder, cache)
    except Failure as failure:
        say(f"note: step 0 has no next precision here, so limits are its own spread over the rounding modes: {str(failure).splitlines()[1:2]}")
        oracle = None
    found = [Truth(step0, oracle, folder, index)]
    for seed in (1, 2):
        try:
            one = Truth(step0, oracle, folder, index, seed)
        except Failure:
            say("note: step 0 fails on inputs with noise, so the recorded calls alone are compared")
            break
        if one.finite() or not found[0].finite():
            found.append(one)
        else:
            say("note: step 0 computes NaN or Inf from inputs with noise, so the recorded calls alone are compared")
            break
    return found
