"""`ladder new-stage`: a file with the head, the routine's own arguments, and a body to be
written."""

import os
import pathlib
import re

from adopting import adopted as adopting, built, description, dialects, pieces
from adopting.failure import FILE, USAGE, Failure

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


def write_new(file, text):
    try:
        with open(file, "x", encoding="utf-8", errors="surrogateescape") as out:
            out.write(text)
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be written: {error.strerror}") from None


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
    description.load(folder)  # names what is wrong with the folder before anything else
    there = built.stages(folder)
    if name in there:
        raise Failure(FILE, f"{there[name]} is there already: choose another name")
    if f"{name}{ENDINGS[language]}" in built.OWN:
        raise Failure(FILE, f"'{name}{ENDINGS[language]}' is a file of `ladder adopt`: choose "
                            "another name")
    if parent not in there:
        raise Failure(USAGE, f"{folder} has no stage '{parent}' to be the parent; it has "
                             f"{', '.join(there)}")
    adopted = adopting.opened(folder)
    file = folder / f"{name}{ENDINGS[language]}"
    own = built.SUFFIXES[there[parent].suffix] == language
    if dialect and not own:
        raise Failure(USAGE, f"{dialect} is said in Fortran, and the stage '{parent}' is not: take "
                             "--parent=original")
    text = (copied(there[parent], name, parent, language, adopted, dialect) if own
            else written(adopted, name, parent, language))
    write_new(file, text)
    what = (f"a copy of its parent, {loops_marked(text, dialect)}to be changed" if own
            else "its body is to be written")
    say(f"written: {os.path.relpath(file)}: {what}")
    where = os.path.relpath(folder)
    say(f"next: ladder --stage={name}" + (f" --ladder={where}" if where != "." else ""))
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


def head(adopted, name, parent, language, dialect=None):
    mark = "!" if language == "fortran" else "//"
    flags = adopted.described["flags"] if language == "fortran" else built.USUAL[language]
    if dialect:
        flags = f"{flags} {dialects.ALL[dialect][0]}".strip()
    lines = [f"Stage {name} of {adopted.name} ({adopted.routine.unit.place}).", f"parent: {parent}"]
    arrays = [each.name for each in adopted.values if each.rank]
    if language == "cuda" and arrays:
        lines.append(f"device: {' '.join(arrays)}")
    if language == "fortran":
        lines.append(f"flags: {' '.join(built.compiled.kept(flags))}")
    else:
        lines.append(f"flags: {flags}")
    lines += HEAD  # last: editors that fill comments join lines below a long one
    return "\n".join(f"{mark} {line}".rstrip() for line in lines) + "\n"


def copied(file, name, parent, language, adopted, dialect):
    """The parent's text under a new head: of the original, the routine alone."""
    begin = head(adopted, name, parent, language, dialect)
    if parent == built.ORIGINAL:
        step0 = built.read(file)
        if dialect:
            texts = {each: "\n".join(pieces.of(step0, each)) for each in pieces.names(step0)}
            return "\n".join([begin, *dialects.program(texts, adopted.name, dialect).values()])
        return begin + "\n" + "\n".join(pieces.of(step0, adopted.name)) + "\n"
    lines = file.read_text(errors="surrogateescape").splitlines(keepends=True)
    mark = "!" if language == "fortran" else "//"
    while lines and lines[0].startswith(mark):
        lines.pop(0)
    text = "".join(lines)
    return begin + (dialects.marked(text, dialect) if dialect else text)


def written(adopted, name, parent, language):
    includes = ["#include <math.h>", "#include <stdint.h>"] if language == "c" else [
        "#include <cuda_runtime.h>", "", "#include <cmath>", "#include <cstdint>"]
    note = []
    if language == "cuda":
        note = ["// A kernel's arguments need the names of this routine's, so that the index "
                "macros serve it as well.",
                "// Arrays that `device:` names are addresses of the device here. Take those out "
                "that the host alone uses.", ""]
        signature = 'extern "C" ' + adopted.header.signature("cuda", True)
    else:
        signature = adopted.header.signature("c", True)
    signature = re.sub(r"\)(\s*)(// .*)?$", lambda match: f") {{{match[1][1:]}{match[2] or ''}",
                       signature)
    return head(adopted, name, parent, language) + "\n".join(
        [*includes, "", f'#include "{adopted.name}.h"', "", *note, signature,
         f'#error "the body of stage {name} is to be written here; the original is {adopted.name} '
         'in step0.f90"', "}", ""])
