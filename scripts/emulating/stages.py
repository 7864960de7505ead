"""Stages of a ladder, and plug-ins' sources, as shared objects that run without a GPU."""

import concurrent.futures
import json
import os
import pathlib
import re

from adopting.failure import FILE, Failure
from adopting.files import digest, shared
from emulating import compile as emulation
from emulating.translate import NotEmulated

STAGES = emulation.ROOT / "cuda_stages"


def name_of(file):
    return re.sub(r"^[0-9]+[a-z]*_", "", file.stem).replace("_", "-")


def built_in(ladder):
    """name -> file, in the order of the ladder."""
    def place(file):
        number, letter = re.match(r"([0-9]+)([a-z]*)_", file.name).groups()
        return int(number), letter

    files = sorted((STAGES / ladder).glob("[0-9]*.cu"), key=place)
    return {name_of(file): file for file in files}


def half_lengths(ladder):
    """The flag by which kernels are compiled for those of the ladder's cases alone, as
    LADDER_HALF_LENGTHS=cases does for a GPU; LADDER_HALF_LENGTHS=all: for all."""
    found = re.findall(r"^half_length *= *([0-9]+)", "\n".join(
        file.read_text() for file in (emulation.ROOT / "data" / ladder).glob("*.toml")),
                       re.MULTILINE)
    mask = sum(1 << number for number in {int(each) for each in found})
    return [f"-DLADDER_HALF_LENGTHS={mask}u"] if mask and os.environ.get(
        "LADDER_HALF_LENGTHS") != "all" else []


def expectation(text):
    """The flag by which the table has what the head says, as from the build."""
    found = re.search(r"^// Expected: (.*(?:\n//  .*)*)", text, re.MULTILINE)
    words = " ".join(found[1].replace("\n//", "").split()) if found else ""
    return [f"-DLADDER_EXPECTATION={json.dumps(words)}"] if words else []


def flags(ladder, name, file):
    text = file.read_text(errors="replace")
    return [f'-DLADDER_STAGE_NAME="{name}"', f"-I{file.parent.resolve()}", *half_lengths(ladder),
            *expectation(text), *emulation.directive(text, "flags")]


def stages(ladder, names, say):
    """One row a stage: its shared objects, or what the emulation has not."""
    known = built_in(ladder)
    wanted = [(name, known[name]) for name in names or known if name in known]
    for name in names:
        if name.endswith(".cu"):
            file = pathlib.Path(name)
            if not file.is_file():
                raise Failure(FILE, f"'{name}' does not exist")
            wanted.append((name, file))
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        rows = list(pool.map(lambda one: row(ladder, *one, say), wanted))
    for one in rows:
        if one["lacks"]:
            say(f"{one['name']} is not emulated: {one['lacks']}")
    return rows


def row(ladder, asked, file, say):
    plugin = asked.endswith(".cu")
    name = asked if not plugin else file.stem.replace("_", "-")
    shown = file.name if plugin else str(file.relative_to(emulation.ROOT))
    one = {"asked": asked, "name": name, "file": shown, "lacks": "", "library": "", "raced": "",
           "flags": " ".join(emulation.JUDGED)}
    needs = emulation.directive(file.read_text(errors="replace"), "needs")
    if needs:
        one["lacks"] = f"the emulation has no {', '.join(needs)}"
        return one
    try:
        translated = emulation.translated(file.resolve(), flags(ladder, name, file))
        for key, raced in (("library", False), ("raced", True)):
            one[key] = str(library(name, file, translated, raced, say))
    except NotEmulated as lacks:
        one["lacks"] = f"it uses what the emulation has not: {lacks}"
    except emulation.Broken as errors:
        raise emulation.named(errors, name, shown, file.parent) from None
    return one


def library(name, file, text, raced, say):
    """The shared object; compiled where one of the same texts is not there."""
    how = emulation.RACED if raced else emulation.JUDGED
    key = digest("\0".join([text, emulation.runtime_hash(), *emulation.USUAL, *how]))
    product = shared() / f"{name}-{key}.so"
    if not product.is_file():
        if not raced:
            say(f"compiling {file.name} for the host ...")
        emulation.shared_object(text, product, how)
    return product
