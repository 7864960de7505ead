"""The files of the rungs: written once, then the owner's."""

import os

from adopting import built
from adopting.files import write_new
from adopting.source import text_of as text_of_file
from porting import layout
from porting.parallel import Verdicts
from porting.refused import Refused
from porting.rung import Rung
from porting.rung_c import BlockedRung, FirstTouchRung, SimdRung, ThreadedRung
from porting.rung_cuda import CudaRung
from porting.rung_fortran import FortranRung
from porting.rung_single import SingleRung
from porting.rungs import KINDS
from porting.thesis import Thesis

WRITERS = {"c-omp": ThreadedRung, "c-simd": SimdRung, "c-blocked": BlockedRung,
           "c-first-touch": FirstTouchRung, "omp": FortranRung, "cuda": CudaRung}


def write(adopted, folder, wanted, prefix, say):
    """[{rung, stage, file or None, refused, loops}]"""
    made, reasons = [], {}
    verdicts = Verdicts(folder) if set(wanted) - {"c"} else None
    for rung in wanted:
        stage = prefix + rung
        row = {"rung": rung, "stage": stage, "file": None, "refused": None, "parallel": 0,
               "observed": 0, "serial": {}, "nests": []}
        made.append(row)
        try:
            one, text = text_of(adopted, rung, verdicts, row)
            name, text = whole(adopted, rung, prefix, one, text, made)
        except Refused as refused:
            row["refused"] = {"place": str(refused.place), "construct": refused.construct}
            reasons.setdefault(str(refused), []).append(stage)
            continue
        file = folder / name
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
    for why, stages in reasons.items():
        say(f"not ported: {', '.join(stages)}: {why}")
    for row in made:
        row.pop("text", None)
    return made


def whole(adopted, rung, prefix, one, text, made):
    """(name, text) of the file. One that differs in nothing but its head is not written again."""
    name = f"{prefix}{rung}{KINDS[rung].ending}"
    if rung != "omp":
        text = layout.formatted(text, name)
    same = next((each["rung"] for each in made if each.get("text") == text), None)
    if same:
        raise Refused(adopted.routine.unit.place, f"it is the same as {same}")
    made[-1]["text"] = text
    return name, head(adopted, rung, prefix + rung, prefix, one, made) + text


def rung_of(adopted, rung, verdicts):
    if rung == "c":
        return Rung(adopted)
    if rung in WRITERS:
        return WRITERS[rung](adopted, verdicts)
    return (SingleRung if rung == "cuda-float32" else CudaRung)(adopted, verdicts, Thesis(rung))


def text_of(adopted, rung, verdicts, row):
    one = rung_of(adopted, rung, verdicts)
    text = one.text()
    if getattr(one, "thesis", None):
        row["nests"] = one.thesis.table
        if row["nests"]:
            one.thesis.check(adopted.routine.unit.place)
    if rung not in ("c", "omp") and not (one.threaded or getattr(one, "shares_statements", False)):
        why = getattr(one, "none", "no loop is parallel, or none has enough turns in a recorded "
                                   "call")
        raise Refused(adopted.routine.unit.place,
                      f"{why}: `ladder explain {adopted.name} --loops` says why")
    return one, text


def head(adopted, rung, stage, prefix, one, made):
    kind = KINDS[rung]
    mark = "!" if rung == "omp" else "//"
    written = {each["rung"] for each in made if each["file"]}
    parent = prefix + kind.parent if kind.parent in written else "original"
    flags = kind.flags or " ".join([*built.compiled.kept(adopted.described["flags"]), "-fopenmp"])
    serial = ", ".join(getattr(one, "on_one_thread", {}))
    stencils = getattr(one, "thesis", None)
    change = kind.change + (f"; {serial} on one thread" if serial and not stencils else "")
    spared = f"; {stencils.expectation()}" if stencils else ""
    lines = [f"Stage {stage} of {adopted.name} ({adopted.routine.unit.place}).",
             f"parent: {parent}", f"change: {change}", f"expectation: {kind.expectation}{spared}"]
    device = getattr(one, "device", [])
    if device:
        lines.append(f"device: {' '.join(device)}")
    lines.append(f"flags: {flags}")
    lines += [f"knob: {each}" for each in getattr(one, "knobs", ())]
    return "\n".join(f"{mark} {line}" for line in lines) + "\n"


def keep(file, text, say):
    """Never overwrites: what is there is the owner's."""
    shown = os.path.relpath(file)
    if file.is_symlink() or file.exists():
        say(f"unchanged: {shown}" if text_of_file(file) == text else
            f"kept: {shown} is there and is yours; remove it to have it written again")
        return
    write_new(file, text)
    say(f"written: {shown}")
