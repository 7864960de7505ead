# label: unit
# room: predict
"""The program's own reader of machine code agrees with nvdisasm on the kernels of the
micro-benchmarks."""

import json
import pathlib
import subprocess
import tempfile
import unittest

import machine_code
from source_tree import SOURCE

# The classes of harness/predict/compiled/machine_code.h that can be recognised by the beginning of
# an instruction's name.
NAMES = {"float32": ("FADD", "FMUL", "FFMA", "FSEL", "FSETP"),
         "float64": ("DADD", "DMUL", "DFMA", "DSETP"),
         "global_load": ("LDG.", "LD."), "global_store": ("STG.", "ST."),
         "shared_load": ("LDS ", "LDS."),
         "shared_store": ("STS ", "STS.", "STAS"), "local": ("LDL", "STL"),
         "special": ("MUFU", "F2I.", "I2F.", "FCHK"),
         "constant": ("LDC", "ULDC"), "atomic": ("ATOM", "RED"),
         "bulk": ("UBLKCP", "UTMALDG", "LDGSTS")}


def classified_here(kernel):
    return [kernel["classes"].get(kind, 0) for kind in NAMES], kernel["loops"]


def classified_by_nvdisasm(kernel):
    code = kernel.instructions
    while code and code[-1].startswith("NOP"):
        code = code[:-1]
    # After the end is a branch to itself, which is no loop.
    return ([sum(f"{text} ".startswith(NAMES[kind]) for text in code) for kind in NAMES],
            len({first for first, last in kernel.loops if first < last}))


@unittest.skipUnless(machine_code.tool("nvcc") and machine_code.tool("nvdisasm"),
                     "nvcc or nvdisasm is not installed")
class Disassembly(unittest.TestCase):
    def test_classes_and_loops_are_those_of_nvdisasm(self):
        for name in ("operations", "requests", "clusters", "bulk_copies", "latencies"):
            with self.subTest(name), tempfile.TemporaryDirectory() as folder:
                folder = pathlib.Path(folder)
                program = machine_code.build_for_the_check(
                    folder / "build", SOURCE / f"harness/predict/microbench/{name}.cu",
                    f"-I{SOURCE}")
                subprocess.run([program, "check", "--static",
                                f"--write-baseline={folder / 'kept.json'}"],
                               check=True, capture_output=True)
                ours = json.loads((folder / "kept.json").read_text())["kernels"]
                theirs = machine_code.kernels(str(folder / "build/compiled/one.cubin"))
                self.assertEqual(sorted(map(classified_here, ours)),
                                 sorted(map(classified_by_nvdisasm, theirs)))
