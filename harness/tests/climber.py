"""Mends a CUDA stage by what `ladder judge` says of it, and knows nothing else: no model, no right
answer. Each status has one rule, which reads the fields of the verdict and changes one line."""

import re

OFFSET = re.compile(r"(?<=[\[(])(\w+)((?: [+-] \d+)?)(?=[\])])")
NUMBER = re.compile(r"\d+\.\d+")


def mended(text, verdict):
    """The file's text with one change; the same where no rule knows one."""
    rule = RULES.get(verdict["status"])
    lines = text.splitlines(keepends=True)
    return "".join(rule(lines, verdict)) if rule else text


def of_compile_error(lines, verdict):
    """What is expected before the column goes to the end of what precedes it."""
    error = verdict["errors"][0]
    expected = re.match(r"expected .*[‘'](\W)[’'] before", error["text"])
    if expected:
        at = sum(map(len, lines[:error["line"] - 1])) + error["column"] - 1
        text = "".join(lines)
        end = len(text[:at].rstrip())
        lines = (text[:end] + expected[1] + text[end:]).splitlines(keepends=True)
    return lines


def of_race(lines, verdict):
    """A barrier between the two accesses: before the later one."""
    race = verdict["races"][0]
    later = max(race["first"]["line"], race["second"]["line"])
    return with_line(lines, later - 1, "__syncthreads();")


def of_barrier(lines, verdict):
    """Not all threads reach it: it moves up, over the line before it."""
    at = verdict["place"]["line"] - 1
    return lines[:at - 1] + [lines[at], lines[at - 1]] + lines[at + 1:]


def of_out_of_bounds(lines, verdict):
    """A guard before the line that leaves the array: no thread beyond the extent goes on."""
    at = verdict["place"]["line"] - 1
    index = re.match(r"\s*\w+\((\w+)\)", lines[at])[1]
    extent = re.search(r"__global__ .*?\(int32_t (\w+)", "".join(lines))[1]
    return with_line(lines, at, f"if ({index} > {extent}) return;")


def of_wrong(lines, verdict):
    """An array that nobody copies back gets the copy of another one; else the statement gets the
    constants and offsets of the original's."""
    first = verdict["first"]
    if first.get("unwritten"):
        return with_copy(lines, first["array"])
    source = first["source"][0]["text"].split("=", 1)[1]
    for at, line in enumerate(lines):
        if re.match(rf"\s*{first['array']}\(", line):
            left, right = line.split("=", 1)
            right = with_parts(right, NUMBER, [one[0] for one in NUMBER.finditer(source)])
            offsets = [one[2] for one in OFFSET.finditer(source)]
            found = iter(offsets)
            if len(OFFSET.findall(right)) == len(offsets):
                right = OFFSET.sub(lambda one: one[1] + next(found), right)
            lines[at] = f"{left}={right}"
    return lines


def with_parts(text, pattern, parts):
    found = iter(parts)
    return pattern.sub(lambda one: next(found), text) \
        if len(pattern.findall(text)) == len(parts) else text


def with_copy(lines, array):
    """The copy to the host of another array, with this one's names."""
    for at, line in enumerate(lines):
        copy = re.match(r"\s*cudaMemcpy\((\w+), (\w+),.*cudaMemcpyDeviceToHost", line)
        if copy:
            device = copy[2].removesuffix(copy[1]) + array
            new = line.replace(copy[2], device).replace(f"({copy[1]},", f"({array},")
            return lines[:at + 1] + [new] + lines[at + 1:]
    return lines


def with_line(lines, at, text):
    indent = re.match(r"\s*", lines[at])[0]
    return lines[:at] + [f"{indent}{text}\n"] + lines[at:]


RULES = {"compile_error": of_compile_error, "race": of_race, "barrier": of_barrier,
         "out_of_bounds": of_out_of_bounds,
         "wrong": of_wrong}
