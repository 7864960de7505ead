# label: cli
"""Plain `ladder` in the folder of an adopted routine: the table, its records, and what is wrong
with a stage."""

import json
import re
import shutil

import adopted_program
from adopted_program import DAMP

LOOP = "  for (int k = 1; k <= n; k++) x(k) = x(k) * f;\n"
KERNEL = """__global__ void scale(double *x, int n, double f) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= f;
}

"""
LAUNCH = "  scale<<<(n + 7) / 8, 8>>>(x, n, f);\n"


class Table(adopted_program.Adopting):
    program = "fixed"
    recorded_as, sizes = ("relax.f", "damp", "1,3,last"), {"x": "n"}

    def without_gfortran(self):
        tools = self.path / "tools"
        tools.mkdir()
        for name in ("gcc", "g++", "as", "ld", "addr2line", "env", "sh", "python3"):
            if shutil.which(name):
                (tools / name).symlink_to(shutil.which(name))
        return {"PATH": str(tools)}

    def test_step_0_is_first_and_stages_have_times_and_records(self):
        self.write_c("plain", DAMP)
        self.write_c("threads", DAMP, "-O2 -fopenmp")
        run = self.run_in(0, r"plain +[\d.]+ [mnu]?s", "--repetitions=3", f"--output={self.output}")
        names = [line.split()[0] for line in run.stdout.splitlines()
                 if re.match(r"(original|plain|threads) +[\d.]", line)]
        self.assertEqual(names[0], "original")
        self.assertEqual(sorted(names), ["original", "plain", "threads"])
        self.assertRegex(run.stdout, r"the routine takes \d+ %")
        records = [json.loads(line) for line in self.output.read_text().splitlines()]
        self.assertEqual({record["stage"]["name"] for record in records}, set(names))
        for record in records:
            self.assertEqual((record["problem"], record["ladder"]), ("routine", "damp"))
            self.assertTrue(record["verdict"]["passed"])
            self.assertTrue(record["isolated"])
            self.assertGreater(record["traced"]["scopes_ns"]["kernel"], 0)
        self.ends(0, "plain", "compare", str(self.output))
        self.ends(0, "damp", "export", "--format=csv", str(self.output))

    def test_launches_of_a_stage_are_swept(self):
        self.write_c("threads", DAMP, "-O2 -fopenmp")
        self.run_in(0, "threads=2", "sweep", "--stage=threads", "--threads=1,2", "--repetitions=2",
                    f"--output={self.output}")
        asked = [json.loads(line)["launch"]["asked"]["threads"]
                 for line in self.output.read_text().splitlines()]
        self.assertEqual(asked, [[1], [2]])

    def test_a_wrong_stage_is_never_a_time(self):
        mutations = {"border": ("k <= n", "k < n"), "constant": ("0.9", "0.9001"),
                     "sign": ("x(k) * f", "-x(k) * f"),
                     "branch": ("  if (c <= 3) f = f * 0.9;\n", ""),
                     "counter": ("*ncall = c", "*ncall = c + 1")}
        for name, (old, new) in mutations.items():
            self.write_c(name, DAMP.replace(old, new))
        run = self.run_in(3, "WRONG", f"--stage={','.join(mutations)}", "--repetitions=2",
                          f"--output={self.output}")
        for name in mutations:
            self.assertNotRegex(run.stdout, rf"(?m)^{name} +[\d.]+ [mnu]?s")

    def test_a_stage_that_writes_to_an_input_or_past_the_end_is_wrong(self):
        self.write_c("past", DAMP + "  x[n] = 0;\n")
        self.run_in(3, "out-of-bounds write, 1 element past the end of x", "verify", "--stage=past")

    def test_without_gfortran_what_is_compiled_runs_and_the_rest_says_so(self):
        self.write_c("plain", DAMP)
        self.run_in(0, "right", "verify", "--stage=plain")
        self.environment.update(self.without_gfortran())
        self.run_in(0, "right", "verify", "--stage=plain")
        file = self.ladder / "plain.c"
        file.with_name("late.f90").write_text("! change: late\n")
        self.run_in(6, "gfortran cannot be started", "verify", "--stage=late")

    def test_what_is_handed_out_is_judged_without_gfortran_and_the_program(self):
        out = self.path / "class/damp"
        self.ends(0, "handed out", "record", "ladders/damp", f"--hand-out={out}")
        self.ends(7, "is there already", "record", "ladders/damp", f"--hand-out={out}")
        shutil.rmtree(self.tree)
        self.ladder = out
        self.environment.update(self.without_gfortran(),
                                XDG_CACHE_HOME=str(self.path / "student"))
        adopted_program.command.share_compiled(self.path / "student")
        self.run_in(0, "next: ladder verify --emulate --stage=mine", "new-stage", "cuda", "mine")
        file = out / "mine.cu"
        self.run_in(6, "mine.*its body is to be written", "verify", "--emulate", "--stage=mine")
        text = re.sub(r"#error .*\n", DAMP.replace(LOOP, LAUNCH), file.read_text())
        text = text.replace('extern "C"', f'{KERNEL}extern "C"')
        file.write_text(text)
        (out / "own.h").write_text("// of the student\n")
        (out / "late.f90").write_text("! change: late\n")
        run = self.run_in(0, r"mine +\S+ +emulated: right", "verify", "--emulate")
        self.assertIn("late: skipped: gfortran is not on the PATH", run.stderr)
        file.write_text(text.replace("i < n", "i < n - 1"))
        self.run_in(3, r"mine +\S+ +emulated: WRONG .*call 1: x", "verify", "--emulate")
        (out / ".built/original.json").write_text('{"hash": "of another version"}')
        self.run_in(6, "gfortran cannot be started.*--hand-out", "verify", "--emulate")
