# label: cli
# room: predict
# cost: 50
"""The machine code of each micro-benchmark holds what is timed.

A compiler may remove, merge or move what has no effect. So the comment above each kernel says what
its code must hold, and this test compiles the kernel and looks:

    // holds, of Add: FADD >= 256, others <= 16 in a loop

In some loop of every instance of the next kernel whose template arguments name `Add` (of every
instance without "of") are at least 256 instructions FADD, and at most 16 others. In place of
`in a loop`, `between clocks` means between two neighbouring readings of the clock, and `in code`
anywhere in the kernel.

Of some of them the program's own reader of machine code must say the same as nvdisasm.

`ladder check --static` compares kernels of two builds, without a GPU. The project's own gate: what
the compilers make of its stages has not become more than the baselines in results/ say. Both counts
are exact, so a change is real; when it is wanted, write the baseline anew and commit it. A baseline
holds for its compilers alone. With others the gate itself is tried, on a baseline of this very
build."""

import collections
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

import machine_code
from command import BUILD, LADDER, Command, ladder
from source_tree import SOURCE

FOLDER = SOURCE / "harness/predict/microbench"
RULE_OR_KERNEL = re.compile(r"^// holds(?:, of ([^:]+))?: (.+) (in a loop|between clocks|in code)$"
                            r"|__global__\s+void\s+(?:__\w+__\([^)]*\)\s+)?(\w+)\(", re.MULTILINE)
Rule = collections.namedtuple("Rule", "kernel of terms where")


def rules(text):
    """Of a source: what each comment asks of the kernel that follows it."""
    found, waiting = [], []
    for line in RULE_OR_KERNEL.finditer(text):
        of, terms, where, kernel = line.groups()
        if kernel is None:
            waiting.append((of, [term.split() for term in terms.split(", ")], where))
            continue
        found += [Rule(kernel, *rule) for rule in waiting]
        waiting = []
    return found, waiting


def kernels_in(text):
    return {line.group(4) for line in RULE_OR_KERNEL.finditer(text) if line.group(4)}


def stretches(kernel, where):
    """The parts of a kernel's code in which a rule may hold."""
    if where == "in code":
        return [[text for text in kernel.instructions if not text.startswith("NOP")]]
    if where == "in a loop":
        return [kernel.instructions[first:last + 1] for first, last in kernel.loops]
    clocks = [i for i, text in enumerate(kernel.instructions) if machine_code.is_a(text, "CLOCK")]
    return [kernel.instructions[a + 1:b] for a, b in zip(clocks, clocks[1:])]


def holds(stretch, terms):
    named = [kind for kind, _, _ in terms if kind != "others"]
    count = {kind: sum(machine_code.is_a(text, kind) for text in stretch) for kind in named}
    count["others"] = sum(not any(machine_code.is_a(text, kind) for kind in named)
                          for text in stretch)
    compare = {">=": int.__ge__, "<=": int.__le__, "=": int.__eq__}
    return all(compare[how](count[kind], int(number)) for kind, how, number in terms)


def instances(kernels, rule):
    named = [k for k in kernels if re.search(rf"\b{rule.kernel}[<(]", k.name)]
    if rule.of is None:
        return named
    return [k for k in named if re.search(rf"(?<!\w){re.escape(rule.of)}(?!\w)",
                                          k.name.split(">(")[0].split(f"{rule.kernel}<")[1])]


READ_BY_THE_PROGRAM = ("operations", "requests", "clusters", "bulk_copies", "latencies")
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
class MachineCode(unittest.TestCase):
    def test_each_kernel_holds_what_its_comment_says_and_is_read_by_the_program(self):
        for path in sorted(FOLDER.glob("*.cu")):
            with tempfile.TemporaryDirectory() as folder:
                program = machine_code.build_for_the_check(pathlib.Path(folder, "build"), path,
                                                           f"-I{SOURCE}")
                kernels = machine_code.kernels(str(program.parent / "compiled/one.cubin"))
                self.rules_hold(path, kernels)
                if path.stem in READ_BY_THE_PROGRAM:
                    self.program_reads(program, path.stem, kernels)

    def rules_hold(self, path, kernels):
        found, without_a_kernel = rules(path.read_text())
        self.assertEqual(without_a_kernel, [], f"{path.name}: a rule without a kernel behind it")
        for rule in found:
            here = instances(kernels, rule)
            with self.subTest(f"{path.name}: {rule.kernel} {rule.of or ''}"):
                self.assertTrue(here, "no instance of this kernel is compiled")
                for kernel in here:
                    self.assertTrue(any(holds(s, rule.terms)
                                        for s in stretches(kernel, rule.where)),
                                    f"{kernel.name} does not hold {rule.terms} {rule.where}")

    def program_reads(self, program, name, kernels):
        kept = program.parent / "kept.json"
        subprocess.run([program, "check", "--static", f"--write-baseline={kept}"], check=True,
                       capture_output=True)
        with self.subTest(name):
            self.assertEqual(sorted(map(classified_here, json.loads(kept.read_text())["kernels"])),
                             sorted(map(classified_by_nvdisasm, kernels)))

    def test_every_kernel_has_a_rule(self):
        for path in sorted(FOLDER.glob("*.cu")):
            text = path.read_text()
            self.assertEqual(kernels_in(text) - {rule.kernel for rule in rules(text)[0]}
                             - {"nothing"}, set(), path.name)


@unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
class Static(Command):
    def test_what_became_more_or_is_gone_is_named(self):
        kept = self.path / "compiled.json"
        writes = ("check", "--static", f"--write-baseline={kept}")
        self.ends_with(0, "kept in", *writes)
        self.ends_with(7, "exists and is not replaced", *writes)
        self.ends_with(0, "as before", "check", "--static", f"--against={LADDER}")
        whole = kept.read_text()
        first = json.loads(whole)["kernels"][0]
        for code, words, changed, *more in (
                (0, "kernels? as before", []),
                (6, "none of these stages has compiled kernels", [], "--stage=c-O3"),
                (1, "SLOWER *worse: registers", [{**first, "registers": first["registers"] - 1}]),
                (5, "gone", [first, {**first, "kernel": "gone"}])):
            with self.subTest(words):
                counts = json.loads(whole)
                counts["kernels"][:1] = changed or [first]
                kept.write_text(json.dumps(counts))
                self.ends_with(code, words, "check", "--static", f"--baseline={kept}", *more)


RESULTS = pathlib.Path(__file__).resolve().parents[2] / "results"
def half_lengths():
    """all or cases, as CMake keeps it."""
    cache = (BUILD / "CMakeCache.txt").read_text()
    return re.search(r"^LADDER_HALF_LENGTHS:STRING=(\w+)", cache, re.M)[1]


HOST = ("--metric=instructions", "--case=small")


class NotSlower(Command):
    def check(self, *arguments):
        run = ladder("check", *arguments)
        if (run.returncode == 5 and re.search(r"(compiler|build\.(c|cxx|fortran|cuda)) differs",
                                              run.stderr)):
            self.skipTest(run.stderr)
        self.assertEqual(run.returncode, 0, run.stdout + run.stderr)

    @unittest.skipUnless((BUILD / "compiled" / "contents").exists(), "this build has no CUDA")
    def test_kernels(self):
        """Of the half-lengths that this build has (LADDER_HALF_LENGTHS)."""
        built, baseline = self.path / "built.json", self.path / "baseline.json"
        self.ends_with(0, "kept in", "check", "--static", "--write-baseline=%s" % built)
        names = {(kernel["stage"], kernel["kernel"])
                 for kernel in json.loads(built.read_text())["kernels"]}
        kept = json.loads((RESULTS / "compiled/sm_90-nvcc-13.0.json").read_text())
        if half_lengths() != "all":
            kept["kernels"] = [kernel for kernel in kept["kernels"]
                               if (kernel["stage"], kernel["kernel"]) in names]
        baseline.write_text(json.dumps(kept))
        self.check("--static", "--baseline=%s" % baseline)

    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_instructions_on_the_host(self):
        self.check(*HOST, "--stage=fortran,c-O2,c-O3,c-restrict",
                   "--baseline=%s" % (RESULTS / "instructions/gcc-12.2.json"))


@unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
class TheGate(Command):
    def test_it_passes_what_did_not_change_and_fails_what_became_more(self):
        baseline = self.path / "baseline.json"
        point = ("--metric=instructions", "--case=heat-small", "--stage=c-O3")
        self.ends_with(0, "kept in", "check", *point, "--write-baseline=%s" % baseline)
        self.ends_with(0, "not slower", "check", *point, "--baseline=%s" % baseline)
        counts = json.loads(baseline.read_text())
        counts["counts"] = {name: 0.99 * count for name, count in counts["counts"].items()}
        baseline.write_text(json.dumps(counts))
        self.ends_with(1, "SLOWER", "check", *point, "--baseline=%s" % baseline)
