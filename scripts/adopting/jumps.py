"""What leads into or out of a range of statements, and regions of OpenMP and OpenACC that it cuts:
refused with their places."""

import re

from adopting.failure import USAGE, Failure

TARGETS = (r"^(?:go\s*to|assign)\s*\(?\s*([\d\s,]+)", r"^if\s*\(.*\)\s*(\d+\s*,\s*\d+\s*,\s*\d+)$",
           r"\b(?:err|end|eor|fmt)\s*=\s*(\d+)\b", r"^(?:print|read)\s+(\d+)\b",
           r"^(?:read|write)\s*\([^,()]*,\s*(\d+)\b", r"^do\s+(\d+)\b")
MANY = re.compile(r"\*\s*(\d+)\s*(?=[,)])")  # alternate returns of a CALL

SENTINEL = re.compile(r"\s*!\$(omp|acc)\s+(.*)$", re.IGNORECASE)
ALONE = re.compile(r"barrier|taskwait|taskyield|flush|threadprivate|declare|cancel|update|wait|"
                   r"enter|exit|routine|init|shutdown|set|requires|point|cache", re.IGNORECASE)
LOOPS = re.compile(r"(do|simd|loop|parallel\s*(do|loop)|kernels\s*loop|taskloop|distribute|target"
                   r"\s+.*\b(do|loop|simd|distribute)|teams\s+(distribute|loop)|atomic)\b",
                   re.IGNORECASE)


def labels_in(line):
    """Labels that a statement leads to, or is formatted by."""
    found = []
    for text in {line.text, line.action}:
        for pattern in TARGETS:
            for match in re.finditer(pattern, text):
                found += re.findall(r"\d+", match[1])
        if text.startswith("call"):
            found += MANY.findall(text)
    return set(found)


def refuse(lines, inside, source):
    """`lines`: statements of the host; `inside`: those of the range."""
    inside_set = set(map(id, inside))
    within = {line.label for line in inside if line.label}
    for line in inside:
        place, action = source.places[line.first], line.action
        if re.match(r"return\b(?!\s*[=(%])", action):
            no(place, "RETURN leaves the range")
        if re.match(r"(error\s*)?stop\b(?!\s*[=(%])", action):
            no(place, "STOP ends the program inside of the range")
        if match := re.match(r"(exit|cycle)(?:\s+([a-z]\w*))?$", action):
            refuse_exit(match, line, inside, source)
        for label in sorted(labels_in(line) - within):
            other = next((each for each in lines if each.label == label), None)
            where = f", which is at {source.places[other.first]}" if other else ""
            no(place, f"the label {label} is used, and the range does not hold it{where}")
    for line in lines:
        if id(line) in inside_set:
            continue
        for label in sorted(labels_in(line) & within):
            target = next(each for each in inside if each.label == label)
            no(source.places[line.first], "this statement leads to the label "
                                          f"{label} at {source.places[target.first]}, into the "
                                          "range")


def refuse_exit(match, line, inside, source):
    name = match[2] or ""
    around = line.block.chain() if line.block else ()
    target = next((each for each in around
                   if (each.name == name if name else each.kind == "do")), None)
    if target is None or not inside[0].first <= target.first <= inside[-1].last:
        of = f", at {source.places[target.first]}" if target else ""
        no(source.places[line.first], f"{match[0].upper()} is of a loop outside of the range{of}")


def refuse_incomplete(found, first, last, source):
    """A block of which the range has a part."""
    for block in found:
        begins, ends = first <= block.first <= last, first <= block.last <= last
        if begins and not ends:
            no(source.places[block.first], f"the {block.kind.upper()} of the range ends at "
                                           f"{source.places[block.last]}", "end the range there")
        if ends and not begins:
            no(source.places[block.last], f"this line ends the {block.kind.upper()} of "
                                          f"{source.places[block.first]}", "begin the range there, "
                                          "or end it before this line")
        for part in block.parts:
            if not begins and first <= part <= last:
                no(source.places[part], f"this line is a part of the {block.kind.upper()} of "
                                        f"{source.places[block.first]}", "end the range before it")
    around = [block for block in found if block.first < first and block.last > last]
    return [block for block in around
            if block.kind in ("associate", "block", "critical", "select type")]


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
                _refuse_region(source, begin, at, first, last)
                break
    for _, at, words in opened:
        between = source.lines[at + 1:begins]
        if (at < first and LOOPS.match(words) and at >= first - 20
                and all(re.match(r"\s*(!|&|$)", line) for line in between)):
            raise Failure(USAGE, f"{source.places[at]}: this directive is of the statement with "
                                 "which the range begins: begin the range here")


def _refuse_region(source, begin, end, first, last):
    if end < first or begin > last or first <= begin and end <= last:
        return
    where = f"the region of this directive ends at {source.places[end]}"
    advice = ("the range is inside of it, where each thread has its own variables: take the "
              "region whole" if begin < first and end > last
              else "take it whole into the range, or leave it out")
    raise Failure(USAGE, f"{source.places[begin]}: {where}; {advice}")


def no(place, what, instead="choose a range that control enters at its first line and leaves at "
                            "its last"):
    raise Failure(USAGE, f"{place}: {what}; {instead}")
