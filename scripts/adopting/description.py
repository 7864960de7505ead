"""ladder.toml: the owner's part, which is kept, and below the line what `ladder adopt` writes."""

import importlib
import json
import os
import pathlib
import re

from adopting import fixed_form
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure

LINE = "# ---- written by `ladder adopt`; what is changed below is written again"
KEYS = {"source": "the file that holds the routine, in `root`", "routine": "",
        "lines": "of the source: the range that is the routine",
        "root": "the program's folder, from here",
        "build": "run in a copy of `root`", "run": "", "flags": "of the build, for the source",
        "compiler": "", "libraries": "",
        "sources": "files and folders of the build, where `root` holds others too",
        "without": "procedures that step 0 calls without effect",
        "scratch": "values that count neither before a call nor after it",
        "calls": "to record: numbers, `last`"}
USUAL = {"calls": "1,last", "flags": "", "compiler": "gfortran", "libraries": "", "sources": "",
         "without": "", "lines": ""}
SECTIONS = ("size", "unit", "tolerance", "scale", "builds", "elements", "loops")


def load(folder):
    file = folder / "ladder.toml"
    try:
        text = file.read_text()
    except FileNotFoundError:
        raise Failure(USAGE,
                      f"{folder} holds no ladder.toml: run `ladder adopt SOURCE ROUTINE "
                      "--build=... --run=...` first, or name the folder that it made") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Failure(FILE, f"{file} cannot be read: {error}") from None
    return parse(text, file)


def toml_reader():
    """Of Python 3.11 and newer; else of a package, which pip has too."""
    for name in ("tomllib", "tomli", "pip._vendor.tomli"):
        try:
            return importlib.import_module(name)
        except ImportError:
            continue
    raise Failure(NOTHING_RAN,
                  "this Python cannot read TOML: take Python 3.11 or newer, or `pip install tomli`")


def parse(text, file):
    tomllib = toml_reader()
    try:
        described = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise Failure(FILE, f"{file}: not TOML: {error}") from None
    for key in described:
        if key not in (*KEYS, *SECTIONS, "value", "written", "range"):
            raise Failure(FILE, f"{file}: no such key '{key}'; there are "
                                f"{', '.join([*KEYS, *SECTIONS])}")
    check_elements(described.get("elements", {}), file)
    for key in KEYS:
        if (key in described and not isinstance(described[key], str)
                and not (key == "calls" and isinstance(described[key], (int, list)))):
            raise Failure(FILE, f"{file}: '{key}' is no text in quotation marks")
    for key in ("source", "routine", "build", "run"):
        if not described.get(key):
            raise Failure(FILE, f"{file}: '{key}' is missing")
    described = {**USUAL, "scratch": "", "root": ".", **described}
    calls = described["calls"]
    if not isinstance(calls, str):
        described["calls"] = ",".join(map(str, calls if isinstance(calls, list) else [calls]))
    return described


def again(described):
    """What an owner runs where a ladder is not as its sources are."""
    return (f"run `ladder adopt {described['source']} {described['routine']}` again in the "
            "program's folder")


def check_elements(table, file):
    for key, count in table.items() if isinstance(table, dict) else [("elements", table)]:
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise Failure(FILE, f"{file}: [elements]: {key} = {count!r} is no number of elements: "
                                'write as in "chunk%tiles" = 4')


def with_elements(text, name, count):
    """The owner's part, which says that an array of types has so many elements."""
    line = f'"{name}" = {count}'
    if re.search(rf'(?m)^"{re.escape(name)}"\s*=', text):
        return re.sub(rf'(?m)^"{re.escape(name)}"\s*=\s*\d+', lambda _: line, text, count=1)
    if not re.search(r"(?m)^\[elements\]", text):
        text = (text.rstrip("\n") + "\n\n[elements]  # of arrays of derived types, whose elements "
                "are passed one by one\n")
    return re.sub(r"(?m)^(\[elements\].*)$", lambda match: f"{match[1]}\n{line}", text, count=1)


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def asked(values):
    """Assumed-size arguments: the source does not say how many elements they have."""
    return [value for value in values if value.role == "argument" and value.ranked is not None
            and value.top is value.ranked
            and (value.top.assumed_size or fixed_form.any_size(value.top, value.scope))]


