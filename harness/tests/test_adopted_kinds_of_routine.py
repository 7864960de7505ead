# label: cli
# cost: 40
"""Step 0 alone gives the recorded bits, and the owner's program runs with it: for each kind of
routine that is read."""

import json
import re
import shutil

import adopted_program
from source_tree import execute

# By program, what is of interest in a routine: its file, its name, and the calls.
HELD = {
    "modules": {
        "assumed shape, optional arguments, generic callees, private variables of modules":
            ("smooth.f90", "smooth", "1,last"),
        "a pure function with an array result": ("smooth.f90", "mean", "1,last"),
        "a function that counts in a protected variable": ("tables.f90", "lookup")},
    "fixed": {
        "a function that reads a block of block data": ("relax.f", "help"),
        "a variable that keeps its value": ("relax.f", "damp", "1,4,last"),
        "a function with one": ("relax.f", "total", "1")},
    "types": {
        "nested components, arrays of types, pointers to other arguments":
            ("types.f90", "step", "1,2,4,8")},
    "kinds": {
        "complex, logical, small integers, characters, pointers, allocatables":
            ("mix.F90", "turn")},
    "hosts": {
        "variables of the host, of its module and of a sibling": ("hosts.f90", "product", "1,3"),
        "a function with a scalar result": ("hosts.f90", "twice"),
        "the host with its internal procedures": ("hosts.f90", "solve", "1")},
}

DECLARED = """program main
  implicit none
  integer, parameter :: n = 20
  double precision :: a(n), dexp
  real :: scaled
  integer :: k
  external work
  a = 1
  do k = 1, 3
    call work(a, k)
    a(2:) = a(:n - 1) * scaled(k) + dexp(-a(:n - 1))
    call inner(a)
  end do
  print *, sum(a)
contains
  subroutine inner(x)
    double precision :: x(n), dabs
    integer, external :: whole
    integer :: i
    do i = 1, n
      x(i) = x(i) * scaled(k) + dexp(-dabs(x(i))) + whole(i)
    end do
  end subroutine
end program
subroutine last(x, n)
  implicit none
  integer :: n, i
  double precision :: x(n), y(n), dsqrt, erf
  real :: scaled
  intrinsic :: dsqrt
  external :: erf
  do i = 1, n
    y(i) = scaled(i)
    x(i) = dsqrt(abs(x(i))) + y(i) + erf(x(i))
  end do
end subroutine
"""
ELSEWHERE = """      real function scaled(k)
      scaled = 0.5 + 0.01 * k
      end
      integer function whole(k)
      whole = mod(k, 3)
      end
      double precision function erf(x)
      double precision x
      erf = 0.25 * x
      end
      subroutine work(x, k)
      double precision x(20)
      x(1) = x(1) + k
      call last(x, 20)
      end
"""


class OfFunctionsWithATypeAlone(adopted_program.Adopting):
    """What is called and declared by its type alone is a function: the intrinsic one of that name,
    where nothing says EXTERNAL and no source has another."""

    def setUp(self):
        super().setUp()
        shutil.rmtree(self.tree)
        self.tree.mkdir()
        (self.tree / "main.f90").write_text(DECLARED)
        (self.tree / "functions.f").write_text(ELSEWHERE)
        (self.tree / "Makefile").write_text("model: main.f90 functions.f\n"
                                            "\tgfortran -O2 -w -o $@ $^\n")

    def calls_of(self, name, source, called):
        self.assertRegex(self.adopt(source, name).stdout, f"it calls {called}\n")
        self.record(name)

    def test_of_a_program(self):
        self.calls_of("some", "main.f90:10-11", "work, last, erf, scaled")

    def test_of_a_program_that_declares_them_for_a_procedure_inside(self):
        self.calls_of("inner", "main.f90", "whole, scaled")
        self.calls_of("turns", "main.f90:20-22", "whole, scaled")

    def test_of_a_procedure(self):
        self.calls_of("last", "main.f90", "erf, scaled")
        self.calls_of("turn", "main.f90:32-35", "scaled, erf")

    def test_they_are_the_same_in_c(self):
        self.calls_of("last", "main.f90", "erf, scaled")
        self.ladder = self.tree / "ladders/last"
        self.run_in(0, "written: .*c.c", "port", "c", "--write-only")
        self.assertRegex((self.ladder / "c.c").read_text(), r"sqrt\(.*erf_?\w*\(")
        self.verify(0, "1 right, 0 wrong", "c")


