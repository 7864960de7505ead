"""The files of the rungs: written once, then the owner's."""

import os

from adopting import built
from adopting.failure import FILE, Failure
from porting import layout
from porting.parallel import Verdicts
from porting.refused import Refused
from porting.rung import Rung

ENDINGS = {"c": ".c", "c-omp": ".c", "omp": ".f90", "cuda": ".cu"}
PARENT = {"c": "original", "c-omp": "c", "omp": "original", "cuda": "c"}
CHANGE = {"c": "the same loops in C, line by line",
          "c-omp": "OpenMP over the loops that are parallel",
          "omp": "OpenMP over the loops that are parallel",
          "cuda": "CUDA: a kernel a loop nest, a thread a turn, all arrays on the device"}
EXPECTATION = {
    "c": "no change: both compilers see the same loops",
    "c-omp": "as many times as fast as there are cores, until the loops are bound by memory",
    "omp": "as many times as fast as there are cores, until the loops are bound by memory",
    "cuda": "resident as fast as the device's memory allows; as called bound by the copies"}


def write(adopted, folder, wanted, prefix, say):
    """[{rung, stage, file or None, refused, loops}]"""
    made = []
    verdicts = Verdicts(folder) if set(wanted) - {"c"} else None
    for rung in wanted:
        stage = prefix + rung
        row = {"rung": rung, "stage": stage, "file": None, "refused": None, "parallel": 0,
               "observed": 0, "serial": {}}
        made.append(row)
        try:
            one, text = text_of(adopted, rung, verdicts)
        except Refused as refused:
            row["refused"] = {"place": str(refused.place), "construct": refused.construct}
            say(f"not ported: {stage}: {refused}")
            continue
        name = f"{stage}{ENDINGS[rung]}"
        file = folder / name
        if rung != "omp":
            text = layout.formatted(text, name)
        text = head(adopted, rung, stage, prefix, one, made) + text
        loops = getattr(one, "threaded", [])
        row["parallel"] = len(loops)
        row["observed"] = sum(each.verdict != "independent" for each in loops)
        row["file"] = name
        row["serial"] = getattr(one, "on_one_thread", {})
        keep(file, text, say)
        seen = f", {row['observed']} of them in all recorded calls, not proven" if row[
            "observed"] else ""
        if loops:
            say(f"  {len(loops)} loop{'s' if len(loops) > 1 else ''} in parallel{seen}")
        for place, why in row["serial"].items():
            say(f"  on one thread: {place}: {why}")
        for note in dict.fromkeys(getattr(one, "notes", [])):
            say(f"  note: {note}")
    return made


def text_of(adopted, rung, verdicts):
    if rung == "c":
        one = Rung(adopted)
    elif rung == "c-omp":
        from porting.rung_omp import ThreadedRung

        one = ThreadedRung(adopted, verdicts)
    elif rung == "omp":
        from porting.rung_fortran import FortranRung

        one = FortranRung(adopted, verdicts)
    else:
        from porting.rung_cuda import CudaRung

        one = CudaRung(adopted, verdicts)
    text = one.text()
    if rung in ("c-omp", "cuda") and not one.threaded:
        raise Refused(adopted.routine.unit.place,
                      "no loop is parallel, or none has enough turns in a recorded call: `ladder "
                      f"explain {adopted.name} --loops` says why")
    return one, text


def head(adopted, rung, stage, prefix, one, made):
    mark = "!" if rung == "omp" else "//"
    parent = PARENT[rung]
    written = {each["rung"] for each in made if each["file"]}
    parent = prefix + parent if parent in written else "original"
    flags = {"c": "-O3 -march=native", "c-omp": "-O3 -march=native -fopenmp", "cuda": "-O3"}.get(
        rung) or " ".join([*built.compiled.kept(adopted.described["flags"]), "-fopenmp"])
    serial = ", ".join(getattr(one, "on_one_thread", {}))
    change = CHANGE[rung] + (f"; {serial} on one thread" if serial else "")
    lines = [f"Stage {stage} of {adopted.name} ({adopted.routine.unit.place}).",
             f"parent: {parent}", f"change: {change}", f"expectation: {EXPECTATION[rung]}"]
    device = getattr(one, "device", [])
    if device:
        lines.append(f"device: {' '.join(device)}")
    lines.append(f"flags: {flags}")
    return "\n".join(f"{mark} {line}" for line in lines) + "\n"


def keep(file, text, say):
    """Never overwrites: what is there is the owner's."""
    shown = os.path.relpath(file)
    if file.is_symlink() or file.exists():
        try:
            there = file.read_bytes().decode("utf-8", errors="surrogateescape")
        except OSError as error:
            raise Failure(FILE, f"{file} cannot be read: {error.strerror}") from None
        say(f"unchanged: {shown}" if there == text else
            f"kept: {shown} is there and is yours; remove it to have it written again")
        return
    try:
        with open(file, "x", encoding="utf-8", errors="surrogateescape") as out:
            out.write(text)
    except OSError as error:
        raise Failure(FILE, f"{file} cannot be written: {error.strerror}") from None
    say(f"written: {shown}")