def owners_part(described, questions, folder, root):
    lines = [f"# A ladder of the routine {described['routine']}. Everything above the line further "
             "down is yours."]
    for key, comment in KEYS.items():
        if key == "root":
            described[key] = os.path.relpath(root, folder)
        if key in described and (described[key] or key == "flags") and (
                key != "compiler" or described[key] != USUAL["compiler"]):
            line = f"{key} = {quoted(described[key])}"
            lines.append(f"{line:<40}  # {comment}" if comment else line)
    return lines + question_lines(questions, True)


def question_lines(questions, title):
    if not questions:
        return []
    lines = ["", "[size]  # an expression of the arguments, as `n` or `(n+2)*m`"] if title else []
    for value in questions:
        shape = ", ".join(high if low == "1" else f"{low}:{high}" for low, high in value.shape)
        lines.append(f'{value.name} = ""  # {value.top.place} says {value.name}({shape}): how many '
                     'elements has its last axis?')
    return lines


def updated(text, described, given, questions):
    """The owner's part, with the options that were given now and with new questions."""
    for key, value in given.items():
        line = f"{key} = {quoted(value)}"
        text, number = re.subn(rf"(?m)^{key}\s*=\s*(\"(?:[^\"\\]|\\.)*\"|'[^']*'|\[.*?\]|\d+)",
                               lambda _: line, text, count=1)
        if not number:
            text = re.sub(r"(?m)^(routine\s*=.*)$", lambda match: match[1] + "\n" + line, text,
                          count=1)
    new = [value for value in questions if value.name not in described.get("size", {})]
    if new:
        if "size" in described:
            text = re.sub(r"(?m)^(\[size\].*)$",
                          lambda match: "\n".join([match[1], *question_lines(new, False)]), text,
                          count=1)
        else:
            text = text.rstrip("\n") + "\n" + "\n".join(question_lines(new, True)) + "\n"
    return text


def owner_of(value):
    """The COMMON block, module or procedure that has a variable."""
    block = value.top.common
    return f"/{block.strip('/')}/" if block else value.scope.name


def written_part(values, sizes, hashes, more=()):
    lines = [LINE, *more]
    for value in values:
        lines += ["", "[[value]]", f"name = {quoted(value.name)}", f"role = {quoted(value.role)}",
                  f"kind = {quoted(value.kind_name)}"]
        if value.rank:
            axes = [f"{low}:{high}".replace("::", ":") for low, high in value.shape]
            lines.append(f"bounds = [{', '.join(map(quoted, axes))}]")
        if value.name in sizes and sizes[value.name].text:
            lines.append(f"size = {quoted(sizes[value.name].text)}  # of the last axis")
        lines.append(f"intent = {quoted(value.intent)}")
        if value.role == "state":
            lines.append(f"of = {quoted(owner_of(value))}")
        if value.top.has("optional"):
            lines.append("optional = true")
    lines += ["", "[written]"]
    lines += [f"{quoted(name)} = {quoted(digest)}" for name, digest in hashes.items()]
    return "\n".join(lines) + "\n"


def sizes_of(described, read, folder):
    """Expressions of assumed-size arguments: the owner's, or what the calls say; refuses where
    both say nothing."""
    found = {}
    for value in asked(read.values):
        text = str(described.get("size", {}).get(value.name, "")).strip()
        text = text or read.sizes[value.name].text
        if not text:
            raise Failure(FILE,
                          f"{pathlib.Path(folder, 'ladder.toml')}: [size] {value.name} is empty: "
                          f"{value.top.place} does not say how many elements the last axis of "
                          f"'{value.name}' has; write an expression of the arguments, as \"n\"")
        found[value.name] = text
    return found
