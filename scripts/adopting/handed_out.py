"""A recorded ladder as a folder for machines that have gcc and Python alone: neither the program
nor a Fortran compiler. What is Fortran in it is compiled here."""

import os
import re
import shutil
import subprocess

from adopting import built, calls, description, originals
from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure
from adopting.files import write_whole

GENERATED = ("ladder.toml", "step0.f90", "entry.c", "calls")
OF_THIS_MACHINE = re.compile(r"\s*-m(?:arch|tune|cpu)=native\b")


def hand_out(folder, out, names, say):
    """`names`: the stages that go with it; the original always does."""
    described = description.load(folder)
    known = built.stages(folder)
    for name in names:
        if name not in known:
            raise Failure(USAGE, f"{folder} has no stage '{name}'; it has {', '.join(known)}")
    program = os.environ.get("LADDER_PROGRAM")
    if not program:
        raise Failure(NOTHING_RAN, "the program `ladder` compiles what is handed out: run `ladder "
                                   "record`")
    copy(folder, out, names)
    try:
        portable(out / "ladder.toml", described)
        compile_fortran(out, program, names, known)
        libraries(out)
    except BaseException:
        shutil.rmtree(out, ignore_errors=True)
        raise
    say(f"handed out: {out}: copy it to a machine with g++ and Python")
    say("there: ladder new-stage cuda mine, and ladder verify --emulate")
    return 0


def compile_fortran(out, program, names, known):
    """By proving it."""
    fortran = [name for name in known if known[name].suffix not in (".c", ".cu")
               and (name in names or name == built.ORIGINAL)]
    done = subprocess.run([program, "verify", f"--ladder={out}", f"--stage={','.join(fortran)}"],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          errors="replace")
    if done.returncode != 0:
        raise Failure(done.returncode, "what is compiled for any machine is not as it must be:\n"
                                       f"{done.stdout}{done.stderr}")


def copy(folder, out, names):
    """What a ladder needs to be judged elsewhere, and the stages of these names."""
    calls.load_index(folder)  # refuses a ladder that has none
    try:
        out.mkdir(parents=True)
    except FileExistsError:
        raise Failure(FILE, f"{out} is there already: give a new folder") from None
    for path in folder.iterdir():
        if (path.name in GENERATED or path.suffix in (".h", ".inc", ".cuh") or path.stem in names
                and path.suffix in built.SUFFIXES):
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, out / path.name)
    (out / built.PREBUILT).mkdir()


def portable(file, described):
    """ladder.toml without flags that make code for this machine's processor alone."""
    owners, written = file.read_text().split(description.LINE, 1)
    owners = OF_THIS_MACHINE.sub("", owners)
    if "builds" not in described:
        flags = ", ".join(description.quoted(OF_THIS_MACHINE.sub("", one))
                          for one in originals.USUAL)
        owners = f"{owners.rstrip()}\n\n[builds]\nflags = [{flags}]\n\n"
    write_whole(file, owners + description.LINE + written)


def libraries(folder):
    """Those of the Fortran compiler that the shared objects need, in .built/lib."""
    to = folder / built.PREBUILT / "lib"
    to.mkdir()
    for product in (path for path in folder.rglob("*") if path.is_file()
                    and path.open("rb").read(4) == b"\x7fELF"):
        for line in subprocess.run(["ldd", product], capture_output=True,
                                   text=True).stdout.splitlines():
            match = re.match(r"\s*(lib(?:gfortran|quadmath|gomp)\S*) => (\S+)", line)
            if match and not (to / match[1]).exists():  # what is copied is found there
                shutil.copy2(match[2], to / match[1])
