"""OpenMP and OpenACC regions of a source, which a range of lines may not cut."""

import re

from adopting.failure import USAGE, Failure

SENTINEL = re.compile(r"\s*!\$(omp|acc)\s+(.*)$", re.IGNORECASE)
ALONE = re.compile(r"barrier|taskwait|taskyield|flush|threadprivate|declare|cancel|update|wait|"
                   r"enter|exit|routine|init|shutdown|set|requires|point|cache", re.IGNORECASE)
LOOPS = re.compile(r"(do|simd|loop|parallel\s*(do|loop)|kernels\s*loop|taskloop|distribute|target"
                   r"\s+.*\b(do|loop|simd|distribute)|teams\s+(distribute|loop)|atomic)\b",
                   re.IGNORECASE)


def refuse_cut(source, unit, first, last, begins):
    """`first` to `last` are lines of the range; the first statement of it is in line `begins`."""
    opened = []
    for at in range(unit.first, unit.last):
        match = SENTINEL.match(source.lines[at])
        if not match or ALONE.match(match[2]):
            continue
        words = match[2].lower()
        ends = re.match(r"end\s*([a-z ]+)", words)
        if not ends:
            opened.append((re.match(r"[a-z ]*", words)[0].replace(" ", ""), at, words))
            continue
        wanted = ends[1].replace(" ", "")
        while opened:
            name, begin, words = opened.pop()
            if name.startswith(wanted):
                _refuse(source, begin, at, first, last)
                break
    for _, at, words in opened:
        between = source.lines[at + 1:begins]
        if (at < first and LOOPS.match(words) and at >= first - 20
                and all(re.match(r"\s*(!|&|$)", line) for line in between)):
            raise Failure(USAGE, f"{source.places[at]}: this directive is of the statement with "
                                 "which the range begins: begin the range here")


def _refuse(source, begin, end, first, last):
    if end < first or begin > last or first <= begin and end <= last:
        return
    where = f"the region of this directive ends at {source.places[end]}"
    advice = ("the range is inside of it, where each thread has its own variables: take the "
              "region whole" if begin < first and end > last
              else "take it whole into the range, or leave it out")
    raise Failure(USAGE, f"{source.places[begin]}: {where}; {advice}")