class OfEachKind(adopted_program.Adopting):
    def test_step_0_is_the_routine(self):
        for program, routines in HELD.items():
            shutil.rmtree(self.tree)
            adopted_program.copy_program(program, self.tree)
            for kind, asked in routines.items():
                with self.subTest(kind):
                    self.holds_for(*asked)
            self.assertEqual(self.packs(asked[1]), program in ("types", "kinds"), program)
            if program == "modules":
                self.heads_of_procedures_have_no_branch_that_is_never_taken()

    def packs(self, routine):
        """Whether a call of the last routine was seen to take time for values that are not
        contiguous: components of arrays of derived types, sections with a stride."""
        file = self.tree / "ladders" / routine / "calls/index.json"
        return json.loads(file.read_text())["packing_seconds"] > 0

    def heads_of_procedures_have_no_branch_that_is_never_taken(self):
        index = json.loads((self.tree / "ladders/smooth/calls/index.json").read_text())
        lines = (self.tree / "smooth.f90").read_text().splitlines()
        places = index["coverage"]["in_part"]
        shown = [lines[int(re.search(r":(\d+)", place)[1]) - 1] for place in places]
        self.assertTrue(shown)
        self.assertEqual([line for line in shown if "subroutine" in line], [])


class OfFixedForm(adopted_program.Adopting):
    program = "fixed"

    def test_common_blocks_equivalence_aliased_arguments_and_sizes_of_the_caller(self):
        # A last extent of one is any size.
        self.assertNotIn("upper bound", self.holds_for("relax.f", "RELAX"))

    def test_a_member_of_a_block_is_written_where_any_callee_writes_it(self):
        self.holds_for("relax.f", "BOTH")
        self.ladder = self.tree / "ladders/both"
        self.ends(0, "written", "new-stage", "fortran", "half", f"--ladder={self.ladder}")
        stage = self.ladder / "half.f90"
        whole = stage.read_text()
        stage.write_text(re.sub(r"(?im)^ *call two *\n", "", whole))
        self.assertNotEqual(stage.read_text(), whole)
        self.run_in(3, "half.*WRONG", "verify")

    def test_a_block_that_is_written_by_a_name_of_its_own_in_an_equivalence(self):
        self.holds_for("relax.f", "CLEAR")
        self.ladder = self.tree / "ladders/clear"
        for name, most, code in (("all", "n + 4", 0), ("fewer", "n + 3", 3)):
            self.write_c(name, f"""double one[12];
  for (int k = 0; k < 12; ++k) one[k] = k < 4 ? q(k + 1) : s(k - 3);
  for (int k = 0; k < {most}; ++k) one[k] = 0.5 * one[k] + (k + 1) + one[0];
  for (int k = 0; k < 12; ++k) *(k < 4 ? &q(k + 1) : &s(k - 3)) = one[k];
""")
            self.run_in(code, f"{name} +{'WRONG' if code else 'right'}", "verify",
                        f"--stage={name}")


class OfOldStandards(adopted_program.Adopting):
    program = "legacy"

    def test_dimension_statements_procedures_given_to_callees_parallel_loops_and_a_library(self):
        library = self.tree / "library.o"
        execute("make", library.name, cwd=self.tree, check=True)
        given = "--flags=-O2 -std=legacy -fopenmp", "--sources=model.f", f"--libraries={library}"
        self.holds_for("model.f", "STEP", "1,2,last", *given)
        index = json.loads((self.tree / "ladders/step/calls/index.json").read_text())
        line = (self.tree / "model.f").read_text().splitlines().index("          TAIL(I) = 0") + 1
        self.assertEqual(index["coverage"]["never"], [f"model.f:{line}"])
        rows = self.ends(0, "details", "verify", "--ladder=ladders/step",
                         "--json").stdout.splitlines()
        self.assertEqual([json.loads(row)["details"]["left_out"] for row in rows], [0])
        # where a library has one precision
        self.assertRegex(self.verdict(), r"\n *oracle [^\n]*\([^)]*\boriginal")
        self.adopt("model.f", "STEP", "--calls=1", given[0],
                   "--sources=model.f,library.f", "--libraries=")
        self.record("step")
        self.assertRegex(self.verdict(), r"\n *oracle [^\n]*\([^)]*\bsame source")

    def verdict(self):
        return self.ends(0, "original: right", "explain", "original", "--verdict",
                         "--ladder=ladders/step").stdout

    def test_the_same_is_written_at_each_call(self):
        self.adopt("model.f", "EULER", "--sources=model.f,library.f", code=2,
                   words="'f' is a procedure")
        texts = []
        for seed in ("1", "2", "3"):
            self.environment["PYTHONHASHSEED"] = seed
            self.adopt("model.f", "STEP", "--flags=-O2 -std=legacy")
            texts.append({file.name: file.read_text()
                          for file in (self.tree / "ladders/step").iterdir()})
        self.assertEqual(texts[1:], texts[:1] * 2)
