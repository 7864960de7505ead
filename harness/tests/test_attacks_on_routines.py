# label: cli
"""Stages of an adopted routine that cheat or err on purpose, and the guard that finds each."""

import json
import re
import shutil

import adopted_program
import schema_check
from attack import REFUSED_FILE, RIGHT, WRONG

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
        for name in ("a\noriginal 0.10 ms 300x right", "a\x1b[31m", "a b"):
            with self.subTest(name):
                file = self.ladder / f"{name}.c"
                file.write_text("")
                for command in ("list", "verify"):
                    run = self.run_in(REFUSED_FILE, "is no name of a stage", command)
                    self.assertNotIn("\x1b", run.stdout + run.stderr)
                    self.assertNotRegex(run.stdout + run.stderr, "(?m)^original")
                file.unlink()
