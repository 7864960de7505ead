"""Step 0 compiled in other ways, from which the harness derives limits.

In the next precision, with other flags, with thresholds that can be moved.
"""

import importlib
import json
import platform
import re

from adopting import built, compiled
from adopting.coverage import SERIAL
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure
from adopting.files import digest as digest_of

WIDER = ("-freal-4-real-8", "-freal-8-real-10")
# What changes step 0's text. They need fparser, and are imported where a text is changed: a ladder
# that is compiled already needs no fparser.
CHANGING = ("constants", "indices", "nearness", "orders")
NONE = {"oracle": "", "builds": [], "near": "", "apart": ""}
# Each differs from the owner's build by roundings alone; Fortran lets a compiler sum in any order.
REORDERED = "-fassociative-math -fno-signed-zeros -fno-trapping-math"
# Of vectors the narrowest: each lane sums the most terms. With wide ones a sum of terms that cancel
# is off by less than an honest stage with narrow ones.
NARROW = "-mprefer-vector-width=128 " if platform.machine() == "x86_64" else ""
# The last one fuses multiplies and adds where a literal stage does, on a GPU too; the one before
# sums in another order first, and may be closer to the original by luck.
USUAL = ("-O0", f"-O3 -march=native {NARROW}-freciprocal-math {REORDERED}", "-O2 -march=native")
# Specific names that take double precision alone; the generic ones take any.
SPECIFIC = {name: name[1:] for name in
            "dabs dsqrt dexp dlog dlog10 dsin dcos dtan dasin dacos datan datan2 dsinh dcosh dtanh "
            "dmod dsign ddim alog alog10 amod csqrt cexp clog".split()}
SPECIFIC.update(dmax1="max", dmin1="min", amax1="max", amin1="min", idint="int", idnint="nint",
                dint="aint", dnint="anint", dfloat="dble")


def generic(text):
    """Without names that take double precision alone."""
    return re.sub(rf"(?<![%\w])({'|'.join(SPECIFIC)})(?=\s*\()",
                  lambda match: SPECIFIC[match[1].lower()], text, flags=re.IGNORECASE)


def by(module, function):
    """Changes a text by one of CHANGING."""
    return lambda text: getattr(importlib.import_module(f"adopting.{module}"), function)(text)


def shared_object(name, text, more, folder, cache, described, libraries):
    """Of step 0's text, changed by the function `text`, with more flags.

    What cannot be compiled is not tried again.
    """
    own = built.read(folder / "step0.f90")
    product = built.products(folder, cache) / "originals" / f"{name}.so"
    texts = [own, described["flags"], described["compiler"], libraries, *more,
             *(built.read(file) for file in sorted(folder.glob("*.inc"))),
             *(built.read(built.HERE / f"{each}.py") for each in CHANGING)]
    digest = digest_of("\0".join(texts))
    stamp = product.with_suffix(".json")
    try:
        known = json.loads(stamp.read_text())
        if known["hash"] == digest and "failed" in known:
            raise Failure(USAGE, known["failed"])
        if known["hash"] == digest and product.is_file():
            return product
    except (OSError, ValueError, KeyError):
        pass
    scratch = cache / "built" / "originals" / name
    scratch.mkdir(parents=True, exist_ok=True)
    product.parent.mkdir(parents=True, exist_ok=True)
    try:
        (scratch / "step0.f90").write_text(text(own), errors="surrogateescape")
        compiled.compile_fortran([scratch / "step0.f90"], scratch / f"{name}.so",
                                 described["flags"], described["compiler"],
                                 more=[*more, "-I", folder], libraries=libraries)
    except ImportError as missing:
        raise Failure(NOTHING_RAN, f"Python's {missing.name} is missing: install it") from None
    except Failure as failure:
        if failure.code == USAGE:  # not where a compiler or a package is missing
            stamp.write_text(json.dumps({"hash": digest, "failed": str(failure)}) + "\n")
        raise
    (scratch / f"{name}.so").replace(product)
    stamp.write_text(json.dumps({"hash": digest}) + "\n")
    return product


def of(folder, cache, described, say):
    """{"oracle": library, "builds": [[flags, library], ...], "near": library, "apart": library}.

    One that cannot be compiled is empty.
    """
    found = dict(NONE, builds=[])
    libraries = described["libraries"]

    def shared(name, text, more=()):
        return str(shared_object(name, text, more, folder, cache, described, libraries))

    # A library would take numbers of the next precision for its own, so there is none with it.
    wider = [*WIDER, *(["-Wl,--no-undefined"] if libraries else [])]
    try:
        found["oracle"] = next_precision(folder, cache, described, wider, say)
    except Failure as failure:
        if failure.code != USAGE:  # limits would be others than where a compiler is
            raise
        why = "".join(str(failure).splitlines()[1:2])
        if "undefined reference" in str(failure):
            why = f"what it calls of {libraries} has one precision"
        say("note: step 0 has no next precision here, so limits are its own spread over the "
            f"rounding modes: {why}")
    stated = flags_stated(described, folder)
    for number, flags in enumerate(USUAL if stated is None else stated, 1):
        try:
            library = shared(f"build{number}", str, compiled.kept(flags))
            found["builds"].append([flags, library])
        except Failure as failure:
            if stated is not None:
                raise Failure(FILE, f"{folder / 'ladder.toml'}, [builds]: step 0 does not compile "
                                    f"with '{flags}':\n{failure}") from None
    try:
        found["near"] = shared("near", by("nearness", "moved"))
    except Failure:
        pass  # comparisons of another kind of number; branches are then found by rounding alone
    if any(re.search("-Ofast|-ffast-math|-fassociative-math", flags)
           for flags, _ in found["builds"]):
        serial = SERIAL if "-fopenmp" in described["flags"] else ()
        try:
            found["apart"] = shared("apart", by("orders", "apart"), serial)
        except Failure:
            pass  # no sums, or of another kind of number
    return found


def next_precision(folder, cache, described, wider, say):
    """The oracle. Its constants keep the value that the owner's precision gives them."""

    def kept(text):
        from adopting import constants

        return constants.kept(generic(text), described["compiler"], described["flags"],
                              cache / "built" / "originals" / "constants", folder)

    try:
        return str(shared_object("oracle", kept, wider, folder, cache, described, ""))
    except Failure as failure:
        why = "".join(str(failure).splitlines()[:1])
        plain = str(shared_object("oracle_of_text", generic, wider, folder, cache, described, ""))
        say("note: a constant such as 0.1 has more digits in the oracle than in the original, so "
            f"a stage with more digits of it is not detected: {why}")
        return plain


def flags_stated(described, folder):
    """Builds that the owner accepts; None where ladder.toml does not say."""
    if "builds" not in described:
        return None
    section = described["builds"]
    flags = (section.get("flags") if isinstance(section, dict) and set(section) == {"flags"}
             else None)
    if not isinstance(flags, list) or not all(isinstance(each, str) for each in flags):
        raise Failure(FILE, f"{folder / 'ladder.toml'}, [builds]: it has one key, flags = "
                            '["-O0", "-O3 -ffast-math"]: those of other builds that you accept')
    return flags
