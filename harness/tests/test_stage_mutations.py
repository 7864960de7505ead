# label: cli
"""Wrong and honest variants of a stage's source: one change each, that compile, that are other
programs, the same for a seed."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
SCRIPT = SOURCE / "scripts/experiments/stage_mutations"
sys.path.insert(0, str(SCRIPT.parent))

from mutating import code as code_of, honest, wrong  # noqa: E402

IN_C = """/* a - b at 0.5 */
#define AT(i, j) q[(i) + 3 * (j)]
double mean(const double *q, double scale, int n) {
  double sum = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < 3; ++i) {
      if (q[i] > 0.5 && n > 2) sum += AT(i, j) * scale - 1e-3; /* 2.0 */
    }
  const double last = sum / scale + 0.25 + q[0];
  return sum > 0 ? last : -sum;
}
"""
IN_FREE = """real(8) function mean(q, scale, n) ! a - b at 0.5_8
  integer, intent(in) :: n
  real(8), intent(in) :: q(3, n), scale
  real(8) :: sum
  integer :: i, j
  sum = 0
  do j = 1, n
    do i = 1, 3
      if (q(i, j) > 0.5d0) then
        sum = sum + q(i, j)*scale &
              - 1.0d-3
      end if
    end do
  end do
  mean = sum/scale + 0.25d0 + max(q(1, 1), 0.0d0)
end function mean
"""
IN_FIXED = """C     A - B AT 0.5
      SUBROUTINE ADD (Q, S, N)
      DIMENSION Q(3,*)
      DO 20 J = 1, N
         DO 10 I = 1, 3
            IF (Q(I,J) .GT. 0.5) S = S + Q(I,J) * 1.5 - Q(I,J) / S
     &        + 0.25
   10    CONTINUE
   20 CONTINUE
      END
"""
SOURCES = {"mean.c": IN_C, "mean.f90": IN_FREE, "add.f": IN_FIXED}


class Mutations(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        for name, text in SOURCES.items():
            (self.path / name).write_text(text)

    def made(self, stage, output, *arguments):
        done = subprocess.run([SCRIPT, *arguments, f"--output={self.path / output}",
                               self.path / stage], capture_output=True, text=True,
                              timeout=300)
        if done.returncode not in (0, 1):
            return done.returncode, done.stderr
        index = [json.loads(line)
                 for line in (self.path / output / "index.jsonl").read_text().splitlines()]
        return [((self.path / output / one["file"]).read_text(), one) for one in index]

    def test_a_wrong_variant_differs_from_the_stage_in_one_line(self):
        for stage, text in SOURCES.items():
            made = self.made(stage, f"wrong-{stage}", "--count=15")
            self.assertEqual(len(made), 15)
            self.assertEqual(len({variant for variant, _ in made}), 15)
            for variant, described in made:
                pairs = [(a, b) for a, b in zip(text.splitlines(), variant.splitlines(),
                                                strict=True) if a != b]
                self.assertEqual(len(pairs), 1, described)
                self.assertEqual(text.splitlines().index(pairs[0][0]) + 1,
                                 described["changes"][0]["line"])

    def test_a_seed_gives_the_same_variants_and_another_others(self):
        first, again, other = (self.made("mean.c", f"{name}", "--count=12", f"--seed={seed}")
                               for name, seed in (("first", 7), ("again", 7), ("other", 8)))
        self.assertEqual(first, again)
        self.assertNotEqual(first, other)

    def test_every_kind_of_mistake_is_found_in_each_language(self):
        for stage, kinds in (("mean.c", {"sign", "index", "constant", "border", "kind", "branch"}),
                             ("mean.f90",
                              {"sign", "index", "constant", "border", "kind", "branch"}),
                             ("add.f", {"sign", "index", "constant", "border", "branch"})):
            self.assertEqual({edit.kind for edit in wrong.of_code(code_of.read(self.path / stage))},
                             kinds, stage)

    def test_comments_directives_and_declared_arguments_stay(self):
        for stage, kept in (("mean.c", ["/* a - b at 0.5 */", "#define AT(i, j) q[(i) + 3 * (j)]",
                                        "double mean(const double *q", "/* 2.0 */"]),
                            ("mean.f90",
                             ["! a - b at 0.5_8", "real(8), intent(in) :: q(3, n), scale"]),
                            ("add.f", ["C     A - B AT 0.5"])):
            code = code_of.read(self.path / stage)
            for edit in wrong.of_code(code) + honest.of_code(code):
                for words in kept:
                    self.assertIn(words, code.changed(edit))

    def test_fixed_form_stays_within_its_columns(self):
        for variant, _ in (self.made("add.f", "fixed", "--count=15")
                           + self.made("add.f", "honest", "--honest", "--count=15")):
            self.assertLessEqual(max(map(len, variant.splitlines())), 72)

    def test_honest_variants_reorder_sums_and_take_other_flags(self):
        made = self.made("mean.c", "variants", "--honest", "--count=20")
        self.assertTrue(any(described["kind"] == "flags" and variant == IN_C
                            for variant, described in made))
        changes = {change["kind"] for _, described in made for change in described["changes"]}
        self.assertIn("order of a sum", changes)
        self.assertIn("reciprocal", changes)

    def test_what_cannot_be_read_or_compiled_is_refused_and_nothing_is_overwritten(self):
        (self.path / "stage.txt").write_text("x")
        (self.path / "broken.c").write_text("int f(")
        for stage in ("stage.txt", "missing.c", "broken.c"):
            self.assertEqual(self.made(stage, f"out-{stage}")[0], 7)
        (self.path / "there").mkdir()
        (self.path / "there/note").write_text("mine")
        self.assertEqual(self.made("mean.c", "there")[0], 7)
        self.assertEqual([one.name for one in (self.path / "there").iterdir()], ["note"])


if __name__ == "__main__":
    unittest.main()
