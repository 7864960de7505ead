"""What differs between a stage's file and its parent's: whole, or the most informative hunks in so
many lines."""

import difflib

TABLE = "LADDER_STAGE = {"  # the contract's table follows, whose texts are shown separately
LEAST = 7  # lines: with fewer a piece of a hunk shows nothing


def body(stage):
    """The file's lines without its head; the flags are a part of what differs."""
    lines = stage.text.splitlines()
    flags = [line for line in lines[:3] if line.startswith(("// flags: ", "// sources: "))]
    head = len(flags) + stage.head().count("\n") + 1
    return flags + lines[head:]


def without_table(lines):
    end = next((index for index, line in enumerate(lines) if line.startswith(TABLE)), len(lines))
    return lines[:end]


def unified(parent, stage, root, before, after):
    return list(difflib.unified_diff(before, after, str(parent.path.relative_to(root)),
                                     str(stage.path.relative_to(root)), n=1, lineterm=""))


def hunks_of(lines):
    """Lists of lines, each from one @@ to the next; the two lines with the files' names are no
    hunk."""
    found = []
    for line in lines[2:]:
        if line.startswith("@@"):
            found.append([])
        found[-1].append(line)
    return found


def changed(hunk):
    return sum(line[:1] in "+-" for line in hunk)


def kernel(hunk):
    return any(line.startswith("+") and "__global__" in line for line in hunk)


def chosen(hunks, most):
    """Kernels, then those that change most lines, as many as fit, in the order of the file; the
    first of them is cut if need be."""
    taken, left = {}, most
    for index, hunk in sorted(enumerate(hunks), key=lambda one: (not kernel(one[1]),
                                                                 -changed(one[1]))):
        if not taken or len(hunk) <= left:
            taken[index] = hunk[:max(left, 0)]
            left -= len(taken[index])
    return [line for _, hunk in sorted(taken.items()) for line in hunk]


def whole(stage, parent, root):
    return unified(parent, stage, root, body(parent), body(stage))


def short(stage, parent, root, most, all_of_it):
    """At most so many lines, without the files' names; the last says how many are left out and how
    they are seen."""
    hunks = hunks_of(unified(parent, stage, root, without_table(body(parent)),
                             without_table(body(stage))))
    lines = [line for hunk in hunks for line in hunk]
    if len(lines) >= most:
        lines = chosen(hunks, most - 1) if most > LEAST else []
    left = len(whole(stage, parent, root)) - 2 - len(lines)
    more = "more lines" if lines else "lines differ"
    return lines + ([f"... {left} {more}: {all_of_it}"] if left > 0 else [])
