# label: cli
# cost: 45
"""Wrong stages of an adopted routine that a kind judge would take, and honest ones that a blunt one
would not."""

import json
import re

import adopted_program

REDUCE = """  TYPE t = 0, e = 0, q = 1, most = a(1);
  for (int i = 1; i <= n; i++) {
    t += (TYPE)a(i) * a(i);
    e += (TYPE)a(i) * b(i);
    if (i <= 200) q *= (TYPE)a(i) / 0.45f;
    most = a(i) > most ? a(i) : most;
  }
  *s = t * FS, *d = e * FD, *p = q * FP, *m = most * FM;
"""
BLOCKED = """  float t = 0, e = 0, q = 1, most = a(1);
  for (int k = 1; k <= n; k += 100) {
    float tk = 0, ek = 0, qk = 1;
    for (int i = k; i < k + 100 && i <= n; i++) {
      tk += a(i) * a(i), ek += a(i) * b(i);
      if (i <= 200) qk *= a(i) / 0.45f;
      most = a(i) > most ? a(i) : most;
    }
    t += tk, e += ek, q *= qk;
  }
  *s = t, *d = e, *p = q, *m = most;
"""
BACKWARD = REDUCE.replace("int i = 1; i <= n; i++", "int i = n; i >= 1; i--")
BALANCE = """  float p = 1;
  for (int k = 1; k <= n; k += 256) {
    float pk = 1;
    for (int i = k; i < k + 256 && i <= n; i++) pk *= f(i);
    p *= pk;
  }
  *q = p * FACTOR;
"""
ALTERNATE = """  float t[2] = {0}, u[2] = {0};
  for (int k = 0; k <= 99; k++) counts(k) = 0;
  for (int i = FIRST; i <= n; i++) {
    const float even = i % 2 == 0 ? SIGN * a(i) : -a(i), centred = a(i) - CENTRE;
    int fourth = 4 * a(i);
    LIMIT
    counts(fourth)++;
    t[APART(even)] += even, u[APART(centred)] += centred;
  }
  *s = t[0] + t[1], *c = u[0] + u[1];
"""
SMOOTH = """  const double a8 = A8, left = THIRD, below = SEVENTH, more = NINTH;
  for (int j = 1; j <= ny; j++)
    for (int i = 1; i <= nx; i++) {
      v(i, j) = a8 * u(i, j) + left * u(i > 1 ? i - 1 : 1, j) / MASS -
                friction * u(i, j) * u(i, j) + 2 * below * u(i, j > 1 ? j - 1 : 1) + more + 2 / 3;
    }
  if (every == 2) v(1, 1) = 0.1;
  if (every > 1) v(2, 1) += u(2, 1);
  v(3, 1) += 1e-20 * u(3, 1);
  *largest = fmax(*largest, v(1, 1));
"""
SINGLE = {"A8": "0.8f", "THIRD": "1.0f / 3.0f", "SEVENTH": "1.0f / 7.0f", "NINTH": "1.0f / 9.0f",
          "MASS": "mass"}


def with_words(text, words):
    for word, value in words.items():
        text = text.replace(word, value)
    return text


class Verdicts(adopted_program.Adopting):
    program = "verdicts"

    flags = ""

    def verdicts(self, bodies):
        for name, body in bodies.items():
            self.write_c(name, body)
            file = self.ladder / f"{name}.c"
            text = file.read_text().replace("#include <stdint.h>",
                                            "#include <math.h>\n#include <stdint.h>")
            file.write_text(re.sub(r"(?m)^// flags:.*", lambda old: self.flags or old[0], text))
        shown = self.run_in(3, "verdict", "verify", f"--stage={','.join(bodies)}", "--json").stdout
        return {row["stage"]: row["verdict"] for row in map(json.loads, shown.splitlines())}

    def judge(self, right, wrong):
        self.assertEqual(self.verdicts({**right, **wrong}),
                         {**dict.fromkeys(right, "right"), **dict.fromkeys(wrong, "WRONG")})


class Reductions(Verdicts):
    recorded_as = ("work.f90", "reduce", "1")

    def test_a_limit_grows_with_the_root_of_the_length(self):
        def of(body, kind="double", **factors):
            return with_words(body, {"TYPE": kind, "FS": "1", "FD": "1", "FP": "1", "FM": "1",
                                     **factors})

        self.judge(
            {"double": of(REDUCE), "float": of(REDUCE, "float"), "blocked": of(BLOCKED),
             "backward": of(BACKWARD, "float")},
            {"sum": of(REDUCE, FS="1.0001"), "dot": of(REDUCE, FD="1.0001"),
             "product": of(REDUCE, FP="1.0002"), "largest": of(REDUCE, FM="1.000001")})

    def test_a_limit_that_hides_a_term_of_a_sum_is_said(self):
        body = with_words(REDUCE, {"TYPE": "double", "FS": "1", "FD": "1", "FP": "1", "FM": "1"})
        self.write_c("without_last", body.replace("t += ", "if (i < n) t += ", 1))
        run = self.run_in(0, "right", "verify", "--stage=without_last", "--json")
        said = json.loads(run.stdout)["not_told_apart"]
        for name, hides in (("s", True), ("d", True), ("m", False)):
            self.assertEqual(any(f"{name} (by " in one and "term of a sum" in one
                                 for one in said), hides, said)


