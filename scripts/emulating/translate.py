"""CUDA's own syntax in preprocessed text as C++: kernel<<<...>>>(...) becomes a call, and a
`__shared__` declaration a reference into the block's shared memory. Lines stay where they are."""

import bisect
import re

STRING = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'')
LAUNCH = re.compile(r"<<\s?<")
LAUNCH_ENDS = re.compile(r">>\s?>")
MARKER = re.compile(r'^# (\d+) "([^"]*)"', re.MULTILINE)
OPENS, CLOSES = "([{", ")]}"


class NotEmulated(Exception):
    """What a source uses that the emulation has not."""


def masked(text):
    """Of the same length, without what strings and line markers hold."""
    text = re.sub(r"^#.*$", lambda found: " " * len(found[0]), text, flags=re.MULTILINE)
    return STRING.sub(lambda found: '"' + "_" * (len(found[0]) - 2) + '"', text)


def place(text, at):
    """(file, line) of a position of preprocessed text."""
    before = MARKER.match(text, text.rfind("\n# ", 0, at) + 1)
    if before is None:
        return "?", 0
    return before[2], int(before[1]) + text.count("\n", before.end(), at) - 1


def partner(text, positions, opens=OPENS, closes=CLOSES):
    """Where the bracket at the first position is closed, or opened when the positions go back."""
    depth = 0
    for i in positions:
        depth += (text[i] in opens) - (text[i] in closes)
        if depth == 0:
            return i
    raise NotEmulated("brackets that do not match")


def start_of_callee(text, end):
    """Where the name of the kernel begins that ends before `end`: a::b<c>, x.y, z[3]."""
    at = end
    while True:
        while at and text[at - 1].isspace():
            at -= 1
        if text[at - 1] == ">" and text[at - 2] != "-":
            at = partner(text, range(at - 1, -1, -1), ">", "<")
            continue
        if text[at - 1] in "])":
            at = partner(text, range(at - 1, -1, -1), *("][" if text[at - 1] == "]" else ")("))
            continue
        begin = at
        while begin and (text[begin - 1].isalnum() or text[begin - 1] == "_"):
            begin -= 1
        if begin == at:
            return at
        at = begin
        before = at
        while before and text[before - 1].isspace():
            before -= 1
        if text[before - 2:before] in ("::", "->"):
            at = before - 2
        elif text[before - 1] == ".":
            at = before - 1
        else:
            return at


