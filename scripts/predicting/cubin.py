"""The machine code of a CUDA stage, made without a GPU, with the line of each instruction."""

import re
import shlex
import shutil
import subprocess

from adopting import built, compiled
from adopting.failure import FILE, Failure
from adopting.files import digest
from predicting import lines

SIZE = 16  # [B] of an instruction


def machine_code(stage, arch):
    """{"cubin": path, "ptxas": text, "kernels": {mangled: {"name", "lines"}}}; where nvcc is not
    there {"lacks": why}."""
    nvcc = shutil.which("nvcc") or shutil.which("/usr/local/cuda/bin/nvcc")
    if not nvcc:
        return {"lacks": "nvcc is not on the PATH, so its machine code is not known"}
    key = digest(f"{built.Stage.hash(stage)} {arch}")
    product = stage.scratch / f"{stage.name}-{key}.cubin"
    report = product.with_suffix(".txt")
    if not (product.is_file() and report.is_file()):
        stage.scratch.mkdir(parents=True, exist_ok=True)
        done = compiled.run([nvcc, *shlex.split(stage.flags), f"-arch={arch}", "-cubin",
                             "-lineinfo", "-Xptxas=-v", f"-I{stage.folder}", stage.file, "-o",
                             product], stage.folder)
        if done.returncode != 0:
            raise Failure(FILE, f"{stage.file.name} does not compile:\n"
                                f"{compiled.first_errors(done.stderr)}")
        report.write_text(done.stderr)
    return {"cubin": str(product), "ptxas": report.read_text(), "kernels": kernels(product)}


def kernels(cubin):
    done = subprocess.run(["readelf", "-r", "-S", "-W", str(cubin)], text=True,
                          capture_output=True, errors="replace")
    part = done.stdout.partition("'.rela.debug_line'")[2].partition("\nRelocation")[0]
    mangled = re.findall(r"\s(\w+) \+ 0$", part, re.MULTILINE)
    sizes = {found[1]: int(found[2], 16) for found in re.finditer(
        r"\s\.text\.(\S+)\s+PROGBITS\s+\S+\s+\S+\s+(\S+)", done.stdout)}
    known = dict(zip(mangled, map(lines.Lines, lines.sequences(cubin))))
    return {one: {"name": name,
                  "lines": [known[one].at(at) if one in known else ""
                            for at in range(0, size, SIZE)]}
            for (one, size), name in zip(sizes.items(), lines.plain_names(sizes))}
