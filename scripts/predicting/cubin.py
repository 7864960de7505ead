"""The machine code of a CUDA stage, made without a GPU; which line of a source each instruction is
of, and which function, from a compiled file."""

import bisect
import re
import shlex
import shutil
import subprocess

from adopting import built, compiled
from adopting.failure import FILE, Failure
from adopting.files import digest

INSTRUCTION = re.compile(r"\s+([0-9a-f]+):\s+(.*)")
ROW = re.compile(r"^(\S+)\s+(\d+|-)\s+(0x[0-9a-f]+|0)(\s|$)")
SIZE = 16  # [B] of an instruction
SHOWN = 35  # characters of a file's name, at most, in decoded lines
# What a statement of a line table says; nvcc's own one has the number of the row of the call that
# is inlined, 0 where none is.
NAMED = re.compile(r"\s+(\d+)\t\d+\t\d+\t\d+\t(\S+)$")
OF_FILE, ADDRESS, LINE = (re.compile(text) for text in (
    r"Set File Name to entry (\d+)", r"(?:PC|Address) (?:by (?:[a-z ]+)?\d+ )?to (0x[0-9a-f]+|0)\b",
    r"Line by -?\d+ to (\d+)"))
INLINED = re.compile(r"Extended opcode 144: .*\[ ([0-9a-f ]+)\]")


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


def said_by(*words, input=None):
    """What a tool writes."""
    return subprocess.run([str(word) for word in words], input=input, text=True,
                          capture_output=True, errors="replace").stdout


def kernels(cubin):
    said = said_by("readelf", "-r", "-S", "-W", cubin)
    part = said.partition("'.rela.debug_line'")[2].partition("\nRelocation")[0]
    mangled = re.findall(r"\s(\w+) \+ 0$", part, re.MULTILINE)
    sizes = {found[1]: int(found[2], 16) for found in re.finditer(
        r"\s\.text\.(\S+)\s+PROGBITS\s+\S+\s+\S+\s+(\S+)", said)}
    known = dict(zip(mangled, map(Lines, inlined_sequences(cubin))))
    return {one: {"name": name,
                  "lines": [known[one].at(at) if one in known else ""
                            for at in range(0, size, SIZE)]}
            for (one, size), name in zip(sizes.items(), plain_names(sizes))}


# -- lines


def sequences(file):
    """Lists of (address, "file:line"; where code ends ""), each of one section, ascending."""
    found = [[]]
    for line in said_by("objdump", "--dwarf=decodedline", file).splitlines():
        row = ROW.match(line)
        if not row:
            continue
        address = int(row[3], 16)
        if found[-1] and address < found[-1][-1][0]:
            found.append([])
        found[-1].append((address, "" if row[2] == "-" else f"{row[1]}:{row[2]}"))
    return [each for each in found if each]


def inlined_sequences(cubin):
    """As sequences(); where a call is inlined its lines follow, from the inside to the outside:
    "file:line file:line"."""
    files, found, rows = {}, [], []
    file, address, line, call = 1, 0, 1, 0
    for said in said_by("objdump", "--dwarf=rawline", cubin).splitlines():
        if named := NAMED.match(said):
            files[int(named[1])] = named[2][-SHOWN:]
        if moved := OF_FILE.search(said):
            file = int(moved[1])
        if moved := ADDRESS.search(said):
            address = int(moved[1], 16)
        if moved := LINE.search(said):
            line = int(moved[1])
        if moved := INLINED.search(said):
            call = uleb128(bytes.fromhex(moved[1].replace(" ", "")))
        if "End of Sequence" in said:
            found.append([*rows, (address, "")])
            rows, file, address, line, call = [], 1, 0, 1, 0
        elif "Special opcode" in said or "  Copy" in said:
            around = f" {rows[call - 1][1]}" if 0 < call <= len(rows) else ""
            rows.append((address, f"{files.get(file, '')}:{line}{around}"))
    return found


def uleb128(data):
    value = 0
    for place, byte in enumerate(data):
        value |= (byte & 0x7F) << 7 * place
        if byte < 0x80:
            break
    return value


def counted_parts(library):
    """Where parts of the code begin whose executions are counted, as the counts name them: the last
    byte of the call before."""
    found, calls = [], False
    for line in said_by("objdump", "-d", "--no-show-raw-insn", library).splitlines():
        if row := INSTRUCTION.match(line):
            if calls:
                found.append(int(row[1], 16) - 1)
            calls = "__sanitizer_cov_trace_pc" in row[2]
    return found


def plain_names(mangled):
    return [name.replace("(anonymous namespace)::", "")
            for name in said_by("c++filt", "-p", input="\n".join(mangled)).splitlines()]


def functions(file, addresses):
    """{address: name} of those of the addresses at which a function with a name begins."""
    found = {}
    for line in said_by("nm", "--defined-only", file).splitlines():
        at, kind, mangled = line.split(maxsplit=2)
        if kind in "tTwW" and int(at, 16) in addresses:
            found[int(at, 16)] = mangled
    return {at: name for at, name in zip(found, plain_names(found.values()))
            if "{lambda" not in name}


class Lines:
    """Of one section."""

    def __init__(self, rows):
        self.rows = sorted(rows, key=lambda row: row[0])
        self.addresses = [row[0] for row in self.rows]

    def at(self, address):
        at = bisect.bisect_right(self.addresses, address) - 1
        return self.rows[at][1] if at >= 0 else ""

    def within(self, begin, end):
        """All lines of the instructions in [begin, end)."""
        first = max(0, bisect.bisect_right(self.addresses, begin) - 1)
        return {text for address, text in self.rows[first:bisect.bisect_left(self.addresses, end)]
                if text}
