"""Compiles step 0 and stages with the owner's flags, and C of ours once for all ladders."""

import errno
import os
import pathlib
import re
import shlex
import subprocess

from adopting.failure import FILE, NOTHING_RAN, USAGE, Failure
from adopting.files import SOURCE, digest, shared

# Flags that belong to the owner's files and not to the code that was taken from them.
DROPPED = re.compile(
    r"-D.*|-U.*|-I.*|-J.*|-c|-cpp|-nocpp|-static.*|-flto.*|-Werror.*|-ffixed-.*|-ffree-.*|-W.*|"
    r"-MMD|-MD|-pedantic.*|-std=(?!legacy$|gnu$).*|-fprofile.*|--coverage|-l.*|-L.*")
# Libraries of the compiler next to the shared object: handed_out.py puts them there.
NEAR = "-Wl,--disable-new-dtags,-rpath,$ORIGIN/lib:$ORIGIN/../lib"
BINARY = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
WITH_WORD = {"-D", "-U", "-I", "-J", "-o", "-MF", "-MT", "-L", "-l"}


def kept(flags):
    words, skip = [], False
    for word in shlex.split(flags):
        if skip:
            skip = False
        elif word in WITH_WORD:
            skip = True
        elif not DROPPED.fullmatch(word):
            words.append(word)
    return words


def run(words, folder):
    try:
        done = subprocess.run([str(word) for word in words], cwd=folder, capture_output=True,
                              text=True, errors="replace", stdin=subprocess.DEVNULL)
    except OSError as error:
        raise Failure(NOTHING_RAN, f"{words[0]} cannot be started ({error.strerror}): install it, "
                                   "or name another: `compiler` in ladder.toml; `ladder record "
                                   "--hand-out=OUT`, where it is, of this version of ladder, makes "
                                   "a folder that needs none") from None
    full = os.strerror(errno.ENOSPC)
    if done.returncode != 0 and full in done.stderr:
        raise Failure(FILE, f"{words[0]} could not write in {folder}: {full}; make room, or set "
                            "XDG_CACHE_HOME to a folder on another disk")
    return done


def checked(words, folder, failed):
    """Runs a compiler or a tool of ours; `failed`: what is said where it refuses."""
    done = run(words, folder)
    if done.returncode != 0:
        raise Failure(NOTHING_RAN, f"{failed}\n{first_errors(done.stderr)}")


def compile_fortran(sources, product, flags, compiler, program=False, more=(), libraries=""):
    """Modules of `sources` go next to the product. Throws with the compiler's first error."""
    product = pathlib.Path(product)
    product.parent.mkdir(parents=True, exist_ok=True)
    how = ["-Wl,--warn-unresolved-symbols"] if program else ["-fPIC", "-shared", NEAR]
    words = [compiler, *kept(flags), *how, "-w", "-ffree-form", "-ffree-line-length-none", *more,
             "-J", product.parent, "-I", product.parent,
             *sources, "-o", product, *shlex.split(libraries)]
    done = run(words, product.parent)
    if done.returncode != 0:
        raise Failure(USAGE,
                      "\n".join([f"{sources[0]} does not compile:", first_errors(done.stderr),
                                 f"the command: {shlex.join(map(str, words))}"]))
    return done


def first_errors(text, most=12, widest=240):
    """Of what a compiler or linker says, the first lines that are text: one that takes an object
    for a source shows it."""
    lines = text.strip().splitlines()
    kept = [line if len(line) <= widest else line[:widest] + " ..."
            for line in lines if not BINARY.search(line)]
    return "\n".join([*kept[:most], *([f"({len(lines) - len(kept)} lines that are no text)"]
                                      if len(kept) < len(lines) else [])])


def once(name, folder, sources, how, *libraries):
    """Of C sources of ours and the headers in their folder, for all ladders."""
    texts = [how, *(file.read_text() for file in sorted({*sources, *folder.glob("*.h")}))]
    product = shared() / f"{digest(chr(0).join(texts))}-{name}"
    if not product.is_file():
        product.parent.mkdir(parents=True, exist_ok=True)
        new = product.with_name(f"{os.getpid()}-{product.name}")
        checked(["gcc", "-O2", "-fPIC", "-w", f"-I{SOURCE}", how, *sources, "-o", new, *libraries],
                product.parent, f"{name} does not compile; gcc of gfortran 12 or newer is needed:")
        new.replace(product)
    return product
