"""`ladder new-stage`: a file with the head, the routine's own arguments, and a body to be
written."""

import os
import pathlib
import re

from adopting import built, description, dialects, header, manifest, pieces
from adopting.failure import FILE, USAGE, Failure
from adopting.files import cache_of, write_new

ENDINGS = {"c": ".c", "cuda": ".cu", "fortran": ".f90"}
HEAD = ("change: what this stage does otherwise than its parent, in one sentence",
        "expectation: what that should be worth, and why; written before it is measured")


def of_wave(language, name, say):
    """A plug-in's source for the ladder of the wave, which runs without a GPU, too."""
    if language != "cuda":
        raise Failure(USAGE, "of the ladder 'wave', `ladder new-stage` writes stages in CUDA, as "
                             f"`ladder new-stage cuda {name} --ladder=wave`; for other languages "
                             "copy harness/problems/wave/plugin_example")
    if not built.NAME.fullmatch(name):
        raise Failure(USAGE, f"'{name}' is no name of a stage: letters, digits, - and _")
    text = built.read(built.SOURCE / "harness/emulation/exercises/own.cu")
    write_new(pathlib.Path(f"{name}.cu"), text.replace("NAME", name))
    say(f"written: {name}.cu: right and slow, to be changed")
    say(f"next: ladder verify --stage=./{name}.cu --case=small")
    return 0


def new_stage(language, name, parent, folder, say):
    dialect = language if language in dialects.ALL else None
    if dialect:
        language = "fortran"
    if language not in ENDINGS:
        raise Failure(USAGE, f"'{language}' is no language of a stage: c, cuda, fortran, "
                             f"{' or '.join(dialects.ALL)}, as `ladder new-stage c {name}`")
    if not built.NAME.fullmatch(name):
        raise Failure(USAGE, f"'{name}' is no name of a stage: letters, digits, - and _, as "
                             f"`ladder new-stage {language} tiled`")
    described = description.load(folder)  # names what is wrong with it before anything else
    there = built.stages(folder)
    if name in there:
        raise Failure(FILE, f"{there[name]} is there already: choose another name")
    if f"{name}{ENDINGS[language]}" in built.OWN:
        raise Failure(FILE, f"'{name}{ENDINGS[language]}' is a file of `ladder adopt`: choose "
                            "another name")
    if parent not in there:
        raise Failure(USAGE, f"{folder} has no stage '{parent}' to be the parent; it has "
                             f"{', '.join(there)}")
    manifest.refuse_other_sources(folder, described, cache_of(folder))
    file = folder / f"{name}{ENDINGS[language]}"
    own = built.SUFFIXES[there[parent].suffix] == language
    if dialect and not own:
        raise Failure(USAGE, f"{dialect} is said in Fortran, and the stage '{parent}' is not: take "
                             "--parent=original")
    begin = head(described, name, parent, language, dialect)
    text = begin + (copied(there[parent], parent, language, described, dialect) if own
                    else written(described, folder, name, language))
    write_new(file, text)
    what = (f"a copy of its parent, {loops_marked(text, dialect)}to be changed" if own
            else "its body is to be written")
    say(f"written: {os.path.relpath(file)}: {what}")
    where = os.path.relpath(folder)
    emulated = language == "cuda" and not os.path.exists("/dev/nvidiactl")
    judged = "ladder verify --emulate" if emulated else "ladder"
    say(f"next: {judged} --stage={name}" + (f" --ladder={where}" if where != "." else ""))
    return 0


def loops_marked(text, dialect):
    if not dialect:
        return ""
    count = dialects.number_marked(text)
    there = sum(bool(dialects.LOOP.match(line) or dialects.LABELLED.match(line))
                for line in text.splitlines())
    why = f" ({dialects.UNMARKED.format(there) if there else dialects.NONE})" if not count else ""
    own = pieces.apart(text, ())
    where = [pieces.DEFINES.search(piece)[1] for _, piece in (own[1] if own else [])
             if dialects.number_marked(piece)]
    of = f" in {', '.join(where)}" if where else ""
    return (f"{count} loop{'' if count == 1 else 's'} marked for {dialect}{of}{why}, "
            + ("" if count else "no stage until it differs from its parent, "))


def head(described, name, parent, language, dialect=None):
    mark = "!" if language == "fortran" else "//"
    flags = described["flags"] if language == "fortran" else built.USUAL[language]
    if dialect:
        flags = f"{flags} {dialects.ALL[dialect][0]}".strip()
    lines = [f"Stage {name} of {built.routine_of(described)} ({described['source']}).",
             f"parent: {parent}"]
    arrays = [each["name"] for each in described.get("value", []) if "bounds" in each]
    if language == "cuda" and arrays:
        lines.append(f"device: {' '.join(arrays)}")
    if language == "fortran":
        lines.append(f"flags: {' '.join(built.compiled.kept(flags))}")
    else:
        lines.append(f"flags: {flags}")
    lines += HEAD  # last: editors that fill comments join lines below a long one
    return "\n".join(f"{mark} {line}".rstrip() for line in lines) + "\n"


def copied(file, parent, language, described, dialect):
    """The parent's text without its head: of the original, the routine alone."""
    if parent == built.ORIGINAL:
        step0, routine = built.read(file), built.routine_of(described)
        if dialect:
            texts = {each: "\n".join(pieces.of(step0, each)) for each in pieces.names(step0)}
            return "\n".join(["", *dialects.program(texts, routine, dialect).values()])
        return "\n".join(["", *pieces.of(step0, routine), ""])
    lines = file.read_text(errors="surrogateescape").splitlines(keepends=True)
    mark = "!" if language == "fortran" else "//"
    while lines and lines[0].startswith(mark):
        lines.pop(0)
    text = "".join(lines)
    return dialects.marked(text, dialect) if dialect else text


def written(described, folder, name, language):
    routine = built.routine_of(described)
    includes = ["#include <math.h>", "#include <stdint.h>"] if language == "c" else [
        "#include <cuda_runtime.h>", "", "#include <cmath>", "#include <cstdint>"]
    note = []
    if language == "cuda":
        note = ["// A kernel's arguments need the names of this routine's, so that the index "
                "macros serve it as well.",
                "// Arrays that `device:` names are addresses of the device here. Take those out "
                "that the host alone uses.", ""]
    begun = header.begun(declared(folder / f"{routine}.h", language))
    if language == "cuda":
        begun = f'extern "C" {begun}'.replace("\n" + header.INDENT, "\n" + 2 * header.INDENT)
    return "\n".join(
        [*includes, "", f'#include "{routine}.h"', "", *note,
         begun,
         f'#error "the body of stage {name} is to be written here; the original is {routine} '
         'in step0.f90"', "}", ""])


def declared(file, language):
    """How a stage is called, of the routine's header, which has it in C++ and in C."""
    found = re.findall(r"(?ms)^void stage\(.*?\);.*?$", built.read(file))
    if len(found) != 2:
        raise Failure(FILE, f"{file} is not as `ladder adopt` writes it: run it again in the "
                            "program's folder")
    return found[language == "c"]
