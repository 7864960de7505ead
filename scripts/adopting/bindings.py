"""Type-bound procedures: fparser reads one binding a statement, and a routine that calls none of
them needs none."""

import re

from adopting.statements import split, statements

BEGINS = re.compile(r"type\s*(,[^:]*)?(::)?\s*[a-z]\w*$|type\s*,.*::", re.IGNORECASE)
ENDS = re.compile(r"end\s*type\b", re.IGNORECASE)
HAS_EFFECT = re.compile(r"(generic|final)\b", re.IGNORECASE)


def passed_over(lines):
    """The lines without the bindings of types which have no other use: a type with operators,
    assignments or a finalizer of its own keeps them, one a statement. Line numbers stay."""
    if not any(re.match(r"\s*procedure\b", line, re.IGNORECASE) for line in lines):
        return lines
    lines, inside, bound = list(lines), False, None
    for one in statements(lines):
        if ENDS.match(one.text):
            rewrite(lines, bound or [])
            inside, bound = False, None
        elif not inside:
            inside = bool(BEGINS.match(one.text))
        elif one.text.lower() == "contains":
            bound = [one]
        elif bound is not None:
            bound.append(one)
    return lines


def rewrite(lines, bound):
    """`bound`: statements from CONTAINS of a type on."""
    keep = any(HAS_EFFECT.match(one.text) for one in bound)
    texts = {}
    for one in bound:
        texts.setdefault((one.first, one.last), []).extend(single(one.text) if keep else [])
    for (first, last), kept in texts.items():
        space = re.match(r"\s*", lines[first])[0]
        lines[first:last + 1] = [space + "; ".join(kept) if kept else "", *[""] * (last - first)]


def single(text):
    """A statement as statements of one binding each."""
    if not text.lower().startswith("procedure") or "::" not in text:
        return [text]
    head, names = text.split("::", 1)
    return [f"{head.rstrip()} :: {name.strip()}" for name in split(names)]
