"""Machine code of CUDA sources, as nvdisasm prints it: instructions and loops of each kernel."""

import collections
import os
import pathlib
import re
import shutil

from source_tree import execute

# loops: (first, last) indices, both inside
Kernel = collections.namedtuple("Kernel", "name instructions loops")
INSTRUCTION = re.compile(r"/\*[0-9a-f]+\*/\s+(?:\{\s*)?(@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)([^;]*);")


def tool(name):
    """From PATH, from nvcc's folder, or from $LADDER_CUDA_TOOLS; None without it."""
    places = [os.environ.get("LADDER_CUDA_TOOLS"), "/usr/local/cuda/bin"]
    nvcc = shutil.which("nvcc")
    if nvcc:
        places.append(str(pathlib.Path(nvcc).resolve().parent))
    return shutil.which(name) or shutil.which(name, path=":".join(filter(None, places)))


def kernels(cubin):
    """Every kernel of a cubin, by its demangled name."""
    text = execute(tool("nvdisasm"), "-c", "-ndf", cubin, check=True).stdout
    parts = re.split(r"^\s*\.section\s+\.text\.(\S+?),.*$", text, flags=re.M)[1:]
    mangled = parts[0::2]
    names = execute("c++filt", input="\n".join(mangled), check=True).stdout.splitlines()
    return [parse(name, code) for name, code in zip(names, parts[1::2])]


def parse(name, code):
    instructions, labels, branches = [], {}, []
    for line in code.splitlines():
        label = re.match(r"(\.L_x?_?\d+):", line)
        if label:
            labels[label.group(1)] = len(instructions)
            continue
        found = INSTRUCTION.search(line)
        if not found:
            continue
        target = re.search(r"`\((\.L_x?_?\d+)\)", found.group(3))
        if found.group(2).startswith("BRA") and target:
            branches.append((target.group(1), len(instructions)))
        instructions.append(f"{found.group(2)}{found.group(3)}".strip())
    loops = [(labels[to], at) for to, at in branches if to in labels and labels[to] < at]
    return Kernel(name, instructions, loops)


def is_a(instruction, kind):
    """CLOCK is a reading of a multiprocessor's clock; everything else is how an instruction begins,
    or several with | between."""
    return ("SR_CLOCK" in instruction if kind == "CLOCK"
            else instruction.startswith(tuple(kind.split("|"))))


def build_for_the_check(folder, source, *flags, stage="one"):
    """A ladder program in a new folder whose build has compiled one stage, this source:
    `check --static` reads its report and cubin from the folder `compiled` next to the program."""
    compiled = folder / "compiled"
    compiled.mkdir(parents=True)
    shutil.copy(pathlib.Path(os.environ["LADDER_BUILD"], "ladder"), folder / "ladder")
    (compiled / "contents").write_text("compiler nvcc 13.0.88\nstage " + stage + "\n")
    run = execute(tool("nvcc"), "-O3", "-std=c++20", "-arch=sm_90", "-Xptxas=-v", *flags, "-cubin",
                  "-o", compiled / f"{stage}.cubin", source, check=True)
    (compiled / f"{stage}.txt").write_text(run.stderr)
    return folder / "ladder"
