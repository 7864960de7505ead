"""The rungs that are written: what each changes, of which one, what that is expected to do; their
files, written once, then the owner's."""

import dataclasses
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
from porting.thesis import Thesis


@dataclasses.dataclass(frozen=True)
class Kind:
    parent: str
    ending: str
    change: str
    expectation: str   # of those of stencils, what their nests are spared follows
    flags: str         # "" of Fortran: the owner's
    named: str         # in the paragraph
    thesis: bool = False

    @property
    def cuda(self):
        return self.ending == ".cu"


SIMD = "-O3 -march=native -fopenmp-simd"
C, OMP, CUDA = "-O3 -march=native", "-O3 -march=native -fopenmp", "-O3"
THREADS = "as many times as fast as there are cores, until the loops are bound by memory"


def of_stencils(change, expectation):
    return Kind("cuda", ".cu", change, expectation, CUDA, "", True)


def tiles(change):
    return of_stencils(change, "as many times as fast as reads are spared where the caches do not "
                               "spare them")


KINDS = {
    "c": Kind("original", ".c", "the same loops in C, line by line",
              "no change: both compilers see the same loops", C, "C"),
    "c-omp": Kind("c", ".c", "OpenMP over the loops that are parallel", THREADS, OMP,
                  "C with threads"),
    "omp": Kind("original", ".f90", "OpenMP over the loops that are parallel", THREADS, "",
                "your Fortran with threads"),
    "cuda": Kind("c", ".cu",
                 "CUDA: a kernel a loop nest, a thread a turn, all arrays on the device",
                 "resident as fast as the device's memory allows; as called bound by the copies",
                 CUDA, "CUDA"),
    "c-simd": Kind("c", ".c", "OpenMP's simd before the innermost loops that are independent",
                   "no change where the compiler saw by itself that turns are independent", SIMD,
                   "C with vectors", True),
    "c-blocked": Kind("c", ".c", "the innermost loop of stencils by blocks of `block` elements",
                      "as many times as fast as reads are spared, where rows outgrow the caches",
                      C, "C by blocks", True),
    "c-first-touch": Kind("c-omp", ".c", "threads are the first to touch the pages of arrays that "
                          "the stage allocates", "faster where a machine has memory of several "
                          "sockets", OMP, "C with threads and first touch", True),
    "cuda-padded": of_stencils(
        "arrays have a halo on the device, of zeros or of the border's values, and kernels no "
        "tests for the border", "faster where the tests cost more than the copy"),
    "cuda-constant": of_stencils("small arrays that the routine only reads are in constant memory",
                                 "little where the cache has them anyway"),
    "cuda-shared-minor": tiles("what neighbours along the minor axis read is in shared memory, a "
                               "tile a block"),
    "cuda-shared-major": tiles("what neighbours along the major axis read is in shared memory, a "
                               "tile a block"),
    "cuda-shared": tiles("what neighbours read is in shared memory, a tile with its halo a block"),
    "cuda-coarsen": of_stencils(
        "a thread takes 8 cells along the outermost axis, and keeps in registers what the next "
        "cell reads again", "faster where loads bound the kernel and blocks still fill the device"),
    "cuda-fused": of_stencils("neighbouring nests over one range are one kernel",
                              "faster by the launches and by what need not be read again"),
    "cuda-float32": of_stencils(
        "in single precision, on copies of the arrays: right by the tolerance alone that "
        "ladder.toml states", "twice as fast where its kernels are more than the copies"),
    "cuda-graph": of_stencils(
        "all kernels of a call are one graph, launched again while the arguments are those of an "
        "earlier call", "faster where kernels are shorter than their launches"),
}
FIRST = tuple(name for name, each in KINDS.items() if not each.thesis)
THESIS = tuple(name for name, each in KINDS.items() if each.thesis)
SETS = {"first": FIRST, "thesis": ("c", "cuda", *THESIS), "all": tuple(KINDS)}
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
