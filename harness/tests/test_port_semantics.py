# label: cli
"""What `ladder port` writes in C means what the Fortran means, to the last bit; what it cannot say
is refused by name. From a source to its first rung: what is in the way is named, with an exit
code."""

import re
import shutil
import unittest

import adopted_program
from source_tree import SOURCE, execute, folder_of
from adopting import running
from adopting.adopted import Adopted
from adopting.failure import Failure
from porting.refused import Refused
from porting.rung import Rung

PROGRAMS = SOURCE / "harness/tests/routines/semantics"
DESCRIBED = {"flags": "-O2", "compiler": "gfortran", "libraries": "", "build": "", "run": ""}
CASES = re.findall(r"^    call (\w+)\(", (PROGRAMS / "port_semantics.f90").read_text(), re.M)


def adopted(folder, source, routine):
    return Adopted(folder, {**DESCRIBED, "source": source, "routine": routine})


class Bits(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder_of(cls)
        for name in ("port_semantics.f90", "port_semantics_main.f90"):
            shutil.copy(PROGRAMS / name, cls.folder)
        made = adopted(cls.folder, "port_semantics.f90", "everything")
        (cls.folder / "everything.h").write_text(made.files()["everything.h"])
        (cls.folder / "stage.c").write_text(Rung(made).text())
        exact = ["-O2", "-ffp-contract=off"]
        for words in (["gcc", *exact, "-Wall", "-Werror=implicit", "-c", "stage.c"],
                      ["gfortran", *exact, "port_semantics.f90", "port_semantics_main.f90",
                       "stage.o", "-o", "both", "-lm"]):
            done = execute(*words, cwd=cls.folder, code=0)
        done = execute("./both", cwd=cls.folder)
        cls.differs = done.stdout + done.stderr

    def test_the_bits_of_each_procedure_and_a_variable_of_the_module(self):
        self.assertNotIn("calls differs", self.differs)
        for at, name in enumerate(CASES, 1):
            with self.subTest(name):
                self.assertNotRegex(self.differs, rf"(?m)^{at} differs")


OTHER = "end subroutine\nsubroutine other(x, n)\ninteger :: n\nreal, intent(inout) :: x(n)\n"
# What is named, and the lines behind the declarations.
REFUSED = (
    ("EQUIVALENCE", "real :: c(2), d", "equivalence (c(1), d)", "c(2) = a(1)", "a(1) = d"),
    ("array as its result", "a = twice(a)", "contains", "function twice(x)",
     "real, intent(in) :: x(:)", "real :: twice(size(x))", "twice = 2*x", "end function twice"),
    ("next to each other", "call other(b(1, :), n)", OTHER + "x = 1"),
    ("vector subscript", "a(k) = 1"), ("function matmul", "a = matmul(b, a)"),
    ("WHERE reads other elements", "where (a(2:n) > 0) a(2:n) = a(1:n - 1)"),
    ("subscript changes inside", "associate (here => a(k(1)))", "k(1) = 2", "here = 1",
     "end associate"),
    ("value 'here . here' of a", "type pair; real :: x; end type", "type(pair) :: here",
     "interface operator(+); procedure both; end interface", "here%x = 1", "here = here + here",
     "contains", "type(pair) function both(one, other)", "type(pair), intent(in) :: one, other",
     "both%x = one%x + other%x", "end function both"),
    ("kept|keeps", "call other(a, n)",
     OTHER + "real, save :: last = 0\nlast = last + 1\nx(1) = last"),
)


class Refuses(unittest.TestCase):
    """Each source is refused with the line of the construct and its name."""

    def test_each_construct_is_named_with_its_line(self):
        for construct, *lines in REFUSED:
            text = ["subroutine work(n, a, b, k)", "  implicit none", "  integer, intent(in) :: n",
                    "  real, intent(inout) :: a(n), b(n, n)", "  integer, intent(inout) :: k(n)",
                    *lines, "end subroutine", ""]
            with self.subTest(construct):
                folder = folder_of(self)
                (folder / "work.f90").write_text("\n".join(text))
                with self.assertRaises(Refused) as caught:
                    Rung(adopted(folder, "work.f90", "work")).text()
                self.assertRegex(str(caught.exception), rf"work\.f90:\d+: .*{construct}")


OWN = """module own
contains
  subroutine plain(x)
    use, intrinsic :: iso_fortran_env, only: error_unit
    real, intent(inout) :: x(3)
    if (x(2) > 1e30) write (unit=error_unit, fmt=*) 'large'
    x(1) = x(2) + 1
  end subroutine plain
  subroutine never(x, k, n)
    integer, intent(in) :: n, k(3)
    real, intent(inout) :: x(3)
    integer :: i
    do i = 1, n
      x(k(i)) = x(k(i)) + 1
    end do
  end subroutine never
end module own
program main
  use own
  real :: x(3) = 1
  call plain(x)
  call never(x, [1, 2, 3], 0)
  print *, x
end program main
"""


class FromASource(adopted_program.Adopting):
    program = "caller"

    def test_no_loop_and_no_turns(self):
        (self.tree / "step.f90").write_text(OWN)
        for code, words, routine, *rungs in (
                (0, "step.f90:3: no loop is parallel", "plain", "c", "c-omp"),
                (6, "step.f90:9: .*enough turns in a recorded call", "never", "c-omp")):
            self.ends(code, f"not ported: c-omp: {words}", "port", "step.f90", routine,
                      "--build=make", "--run=./model", "--write-only", *rungs)

    def test_calls_that_the_disk_cannot_hold(self):
        with self.assertRaises(Failure) as caught:
            running.check_room(10**18, self.path)
        self.assertEqual(caught.exception.code, 7)
        self.assertIn("record fewer calls", str(caught.exception))
