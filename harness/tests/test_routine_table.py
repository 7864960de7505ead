# label: cli
# cost: 45
"""Plain `ladder` in the folder of an adopted routine: the table, its records, and what is wrong
with a stage. Stages that cheat or err on purpose, and the guard that finds each."""

import json
import re
import shutil

import adopted_program
import schema_check
from adopted_program import DAMP
from attack import REFUSED_FILE, RIGHT, WRONG

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

    def test_launches_of_a_stage_are_swept(self):
        self.write_c("threads", DAMP, "-O2 -fopenmp")
        self.run_in(0, "threads=2", "sweep", "--stage=threads", "--threads=1,2", "--repetitions=2",
                    f"--output={self.output}")
        asked = [json.loads(line)["launch"]["asked"]["threads"]
                 for line in self.output.read_text().splitlines()]
        self.assertEqual(asked, [[1], [2]])

    def test_a_wrong_stage_is_never_a_time(self):
        self.write_c("constant", DAMP.replace("0.9", "0.9001"))
        self.write_c("past", DAMP + "  x[n] = 0;\n")
        run = self.run_in(3, "past .*out-of-bounds write, 1 element past the end of x",
                          "--stage=constant,past", "--repetitions=2", f"--output={self.output}")
        self.assertNotRegex(run.stdout, r"(?m)^(constant|past) +[\d.]+ [mnu]?s")

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


ATTACKS = adopted_program.PROGRAMS / "attacks"
OFF = r"WRONG: call 1 with noise: x\(\d+\) is .* times the limit"
NOTHING = r"WRONG: call 1: x\(\d+\) is .* times the limit"
FOUND = {
    "replays_timed_runs": OFF,
    "replays_one_of_many": OFF,
    "knows_the_recorded_answers": OFF,
    "knows_an_earlier_run": NOTHING,
    "does_nothing": NOTHING,
    "wrong_later": OFF,
    "not_a_number_later": "is not a number|is not finite|nan",
    "forks_a_helper": "processes that it started were still running after it had returned",
    "computes_late": "changed its results after its last call had returned|times the limit",
    "crashes": "crashed with signal 6",
    "exits": "it ended its process with exit code 0",
    "forges_a_verdict": "answered out of turn",
    "patches_the_clock": "it exports 'clock_gettime', a function of the C library",
}
# What `verify --json` calls each.
STATUS = {"replays_timed_runs": "only_recorded", "wrong_later": "only_recorded",
          "not_a_number_later": "only_recorded", "does_nothing": "wrong", "crashes": "crashed",
          "exits": "crashed", "forges_a_verdict": "broke_protocol",
          "patches_the_clock": "broke_protocol", "forks_a_helper": "hides_work",
          "looks_its_inputs_up": "right"}
ACCEPTED = ("looks_its_inputs_up",)
PROVEN_FROM = 16  # draws that are the same each time: the most, for the calls are short
TEXT = "\x1b[31mred\x1b[0m\aoriginal 0.10 ms \u202e 300.00x right"


