"""A CUDA source as an object for the host, and the emulated runtime that it is linked with. Needs
g++ alone."""

import collections
import concurrent.futures
import os
import re
import shlex
import subprocess
import threading

from adopting import diagnostics, failure
from adopting.compiled import first_errors
from adopting.failure import NOTHING_RAN, Failure
from adopting.files import ROOT as ROOT, SOURCE, digest, shared
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
ONCE = collections.defaultdict(threading.Lock)  # of an object


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


def gcc(*words):
    """g++ with what all of it is compiled with. Throws NotEmulated or Broken."""
    done = run(["g++", *USUAL, *words])
    if done.returncode != 0:
        lacks = lacking(done.stderr)
        raise translate.NotEmulated(lacks) if lacks else Broken(done.stderr)
    return done.stdout


def translated(source, flags):
    """One .cu file with all that it includes, as C++. Throws NotEmulated or Broken."""
    kept = [flag for flag in flags if flag.startswith(("-I", "-D", "-U", "-isystem"))]
    return translate.translated(
        gcc("-E", "-x", "c++", f"-I{EMULATION / 'include'}", f"-I{SOURCE}", *kept, "-include",
            "cuda_runtime.h", source), own)


def shared_object(text, product, flags, *more, parts=()):
    """Of a translated source, the runtime and other parts (sources, object) of ours; `more`:
    objects, and flags of the linker."""
    product.parent.mkdir(parents=True, exist_ok=True)
    source, own, new = (product.with_suffix(f".{os.getpid()}.{end}") for end in ("ii", "o", "so"))
    source.write_text(text)
    try:
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            compiled = pool.submit(gcc, *flags, "-x", "c++-cpp-output", "-c", source, "-o", own)
            runtimes = pool.map(object_of, runtime(flags == RACED))
            others = list(pool.map(object_of, parts))
            compiled.result()
        # The runtime first: of inline functions that both have, its own are taken, whose accesses
        # to memory nobody watches.
        gcc("-shared", "-Wl,-Bsymbolic", *runtimes, own, *more, *others, "-o", new, "-ldl",
            "-lpthread", "-lm")
    finally:
        source.unlink()
        own.unlink(missing_ok=True)
    new.replace(product)
    return product


def runtime_hash():
    return digest("\0".join(one.read_text() for part in ("include", "runtime")
                            for one in sorted((EMULATION / part).rglob("*")) if one.is_file()))


def runtime(raced):
    """The parts of the emulated runtime."""
    sources = sorted((EMULATION / "runtime").glob("*.cpp"))
    watching = [one for one in sources if one.stem in ("shadow", "sanitizer")]
    parts = {"runtime": [one for one in sources if one not in watching],
             **({"watching": watching} if raced else {})}
    return [(part, shared() / f"{name}-{runtime_hash()}.o") for name, part in parts.items()]


def object_of(part):
    """Of C++ of ours, compiled once, as one source: headers are most of it."""
    sources, product = part
    with ONCE[product]:
        if not product.is_file():
            product.parent.mkdir(parents=True, exist_ok=True)
            whole, new = (product.with_suffix(f".{os.getpid()}.{end}") for end in ("cpp", "o"))
            whole.write_text("".join(f'#include "{one}"\n' for one in sources))
            try:
                gcc("-O2", "-g1", "-I", EMULATION / "include", "-c", whole, "-o", new)
            finally:
                whole.unlink()
            new.replace(product)
    return product


def directive(text, key):
    for line in text.splitlines()[:12]:
        if line.startswith(f"// {key}:"):
            return shlex.split(line.split(":", 1)[1])
    return []
