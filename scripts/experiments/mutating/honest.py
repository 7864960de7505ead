"""Honest variants: other flags, sums in another order, reciprocals, double for single, other
blocks. Each is as right as the stage."""

import re

from mutating.code import C, FIXED, FREE, Edit, split_at

# Of the host compilers; what the owner's own compiler might do to the same source.
FLAGS = ["-O0", "-O1", "-O2", "-O3", "-Os", "-O2 -ffp-contract=off", "-O3 -funroll-loops",
         "-O2 -fno-tree-vectorize",
         "-O3 -march=x86-64-v2", "-O3 -march=x86-64-v3", "-O3 -march=x86-64-v3 -ffp-contract=off",
         "-O3 -march=x86-64-v3 -ffp-contract=fast", "-O3 -march=native",
         "-O2 -march=x86-64-v3 -mprefer-vector-width=128",
         "-O3 -fno-math-errno -fno-trapping-math", "-O3 -freciprocal-math -fno-math-errno",
         "-O3 -fassociative-math -fno-signed-zeros -fno-trapping-math",
         "-O3 -march=x86-64-v3 -ffast-math"]
CONTINUED = {FREE: " &\n      ", FIXED: "\n     &  "}
CUDA_FLAGS = ["-O1", "-O3", "-fmad=false", "-O3 -fmad=true", "-prec-div=true",
              "-O3 -maxrregcount=64"]


def flags_of(suffix):
    return CUDA_FLAGS if suffix in (".cu", ".cuh") else FLAGS


def of_code(code):
    makers = (sums, products, reciprocals, doubles, blocks)
    found = {edit for maker in makers for edit in maker(code)}
    return sorted(found, key=lambda one: (one.start, one.end, one.kind, one.new))


def real_names(code):
    if code.language == C:
        found = re.findall(r"\b(?:double|float)\s+((?:\w+(?:\s*=[^;,]*)?\s*,\s*)*\w+)", code.text)
        return {name for one in found for name in re.findall(r"(?:^|,)\s*(\w+)", one)}
    names = set()
    if code.language == FIXED:  # implicit types
        names = {name.lower() for name in re.findall(r"(?i)\b[a-ho-z]\w*", code.mask)}
    for found in re.finditer(r"(?im)^[ \t]*(?:real|double[ \t]+precision)[^:\n]*::([^\n]*)$",
                             code.mask):
        names |= {name.lower()
                  for name in re.findall(r"[A-Za-z]\w*", re.sub(r"\([^()]*\)", "", found[1]))}
    return names


def expressions(code):
    """Spans of right sides of assignments."""
    pattern = (r"(?<![=<>!+\-*/])=(?!=)([^;{}=]+);" if code.language == C
               else r"(?<![=<>/])=(?![=>])([^=\n]+)$")
    for found in re.finditer(pattern, code.mask, re.MULTILINE):
        if code.language != C:
            line = code.mask[code.mask.rfind("\n", 0, found.start()) + 1:found.start()]
            if (re.match(r"(?i)[ \t\d]*(?:do\b|if\b|real\b|integer\b|logical\b|type\b|data\b|"
                         r"parameter\b)", line) or "::" in line):
                continue
        yield found.start(1), found.end(1)


def nested(code):
    """Those spans, and those of the brackets in them that hold sums."""
    for start, end in expressions(code):
        yield start, end
        for found in re.finditer(r"(?<![\w\])%])\(([^()]*)\)", code.mask[start:end]):
            yield start + found.start(1), start + found.end(1)


def is_sum_of_reals(code, start, end):
    """Sums of indices are left alone: a real value has a point, a subscript or a real name in
    it."""
    text = code.mask[start:end]
    return (re.search(r"\d\.|[\w)]\[|[*/]", text) is not None
            and not re.search(r"[?<>&|]|\(\s*(?:int|long|float|double)\s*\)|//", text))


def written(code, spans):
    return [(sign.strip() or "+", code.text[start:end].strip(" \t\n&"))
            for sign, start, end in spans]


def sums(code):
    """The terms of a sum in another order."""
    for start, end in nested(code):
        spans = [one for one in split_at(code.mask, start, end, "+-")
                 if code.mask[one[1]:one[2]].strip()]
        if len(spans) < 3 or not is_sum_of_reals(code, start, end):
            continue
        if any(re.search(r"(?<![\w.])[\d.]+[eEdD]$|[*/,=(]\s*$", code.mask[one[1]:one[2]])
               for one in spans):
            continue  # the sign of an exponent or of a factor
        terms = written(code, spans)
        if any("\n" in term for _, term in terms):
            continue
        for order in (terms[::-1], terms[1:] + terms[:1]):
            between = CONTINUED.get(code.language, " ") if "\n" in code.text[start:end] else " "
            text = between.join(f"{sign} {term}" for sign, term in order)
            yield Edit(start, end, " " + text.removeprefix("+ "), "order of a sum")


def products(code):
    """A product from right to left."""
    for found in re.finditer(
            r"(?<![\w.*/\])%])(\w+)\s*\*(?!\*)\s*(\w+)\s*\*(?!\*)\s*(\w+)(?![\w.(\[%]|\s*\*\*)",
            code.mask):
        names = {one.lower() if code.language != C else one for one in found.groups()}
        if names & real_names(code) and not re.search(r"/\s*$", code.mask[:found.start()]):
            yield Edit(found.start(), found.end(), f"{found[1]} * ({found[2]} * {found[3]})",
                       "order of a product")


def reciprocals(code):
    """Times the reciprocal, for a quotient whose divisor is a real variable."""
    names = real_names(code)
    for found in re.finditer(r"/\s*([A-Za-z]\w*)(?![\w.(\[%]|\s*\*\*)", code.mask):
        if (found[1] if code.language == C else found[1].lower()) in names:
            yield Edit(found.start(), found.end(), f"* (1 / {found[1]})", "reciprocal")


def doubles(code):
    """A local value of single precision kept in double precision."""
    if code.language == C:
        for found in re.finditer(r"\bfloat(?=\s+\w+\s*(?:=|\[))", code.mask):
            yield Edit(found.start(), found.end(), "double", "double for single")


def blocks(code):
    """Other blocks of a kernel, other schedules of threads."""
    for found in re.finditer(r"\bdim3\s+block\s*\([^)]*\)", code.mask):
        for shape in ("16, 16", "64, 4", "128, 1", "32, 4", "8, 8"):
            yield Edit(found.start(), found.end(), f"dim3 block({shape})", "block")
    for found in re.finditer(r"(?i)omp parallel (?:for|do)\b", code.text):
        for schedule in ("static, 1", "dynamic, 3", "guided"):
            yield Edit(found.end(), found.end(), f" schedule({schedule})", "schedule")
