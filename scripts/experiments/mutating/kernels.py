"""Mistakes that a CUDA kernel can contain, each one change: an index, a border, a guard, a barrier
left out, a wrong launch, axes exchanged, another coefficient, a copy left out."""

import re

from mutating import wrong
from mutating.code import Edit, closing, split_at

IN_KERNELS = (wrong.signs, wrong.indices, wrong.constants, wrong.borders)
OTHER_WAY = {">=": ">", "<": "<=", ">": ">=", "<=": "<"}
COPY = re.compile(r"\b(?:CHECK\s*\(\s*)?(?:cudaMemcpy\w*|cudaMemset\w*|copy_in|copy_out|copy_taps)"
                  r"\s*\((?=[^;]*;)")


def of_code(code):
    """All edits, in the order of the source; those of what describes the stage are left out."""
    end = re.search(r"(?m)^const ladder_knob|^LADDER_STAGE", code.text)
    end = end.start() if end else len(code.text)
    bodies = list(kernels(code))
    found = {edit for maker in (*IN_KERNELS, guards, barriers, axes, coefficients)
             for edit in maker(code) if any(a <= edit.start < b for a, b in bodies)}
    found |= {edit for maker in (launches, copies) for edit in maker(code)}
    return sorted((edit for edit in found if edit.start < end),
                  key=lambda one: (one.start, one.end, one.kind, one.new))


def kernels(code):
    """Spans of the bodies of functions that run on the device."""
    for found in re.finditer(r"\b__(?:global|device)__\b", code.text):
        opened = re.compile(r"[^;{}=]*?\)\s*(?:const\s*)?(\{)").match(code.mask, found.end())
        if opened:
            yield opened.start(1), closing(code.mask, opened.start(1))


def conditions(code):
    for found in re.finditer(r"\bif\s*\(", code.mask):
        yield found.end(), closing(code.mask, found.end() - 1)
    for found in re.finditer(r"(?<=[=(,])[^=;,{}()\[\]]+(?=\?)", code.mask):
        yield found.start(), found.end()


def guards(code):
    """One element too many or too few; a guard left out."""
    for start, end in conditions(code):
        for found in re.compile(r"(?<![-<>])([<>]=?)(?![<>])").finditer(code.mask, start, end):
            yield Edit(found.start(), found.end(), OTHER_WAY[found[0]], "guard")
        if re.match(r"\)\s*return\b", code.mask[end:]):
            yield Edit(start, end, "false", "guard")


def barriers(code):
    for found in re.finditer(r"\b(?:__syncthreads|__syncwarp|\w+\.sync)\s*\(\s*\)\s*;", code.mask):
        yield Edit(found.start(), found.end(), "", "barrier")


def axes(code):
    """Another axis of a thread or block; two subscripts or arguments exchanged."""
    for found in re.finditer(r"\b(threadIdx|blockIdx|blockDim)\.([xyz])\b", code.mask):
        new = "x" if found[2] != "x" else "y"
        yield Edit(found.start(), found.end(), f"{found[1]}.{new}", "axes")
    for found in re.finditer(r"(?<=[\w\]])\[([^\[\]]+)\]\s*\[([^\[\]]+)\]", code.mask):
        yield Edit(found.start(), found.end(), f"[{found[2]}][{found[1]}]", "axes")
    names = wrong.loop_variables(code)
    for found in re.finditer(r"(?<!\w)(?!if|for|while)[A-Za-z][\w.]*\(", code.mask):
        parts = split_at(code.mask, found.end(), closing(code.mask, found.end() - 1), ",")
        texts = [code.text[start:end].strip() for _, start, end in parts]
        if len(texts) > 1 and texts[0] != texts[1] and all(
                re.fullmatch(r"[\w +-]+", text) and set(re.findall(r"\w+", text)) & names
                for text in texts[:2]):
            yield Edit(parts[0][1], parts[1][2], f"{texts[1]}, {texts[0]}", "axes")


def coefficients(code):
    """Those of another axis, or of the next place."""
    for found in re.finditer(r"\b(\w*(?:taps|coef)\w*)\s*\[", code.mask):
        end = closing(code.mask, found.end() - 1)
        yield Edit(end, end, " + 1", "coefficient")
        if found[1][-2:] in ("_z", "_x", "_y"):
            other = {"z": "x", "x": "z", "y": "z"}[found[1][-1]]
            yield Edit(found.start(1), found.end(1), found[1][:-1] + other, "coefficient")


def launches(code):
    """Blocks rounded down, one block alone, half of the shared memory."""
    for found in re.finditer(r"\bceil_div\s*\(", code.mask):
        end = closing(code.mask, found.end() - 1)
        parts = split_at(code.mask, found.end(), end, ",")
        a, b = (code.text[start:stop].strip() for _, start, stop in parts)
        yield Edit(found.start(), end + 1, f"(({a}) / ({b}))", "launch")
    for found in re.finditer(r" \+ \w+\.[xyz] - 1(?=\) / \w+\.[xyz])", code.mask):
        yield Edit(found.start(), found.end(), "", "launch")
    for found in re.finditer(r"<<<", code.mask):
        end = code.mask.find(">>>", found.end())
        parts = split_at(code.mask, found.end(), end, ",")
        yield Edit(parts[0][1], parts[0][2], "1", "launch")
        if len(parts) > 2:
            yield Edit(parts[2][1], parts[2][2],
                       f" ({code.text[parts[2][1]:parts[2][2]].strip()}) / 2", "launch")


def copies(code):
    for found in COPY.finditer(code.mask):
        end = code.mask.index(";", found.end())
        if code.mask.count("(", found.start(), end) == code.mask.count(")", found.start(), end):
            yield Edit(found.start(), end, "", "copy")
