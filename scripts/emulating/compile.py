"""A CUDA source as an object for the host, and the emulated runtime that it is linked with. Needs
g++ alone."""

import concurrent.futures
import hashlib
import os
import re
import shlex
import subprocess
import threading

from adopting import diagnostics, failure
from adopting.compiled import first_errors
from adopting.failure import NOTHING_RAN, Failure
from adopting.files import ROOT as ROOT, SOURCE
from emulating import translate

EMULATION = SOURCE / "harness/emulation"
# A loop that leaves an array must go on as it does on a GPU, not without its end.
USUAL = ["-std=c++20", "-fPIC", "-w", "-fno-strict-aliasing", "-fno-aggressive-loop-optimizations",
         "-U_FORTIFY_SOURCE"]
JUDGED = ["-O2", "-g1"]
# Each access calls accesses.h; wrong indices of arrays with a size and misaligned vectors call
# sanitizer.cpp.
RACED = ["-O1", "-g1", "-fsanitize=thread,alignment,bounds", "--param",
         "tsan-distinguish-volatile=1"]
ONE = threading.Lock()  # at a time


class Broken(Exception):
    """The source does not compile; the compiler's words."""


def named(errors, stage, shown, folder):
    """A Broken as the failure of a stage, whose file is below `folder`."""
    return failure.Broken(stage, f"{shown} does not compile for the emulation:\n"
                                 f"{first_errors(str(errors))}",
                          diagnostics.errors(str(errors), folder))


def run(words, **more):
    try:
        return subprocess.run([str(word) for word in words], text=True, capture_output=True,
                              errors="replace", **more)
    except FileNotFoundError:
        raise Failure(NOTHING_RAN, f"{words[0]} is not on the PATH: install g++ 12 or newer, which "
                                   "compiles CUDA for the emulation") from None


def own(file):
    return not file.startswith(("/usr/", "<")) and "harness/emulation/" not in file


def lacking(errors):
    """What the emulation has not, of the compiler's words; empty: the source is wrong. A name of
    which the compiler knows a near one is misspelt."""
    for pattern in (r"fatal error: ((?:cuda|cub|cooperative|mma|nccl|cudnn|cublas|thrust|nvtx)"
                    r"[\w/.]*): No such file",
                    r"error: [‘'](?!cuda\w+[’'].*did you mean)(cuda\w*|__\w+|cg::\w+|CU\w+)[’'] "
                    r"(?:was not declared|has not been|does not name)",
                    r"no matching function for call to [‘'](cudaLaunch\w+)\(",
                    r"error: [‘'](\w+)[’'] is not a member of [‘'](?:cooperative_groups|cuda)"):
        found = re.search(pattern, errors)
        if found:
            return found[1]
    return ""


def translated(source, flags):
    """One .cu file with all that it includes, as C++. Throws NotEmulated or Broken."""
    kept = [flag for flag in flags if flag.startswith(("-I", "-D", "-U", "-isystem"))]
    done = run(["g++", "-E", "-x", "c++", *USUAL, f"-I{EMULATION / 'include'}", f"-I{SOURCE}",
                *kept, "-include", "cuda_runtime.h", source])
    if done.returncode != 0:
        refuse(done.stderr)
    return translate.translated(done.stdout, own)


def compiled(text, product, raced):
    """An object file of it."""
    product.parent.mkdir(parents=True, exist_ok=True)
    source = product.with_suffix(".ii")
    source.write_text(text)
    done = run(["g++", "-x", "c++-cpp-output", *USUAL, *(RACED if raced else JUDGED), "-c", source,
                "-o", product])
    source.unlink()
    if done.returncode != 0:
        refuse(done.stderr)


def refuse(errors):
    lacks = lacking(errors)
    if lacks:
        raise translate.NotEmulated(lacks)
    raise Broken(errors)


def runtime(cache, raced):
    """Objects of the emulated runtime; compiled once."""
    sources = sorted((EMULATION / "runtime").glob("*.cpp"))
    if not raced:
        sources = [one for one in sources if one.stem not in ("shadow", "sanitizer")]
    texts = [one.read_bytes() for part in ("include", "runtime")
             for one in sorted((EMULATION / part).rglob("*")) if one.is_file()]
    key = hashlib.sha256(b"\0".join(texts)).hexdigest()[:16]
    folder = cache / f"runtime-{key}"
    folder.mkdir(parents=True, exist_ok=True)
    with ONE, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda one: runtime_object(one, folder), sources))
    return objects, key


def runtime_object(source, folder):
    product = folder / f"{source.stem}.o"
    if not product.is_file():
        new = product.with_suffix(f".{os.getpid()}.o")
        done = run(["g++", *USUAL, "-O2", "-g1", "-I", EMULATION / "include", "-c", source, "-o",
                    new])
        if done.returncode != 0:
            raise Broken(done.stderr)
        new.replace(product)
    return product


def linked(objects, product, cache, raced):
    """A shared object of a stage's objects and the runtime."""
    more, _ = runtime(cache, raced)
    new = product.with_suffix(f".{os.getpid()}.so")
    # The runtime first: of inline functions that both have, its own are taken, whose accesses to
    # memory nobody watches.
    done = run(["g++", "-shared", "-Wl,-Bsymbolic", *more, *objects, "-o", new, "-ldl", "-lpthread",
                "-lm"])
    if done.returncode != 0:
        raise Broken(done.stderr)
    new.replace(product)
    return product


def directive(text, key):
    for line in text.splitlines()[:12]:
        if line.startswith(f"// {key}:"):
            return shlex.split(line.split(":", 1)[1])
    return []
