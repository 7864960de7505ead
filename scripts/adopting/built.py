"""Shared objects of step 0, of stages and of the recorder, compiled when their sources are newer."""

import pathlib
import re
import shlex

from adopting import compiled
from adopting.failure import NOTHING_RAN, USAGE, Failure

SUFFIXES = {".c": "c", ".cu": "cuda", ".f90": "fortran", ".F90": "fortran"}
USUAL = {"c": "-O3 -march=native", "cuda": "-O3", "fortran": ""}
HERE = pathlib.Path(__file__).resolve().parent


def recorder(cache):
    sources = sorted((HERE / "recorder").glob("*.c"))
    product = cache / "recorder.so"
    if newer(product, [*sources, HERE / "recorder" / "recorder.h"]):
        product.parent.mkdir(parents=True, exist_ok=True)
        words = ["gcc", "-O2", "-fPIC", "-shared", "-w", *sources, "-o", product, "-ldl", "-lpthread", "-lm"]
        done = compiled.run(words, product.parent)
        if done.returncode != 0:
            raise Failure(NOTHING_RAN, f"the recorder does not compile; gcc of gfortran 12 or newer is needed:\n"
                                       f"{compiled.first_errors(done.stderr)}")
    return product


def newer(product, sources):
    return not product.is_file() or any(source.stat().st_mtime >= product.stat().st_mtime for source in sources)


def step0(adopted, folder, cache, name="step0", more=()):
    product = cache / "built" / name / "step0.so"
    compiled.compile_fortran([folder / "step0.f90"], product, adopted.described["flags"], adopted.described["compiler"], adopted.root, more=more,
                             libraries=adopted.described["libraries"])
    return product


def stages(folder):
    """name -> file; step0 first."""
    found = {}
    for file in sorted(folder.iterdir()):
        if file.suffix in SUFFIXES and file.name not in ("step0.f90", "recorder.f90"):
            if file.stem in found:
                raise Failure(USAGE, f"{found[file.stem]} and {file} are both the stage '{file.stem}': rename one")
            found[file.stem] = file
    return {"step0": folder / "step0.f90", **found}


def flags_of(file, described):
    """The `flags:` of its first lines; a Fortran stage has the owner's otherwise."""
    language = SUFFIXES[file.suffix]
    for line in file.read_text(errors="surrogateescape").splitlines()[:30]:
        if match := re.match(r"\s*(?://|!|\*|/\*)\s*flags:\s*(.*?)\s*(\*/)?$", line):
            return match[1]
    return described["flags"] if language == "fortran" else USUAL[language]


def stage(name, folder, cache, described):
    """Its shared object. Compile errors are of the user's lines."""
    known = stages(folder)
    if name not in known:
        raise Failure(USAGE, f"{folder} has no stage '{name}'; it has {', '.join(known)}; `ladder new-stage c {name}` writes one")
    file = known[name]
    product = cache / "built" / f"{name}.so"
    headers = list(folder.glob("*.h"))
    if not newer(product, [file, *headers, folder / "ladder.toml"]):
        return product
    product.parent.mkdir(parents=True, exist_ok=True)
    language, flags = SUFFIXES[file.suffix], flags_of(file, described)
    if language == "fortran":
        scratch = cache / "built" / name
        compiled.compile_fortran([file], scratch / f"{name}.so", flags, described["compiler"], folder, libraries=described["libraries"])
        (scratch / f"{name}.so").replace(product)
        return product
    if language == "c":
        words = ["gcc", *shlex.split(flags), "-fPIC", "-shared", f"-I{folder}", file, "-o", product, "-lm"]
    else:
        words = ["nvcc", *shlex.split(flags), "-Xcompiler=-fPIC", "-shared", f"-I{folder}", file, "-o", product]
    done = compiled.run(words, folder)
    if done.returncode != 0:
        raise Failure(USAGE, f"{file.name} does not compile:\n{compiled.first_errors(done.stderr)}\nthe command: {shlex.join(map(str, words))}")
    return product
