"""ladder.toml: the owner's part, which is kept, and below the line what `ladder adopt` writes."""

import importlib
import json
import os
import pathlib
import re

from adopting import kinds, old_style
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure

LINE = "# ---- written by `ladder adopt`; what is changed below is written again"
KEYS = {"source": "the file that holds the routine, in `root`", "routine": "",
        "root": "the program's folder, from here",
        "build": "run in a copy of `root`", "run": "", "flags": "of the build, for the source",
        "compiler": "", "libraries": "",
        "sources": "files and folders of the build, where `root` holds others too",
        "without": "procedures that step 0 calls without effect",
        "scratch": "values that count neither before a call nor after it",
        "calls": "to record: numbers, `last`"}
SECTIONS = ("size", "unit", "tolerance", "scale", "builds", "loops")


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
        if key not in KEYS and key not in (*SECTIONS, "value", "written"):
            raise Failure(FILE, f"{file}: no such key '{key}'; there are "
                                f"{', '.join([*KEYS, *SECTIONS])}")
    for key in KEYS:
        if (key in described and not isinstance(described[key], str)
                and not (key == "calls" and isinstance(described[key], (int, list)))):
            raise Failure(FILE, f"{file}: '{key}' is no text in quotation marks")
    for key in ("source", "routine", "build", "run"):
        if not described.get(key):
            raise Failure(FILE, f"{file}: '{key}' is missing")
    described["calls"] = described.get("calls", "1,last")
    if not isinstance(described["calls"], str):
        described["calls"] = ",".join(str(each) for each in (
            described["calls"] if isinstance(described["calls"], list) else [described["calls"]]))
    for key, usual in (("flags", ""), ("compiler", "gfortran"), ("libraries", ""), ("sources", ""),
                       ("without", ""), ("scratch", ""), ("root", ".")):
        described.setdefault(key, usual)
    return described


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


def asked(values):
    """Assumed-size arguments: the source does not say how many elements they have."""
    return [value for value in values if value.role == "argument" and value.ranked is not None
            and value.top is value.ranked
            and (value.top.assumed_size or old_style.any_size(value.top, value.scope))]


def owners_part(described, questions, folder, root):
    lines = [f"# A ladder of the routine {described['routine']}. Everything above the line further "
             "down is yours."]
    for key, comment in KEYS.items():
        if key == "root":
            described[key] = os.path.relpath(root, folder)
        if (key in described
                and (described[key] or key not in ("libraries", "sources", "compiler", "without"))
                and (key != "compiler" or described[key] != "gfortran")):
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


def written_part(values, hashes):
    lines = [LINE]
    for value in values:
        lines += ["", "[[value]]", f"name = {quoted(value.name)}", f"role = {quoted(value.role)}",
                  f"kind = {quoted(kinds.name_of(value))}"]
        if value.rank:
            axes = [f"{low}:{high}".replace("::", ":") for low, high in value.shape]
            lines.append(f"bounds = [{', '.join(map(quoted, axes))}]")
        lines.append(f"intent = {quoted(value.intent)}")
        if value.role == "state":
            lines.append(f"of = {quoted(owner_of(value))}")
        if value.top.has("optional"):
            lines.append("optional = true")
    lines += ["", "[written]"]
    lines += [f"{quoted(name)} = {quoted(digest)}" for name, digest in hashes.items()]
    return "\n".join(lines) + "\n"


def sizes_of(described, values, folder):
    """Expressions of assumed-size arguments; refuses where one is missing."""
    found = {}
    for value in asked(values):
        text = str(described.get("size", {}).get(value.name, "")).strip()
        if not text:
            raise Failure(FILE,
                          f"{pathlib.Path(folder, 'ladder.toml')}: [size] {value.name} is empty: "
                          f"{value.top.place} does not say how many elements the last axis of "
                          f"'{value.name}' has; write an expression of the arguments, as \"n\"")
        found[value.name] = text
    return found
