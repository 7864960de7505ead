"""The same source in the next precision: what the harness compares stages with."""

import hashlib
import json
import re

from adopting import built, compiled

WIDER = ("-freal-4-real-8", "-freal-8-real-10")
# Specific names that take double precision alone; the generic ones take any.
SPECIFIC = {name: name[1:] for name in "dabs dsqrt dexp dlog dlog10 dsin dcos dtan dasin dacos datan datan2 dsinh dcosh dtanh dmod dsign "
            "dint dnint ddim alog alog10 amod csqrt cexp clog".split()}
SPECIFIC.update(dmax1="max", dmin1="min", amax1="max", amin1="min", idint="int", idnint="nint", dfloat="dble")


def source(folder):
    """Step 0's text without names that take double precision alone."""
    names = "|".join(SPECIFIC)
    return re.sub(rf"(?<![%\w])({names})(?=\s*\()", lambda match: SPECIFIC[match[1].lower()], built.read(folder / "step0.f90"), flags=re.IGNORECASE)


def shared_object(folder, cache, described):
    """Shared object of step 0 in the next precision."""
    text = source(folder)
    product = built.products(folder, cache) / "oracle.so"
    included = [built.read(file) for file in sorted(folder.glob("*.inc"))]
    texts = [text, described["flags"], described["compiler"], described["libraries"], *WIDER, *included]
    digest = hashlib.sha256("\0".join(texts).encode("utf-8", errors="surrogateescape")).hexdigest()[:16]
    stamp = product.with_suffix(".json")
    try:
        if product.is_file() and json.loads(stamp.read_text())["hash"] == digest:
            return product
    except (OSError, ValueError, KeyError):
        pass
    scratch = cache / "built" / "oracle"
    scratch.mkdir(parents=True, exist_ok=True)
    product.parent.mkdir(parents=True, exist_ok=True)
    (scratch / "step0.f90").write_text(text, errors="surrogateescape")
    compiled.compile_fortran([scratch / "step0.f90"], scratch / "oracle.so", described["flags"], described["compiler"], folder,
                             more=[*WIDER, "-I", folder], libraries=described["libraries"])
    (scratch / "oracle.so").replace(product)
    stamp.write_text(json.dumps({"hash": digest}) + "\n")
    return product