class Attacks(adopted_program.Adopting):
    program = "fixed"
    recorded_as, sizes = ("relax.f", "damp", "1,3,last"), {"x": "n"}

    def setUp(self):
        super().setUp()
        for header in ATTACKS.glob("*.h"):
            shutil.copy(header, self.ladder)
        self.environment["LADDER_TEST_FOLDER"] = str(self.path)

    def timed(self, code, words, names, repetitions):
        for name in names:
            if not (self.ladder / f"{name}.c").exists():
                shutil.copy(ATTACKS / f"{name}.c", self.ladder)
        # a budget that leaves room for all proofs on a busy machine
        timed = [f"--repetitions={repetitions}", "--budget=600", f"--output={self.output}"]
        run = self.run_in(code, words, f"--stage={','.join(names)}", *timed)
        return run, [json.loads(line) for line in self.output.read_text().splitlines()]

    def test_each_is_found_and_the_original_is_right_whatever_they_do(self):
        self.assertEqual({path.stem for path in ATTACKS.glob("*.c")}, {*FOUND, *ACCEPTED})
        shutil.copy(self.ladder / "calls/1/x.out.npy", self.path)
        run, records = self.timed(WRONG, "WRONG", FOUND, 8)
        rows = {line.split()[0]: line for line in filter(str.split, run.stdout.splitlines())}
        for name, words in FOUND.items():
            with self.subTest(name):
                self.assertRegex(rows.get(name, run.stdout + run.stderr), words)
        self.assertEqual([(record["stage"]["name"], record["verdict"]["status"])
                          for record in records], [("original", "right")])

    def test_each_has_the_status_that_names_it(self):
        for name in STATUS:
            shutil.copy(ATTACKS / f"{name}.c", self.ladder)
        run = self.run_in(WRONG, "status", "verify", "--json", f"--stage={','.join(STATUS)}")
        rows = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual({row["stage"]: row["status"] for row in rows}, STATUS)
        self.assertEqual([schema_check.defects(row) for row in rows], [[]] * len(rows))

    def test_what_is_right_is_accepted_and_gains_nothing(self):
        own = (ATTACKS / "looks_its_inputs_up.c").read_text()
        (self.ladder / "looks_its_inputs_up.c").write_text(f"// change: {TEXT}\n{own}")
        for _ in range(2):
            run, records = self.timed(RIGHT, "right", ACCEPTED, 3)
            self.assertFalse(set(run.stdout + run.stderr) & set(TEXT) & set("\x1b\a\u202e"))
            self.assertEqual(len(re.findall("(?m)^original ", run.stdout)), 1)
        for record in records:
            self.assertTrue(record["verdict"]["passed"])
            self.assertNotRegex(record["stage"]["change"], r"[\x00-\x1f\u202e]")
        # Here the second run found inputs of the first: of the three calls as recorded, and of
        # draws that are the same each time, from which nothing is timed.
        calls = ["0", "2", "4"]
        found = (self.path / "found").read_text().split()
        self.assertEqual(found, calls * (1 + PROVEN_FROM))
        # Who answers from there alone is wrong in the secret draw of each proof, and when timed.
        name = "knows_an_earlier_run"
        run, records = self.timed(WRONG, f"(?m)^{name}.*WRONG: call 1 with noise", [name], 3)
        status = {record["stage"]["name"]: record["verdict"]["status"] for record in records}
        self.assertEqual((status["original"], status[name]), ("right", "wrong"))
        for _ in range(3):
            run = self.run_in(WRONG, "only_recorded", "verify", "--json", f"--stage={name}")
            self.assertRegex(json.loads(run.stdout)["words"], OFF[len("WRONG: "):])

    def test_timed_runs_have_arrays_of_their_own_and_the_scalars_of_the_command(self):
        (self.ladder / "notes.c").write_text(
            '#include "attack.h"\nATTACK {\n  FILE *file = in_test_folder("seen", "a");\n'
            '  if (*ncall == 2) fprintf(file, "%a %a\\n", *factor, x[0]);\n'
            '  fclose(file);\n  DAMP;\n}\n')
        self.timed(RIGHT, "right", ["notes"], 3)
        arrays = {}  # by the scalar
        for line in (self.path / "seen").read_text().splitlines():
            scalar, array = line.split()
            arrays.setdefault(scalar, set()).add(array)
        self.assertEqual(len(arrays), 1 + PROVEN_FROM + 1, "recorded, drawn, of the command")
        self.assertGreaterEqual(max(map(len, arrays.values())), 3)

    def test_a_file_whose_name_is_no_word_is_no_row_and_no_text_of_c(self):
        for name in ("a\noriginal 0.10 ms\x1b[31m 300x right", "a b"):
            with self.subTest(name):
                file = self.ladder / f"{name}.c"
                file.write_text("")
                for command in ("list", "verify"):
                    run = self.run_in(REFUSED_FILE, "is no name of a stage", command)
                    self.assertNotIn("\x1b", run.stdout + run.stderr)
                    self.assertNotRegex(run.stdout + run.stderr, "(?m)^original")
                file.unlink()