def split(text):
    """At the commas that are in no bracket."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter in OPENS + "<") - (letter in CLOSES + ">")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]


def templates(text):
    """Kernel template -> number of parameters that have no default."""
    found = {}
    for one in re.finditer(r"\b__global__\b", text):
        head = text[max(0, one.start() - 600):one.start()]
        opened = re.search(r"\btemplate\s*<([^;{}]*)>[\w\s]*$", head)
        name = re.compile(r"[\w\s:*&<>,]*?\b(\w+)\s*\(").match(text, one.end())
        if opened and name:
            found[name[1]] = sum("=" not in each and "..." not in each
                                 for each in split(opened[1]))
    return found


def words(text):
    return '"' + " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"') + '"'


def launches(text, clean, deduced):
    edits = []
    for one in LAUNCH.finditer(clean):
        end = LAUNCH_ENDS.search(clean, one.end())
        opened = re.compile(r"\s*\(").match(clean, end.end()) if end else None
        if not opened:
            continue
        begin = start_of_callee(clean, one.start())
        callee = text[begin:one.start()].strip()
        arguments = text[opened.end():partner(clean, range(opened.end() - 1, len(clean)))]
        plain = re.sub(r"<.*", "", callee, flags=re.DOTALL).split("::")[-1].strip()
        given = split(callee[callee.index("<") + 1:callee.rindex(">")]) if "<" in callee else []
        said = f"{words(callee)}, {words(arguments)}"
        if len(given) < deduced.get(plain, 0):
            edits.append((begin, begin, "::ladder_emulation::deduced_kernel([](auto... all) { "))
            edits.append((one.start(), one.end(), f"(all...); }}, {said}).at("))
        else:
            edits.append((begin, begin, "::ladder_emulation::kernel("))
            edits.append((one.start(), one.end(), f", {said}).at("))
        edits.append((end.start(), end.end(), ")"))
    return edits


def scopes(clean):
    """For each brace its position and whether what follows is within a function."""
    inside, found = [False], []
    for one in re.finditer(r"[{}]", clean):
        if one[0] == "}":
            if len(inside) > 1:
                inside.pop()
        else:
            head = re.split(r"[;{}]", clean[max(0, one.start() - 400):one.start()])[-1]
            named = re.search(r"\b(namespace|struct|class|union|enum)\b", head)
            outer = ("extern" in head or named) and "(" not in re.sub(r"\w+\s*\(\(.*?\)\)", "",
                                                                      head)
            inside.append(inside[-1] or not outer)
        found.append((one.start(), inside[-1]))
    return found


def in_function(braces, at):
    index = bisect.bisect_left(braces, (at, False)) - 1
    return index >= 0 and braces[index][1]


DECLARED = re.compile(r"\b((?:extern|static)\s+)?__shared__\b((?:extern|static)\s+)?([^;{}]*);")
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|\balignas\s*\([^()]*\)")


def declaration(found, count, local):
    """What replaces a `__shared__` declaration."""
    dynamic = "extern" in f"{found[1]}{found[2]}"
    text = ATTRIBUTE.sub("", found[3]).replace("\n", " ").strip()
    text = re.sub(r"^(extern|static|volatile)\b", "", text).strip()
    made = []
    for k, part in enumerate(split(text)):
        shape = re.match(r"^(.*?)(\w+)\s*((?:\[[^\]]*\]\s*)*)$", part, re.DOTALL)
        if not shape or "=" in part:
            raise NotEmulated(f"the declaration '__shared__ {text}'")
        name, dimensions = shape[2], shape[3].strip()
        if k == 0:
            kind = shape[1].strip()
        if not kind:
            raise NotEmulated(f"the declaration '__shared__ {text}'")
        if dynamic:
            inner = re.sub(r"^\[[^\]]*\]", "", dimensions)
            if local and inner:
                made.append(f"{kind} (*const {name}){inner} = "
                            f"::ladder_emulation::dynamic_shared<{kind}{inner}>(\"{name}\");")
            elif local:
                made.append(f"{kind} *const {name} = "
                            f"::ladder_emulation::dynamic_shared<{kind}>(\"{name}\");")
            else:
                made.append(f"static const ::ladder_emulation::DynamicShared<{kind}{inner}> "
                            f"{name}{{}};")
        elif not local:
            raise NotEmulated("`__shared__` outside of a function")
        else:
            tag = f"ladder_shared_{count}_{k}"
            made.append(f"struct {tag} {{}}; {kind} (&{name}){dimensions} = "
                        f"::ladder_emulation::shared<{kind}{dimensions}, {tag}>(\"{name}\");")
    return " ".join(made) + "\n" * found[0].count("\n")


def shared(clean):
    found = list(DECLARED.finditer(clean))
    braces = scopes(clean) if found else []
    return [(one.start(), one.end(), declaration(one, k, in_function(braces, one.start())))
            for k, one in enumerate(found)]


def refuse_assembly(text, clean, own):
    for one in re.finditer(r"\b(asm|__asm__)\b", clean):
        file, line = place(text, one.start())
        if own(file):
            raise NotEmulated(f"inline PTX ({file.rsplit('/', 1)[-1]}:{line})")


def translated(text, own):
    """own(file): whether a file is one of a stage's, not of the compiler or the emulation."""
    clean = masked(text)
    refuse_assembly(text, clean, own)
    deduced = templates(clean)
    edits = launches(text, clean, deduced) + shared(clean)
    edits += [(one.start(), one.end(), "") for one in re.finditer(r"\b__global__\b", clean)]
    # A macro of this name would be expanded in attributes of the standard library.
    edits += [(one.start(), one.end(), "__attribute__((noinline))")
              for one in re.finditer(r"(?<![(:])\b__noinline__\b", clean)]
    pieces, at = [], 0
    for begin, end, new in sorted(edits, key=lambda one: (one[0], one[1])):
        pieces += [text[at:begin], new]
        at = end
    return "".join([*pieces, text[at:]])