class Balances(Verdicts):
    flags = "// flags: -Ofast"

    recorded_as = ("work.f90", "balance", "1")

    def test_blocks_of_factors_are_honest(self):
        self.judge({"blocked": with_words(BALANCE, {"FACTOR": "1"})},
                   {"larger": with_words(BALANCE, {"FACTOR": "1.001f"})})


class Cancelling(Verdicts):
    flags = "// flags: -Ofast"

    recorded_as = ("work.f90", "alternate", "1")

    def test_any_order_is_honest_and_what_is_not_detected_is_said(self):
        def of(**words):
            return with_words(ALTERNATE, {"FIRST": "1", "SIGN": "1", "APART(even)": "0",
                                          "APART(centred)": "0", "LIMIT": "", "CENTRE": "0.45f",
                                          **words})

        signs = {"APART(even)": "even > 0", "APART(centred)": "centred > 0"}
        self.judge({"lanes": of(), "apart": of(**signs),
                    "limited": of(LIMIT="if (fourth > 50) fourth = 50;")},
                   {"first": of(FIRST="20"), "sign": of(SIGN="-1"), "centre": of(CENTRE="0.4501f"),
                    "bin": of(LIMIT="if (fourth > 1) fourth = 1;")})
        run = self.run_in(0, "right", "verify", "--stage=lanes", "--json")
        said = " ".join(json.loads(run.stdout)["not_told_apart"])
        self.assertRegex(said, r"terms of c \(by \S+ of it\), s \(by \S+ of it\) cancel")
        self.assertRegex(said, r"fourth of counts is 0 to \d \(of 0 to 99\)")


class Constants(Verdicts):
    recorded_as = ("work.f90", "smooth", "1,last")

    def test_constants_and_scalars_are_the_owners(self):
        def of(**words):
            return with_words(SMOOTH, {**SINGLE, **words})

        self.judge({"kept": of()},
                   {"literal": of(A8="0.8"), "parameter": of(THIRD="1.0 / 3.0"),
                    "imported": of(SEVENTH="1.0 / 7.0"), "computed": of(NINTH="1.0 / 9.0"),
                    "divided": of().replace("2 / 3", "2.0 / 3.0"), "massless": of(MASS="1")})

    def test_what_the_calls_do_not_show_is_said(self):
        index = json.loads((self.ladder / "calls" / "index.json").read_text())
        said = " ".join(index["not_detected"])
        lines = (self.tree / "work.f90").read_text().splitlines()
        places = [f"work.f90:{number}" for number, line in enumerate(lines, 1)
                  if any(text in line for text in ("= 0.1d0", "every > 1", "1d-20"))]
        self.assertEqual(len(places), 3)
        for words in ("nx = ny", "friction is 0", "largest: no result", *places):
            self.assertIn(words, said)
        self.assertNotIn("mass", said)
        self.write_c("exchanged", with_words(SMOOTH, SINGLE).replace("ny;", "nx;", 1).replace(
            "i <= nx", "i <= ny", 1))
        run = self.run_in(0, "right", "verify", "--stage=exchanged", "--json")
        self.assertEqual(json.loads(run.stdout)["details"]["not_detected"], index["not_detected"])

    def test_calls_that_show_more_are_proposed(self):
        run = self.ends(0, "--calls=1,2,3", "record", str(self.ladder))
        self.assertEqual(sorted(path.name for path in (self.ladder / "calls").iterdir()),
                         ["1", "3", "index.json"], run.stdout)
        run = self.ends(0, "step 0", "record", str(self.ladder), "--calls=1,2,3")
        self.assertNotIn("--calls=", run.stdout)


class Ends(adopted_program.Adopting):
    program = "caller"

    def test_numbers_that_noise_may_bring_out_of_an_array_get_none(self):
        (self.tree / "step.f90").write_text("""program main
  real(8) :: v(41) = 1, w(0:192) = 1
  call fill(v, 193, 2d0/192, 2d0, 0.5d0, w)
  print *, sum(w)
end program main
subroutine fill(v, n, dx, x, gain, w)
  integer, intent(in) :: n
  real(8), intent(in) :: v(41), dx, x, gain
  real(8), intent(inout) :: w(n)
  integer :: i
  do i = 2, nint(x/dx)
    w(i + 1) = w(i + 1)*gain + v(1 + i/10)
  end do
end subroutine fill
""")
        self.adopt("step.f90", "fill", "--calls=1")
        self.record("fill")
        index = json.loads((self.tree / "ladders/fill/calls/index.json").read_text())
        self.assertEqual([one["name"] for one in index["calls"][0]["values"] if "varied" in one],
                         ["gain"])
