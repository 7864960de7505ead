# label: physics
"""The table of phase velocities in data/OPERATOR.md is what `ladder operator` prints. A stage stays
right where the taps of the two axes have no exact sum, and for as many steps as that takes to show.
`--size` makes cells that are longer along x than along z. A stage that rounds the sum of the two
centre taps to one errs alike in every cell at every step: at these half-lengths by some 3e-8 of the
tap, more than is allowed before a thousand steps are done."""

import json
import re
import unittest

from command import BUILD, Command, json_lines, ladder
from source_tree import SOURCE

COLUMNS = (("windowed, beta 6", ()), ("windowed, beta 2", ("--case=former.toml",)),
           ("Taylor, M = 8", ("--operator=taylor",)),
           ("Taylor, M = 4", ("--operator=taylor", "--half-length=4")))


class Table(Command):
    def printed(self, *words):
        return json.loads(self.exits(0, "operator", *words, "--json", cwd=self.path).stdout)

    def columns(self):
        former = (SOURCE / "data/wave/thesis.toml").read_text().replace("beta = 6.0", "beta = 2.0")
        (self.path / "former.toml").write_text(former)
        return [self.printed(*words) for _, words in COLUMNS]

    def test_it_is_from_the_program(self):
        columns = self.columns()
        rows = ["| cells a wavelength | " + " | ".join(name for name, _ in COLUMNS) + " |",
                "|--:|" + "--:|" * len(COLUMNS)]
        for waves in zip(*(printed["phase_velocity_error"] for printed in columns)):
            errors = " | ".join(f"{100 * one['axis']:+.3f} %" for one in waves)
            rows.append(f"| {waves[0]['cells_per_wavelength']:g} | {errors} |")
        steps = " | ".join(f"{1e3 * printed['largest_stable_dt_s']:.3f} ms" for printed in columns)
        rows.append(f"| largest stable dt | {steps} |")
        self.assertIn("\n".join(rows) + "\n", (SOURCE / "data/OPERATOR.md").read_text(),
                      "it should be\n" + "\n".join(rows))

    def test_the_tables_for_people_have_every_tap_and_the_signs(self):
        run = ladder("operator", "--half-length=2")
        self.assertRegex(run.stdout, r"\n +2 +-0\.\d+ +-0\.\d+ *\n")
        self.assertEqual(len(re.findall(r"^ +[012] +-?0\.", run.stdout, re.MULTILINE)), 3)
        self.assertRegex(run.stdout, r"\n +4 +-\d")
        self.assertIn("negative: too slow", run.stdout)


class RoundingOfTaps(unittest.TestCase):
    def test_every_stage_that_can_run_keeps_the_taps_apart(self):
        for half_length in (3, 6):
            with self.subTest(half_length=half_length):
                rows = json_lines("verify", "--size=131x150", f"--half-length={half_length}",
                                  "--nt=1000")
                verdicts = {row["stage"]: row["verdict"] for row in rows}
                self.assertEqual(verdicts["c-simd"], "right")
                self.assertEqual(set(verdicts.values()) - {"right", "skipped"}, set(), verdicts)

    def test_a_stage_that_rounds_their_sum_is_found(self):
        plugin = BUILD / "plugins/merges_centre_taps.so"
        for half_length in (3, 6):
            with self.subTest(half_length=half_length):
                run = ladder("verify", f"--stage={plugin}", "--size=131x150",
                             f"--half-length={half_length}", "--nt=1000", code=3)
                self.assertRegex(run.stdout, "the interior is off by")

    def test_a_stage_near_a_source_at_the_surface_is_right(self):
        # The interior holds 1e-5 of the peak then, and the original happens to round well.
        for depth in (0, 40):
            with self.subTest(depth=depth):
                ladder("verify", "--case=small", "--stage=c-simd", "--nt=60", "--operator=taylor",
                       "--half-length=8", f"--source=2200,{depth}", code=0)
