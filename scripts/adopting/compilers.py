"""The owner's build with line numbers in what it makes: compilers under their own names, first on
the PATH, which add -g and write down what they were called with. What is put into the copy is of
Fortran 2018, and a warning there is not the owner's."""

import os
import pathlib
import re
import shlex
import shutil

from adopting import running
from adopting.source import ENDINGS

NAMES = re.compile(r"(gfortran|f77|f90|f95|ifort|ifx|flang|flang-new|nvfortran|pgfortran|ftn|"
                   r"nagfor|lfortran|mpif77|mpif90|mpifort|h5fc)(-[\d.]+)?")
SCRIPT = """#!/bin/sh
printf '%s\\0' "$PWD" "$@" '
' >>{log}
for word; do
  shift
  case $word in
    -s | -Werror*) continue ;;
    -std=f95 | -std=f2003 | -std=f2008*) word=-std=f2018 ;;
  esac
  set -- "$@" "$word"
done
exec {compiler} "$@" -g
"""
# Words that are of one file or of the link, and what follows some of them.
DROPPED = re.compile(r"-c|-S|-E|-s|-g.*|-M.*|-J.*|-module|-o.*|-l.*|-L.*|-Wl,.*|-shared|-static.*|"
                     r"-pthread|.*\.(o|a|so|mod)")
WITH_WORD = {"-o", "-J", "-module", "-L", "-l", "-MF", "-MT", "-MQ", "-x"}


def build(command, program, kept, left_out):
    """Builds the copy `program`. {source in it: the flags of its compilation}, without those whose
    compiler has another name or is called by its path."""
    log = kept / "compiled"
    first = write(kept / "compilers", log)
    running.build(command, program, kept / "build.log", left_out,
                  {"PATH": f"{first}{os.pathsep}{os.environ.get('PATH', '')}"})
    return flags_of(log, program)


def write(folder, log):
    """The folder of such compilers, for each that is on the PATH."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    log.unlink(missing_ok=True)
    for place in os.environ.get("PATH", "").split(os.pathsep):
        try:
            there = sorted(os.listdir(place or "."))
        except OSError:
            continue
        for name in there:
            compiler, mine = pathlib.Path(place or ".", name).absolute(), folder / name
            if NAMES.fullmatch(name) and not mine.exists() and os.access(compiler, os.X_OK):
                mine.write_text(SCRIPT.format(log=shlex.quote(str(log)),
                                              compiler=shlex.quote(str(compiler))))
                mine.chmod(0o755)
    return folder


def flags_of(log, program):
    """{source in the copy: flags}, with folders relative to the program's."""
    found = {}
    try:
        data = log.read_bytes().decode("utf-8", errors="surrogateescape")
    except OSError:
        return found
    for call in data.split("\0\n\0"):
        folder, *words = call.split("\0")
        sources = [pathlib.Path(folder, word).resolve() for word in words
                   if pathlib.Path(word).suffix.lower() in ENDINGS]
        for source in sources:
            found[source] = kept(words, pathlib.Path(folder), program)
    return found


def kept(words, folder, program):
    flags, before = [], ""
    for word in words:
        if before in WITH_WORD or (DROPPED.fullmatch(word) and before not in ("-I", "-D")) or (
                word in WITH_WORD or pathlib.Path(word).suffix.lower() in ENDINGS):
            before = word
            continue
        if word.startswith("-I") and len(word) > 2:
            word = "-I" + of_program(word[2:], folder, program)
        elif before == "-I":
            word = of_program(word, folder, program)
        flags.append(word)
        before = word
    return flags


def of_program(word, folder, program):
    path = pathlib.Path(os.path.normpath(folder / word))
    return os.path.relpath(path, program) if path.is_relative_to(program) else str(path)
