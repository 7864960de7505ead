# label: cli
# cost: 20
"""What `ladder port` writes in C means what the Fortran means, to the last bit; what it cannot say
is refused by name."""

import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

from source_tree import SOURCE, execute
from adopting.adopted import Adopted
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
        cls.folder = pathlib.Path(tempfile.mkdtemp(prefix="ladder-semantics-"))
        for name in ("port_semantics.f90", "port_semantics_main.f90"):
            shutil.copy(PROGRAMS / name, cls.folder)
        made = adopted(cls.folder, "port_semantics.f90", "everything")
        (cls.folder / "everything.h").write_text(made.files()["everything.h"])
        (cls.folder / "stage.c").write_text(Rung(made).text())
        exact = ["-O2", "-ffp-contract=off"]
        for words in (["gcc", *exact, "-Wall", "-Werror=implicit", "-c", "stage.c"],
                      ["gfortran", *exact, "port_semantics.f90", "port_semantics_main.f90",
                       "stage.o", "-o", "both", "-lm"]):
            done = subprocess.run(words, cwd=cls.folder, capture_output=True, text=True)
            if done.returncode:
                raise AssertionError(done.stderr)
        done = execute("./both", cwd=cls.folder)
        cls.differs = done.stdout + done.stderr

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder)

    def test_a_variable_of_the_module_counts_the_calls(self):
        self.assertNotIn("calls differs", self.differs)


def bits_of(number):
    def test(self):
        self.assertNotRegex(self.differs, rf"(?m)^{number} differs")

    return test


for at, case in enumerate(CASES, 1):
    setattr(Bits, f"test_the_bits_of_{case}_{at}", bits_of(at))


class Refuses(unittest.TestCase):
    """Each source is refused with the line of the construct and its name."""

    def refused(self, construct, declared, *statements, more=""):
        lines = ["subroutine work(n, a, b, k)", "  implicit none", "  integer, intent(in) :: n",
                 "  real, intent(inout) :: a(n), b(n, n)", "  integer, intent(inout) :: k(n)",
                 *declared, *statements, "end subroutine work"]
        with tempfile.TemporaryDirectory(prefix="ladder-refused-") as folder:
            pathlib.Path(folder, "work.f90").write_text("\n".join([*lines, more, ""]))
            with self.assertRaises(Refused) as caught:
                Rung(adopted(pathlib.Path(folder), "work.f90", "work")).text()
        self.assertRegex(str(caught.exception), rf"work\.f90:\d+: .*{construct}")

    def test_equivalence(self):
        self.refused("EQUIVALENCE", ["real :: c(2), d", "equivalence (c(1), d)"], "c(2) = a(1)",
                     "a(1) = d")

    def test_a_function_whose_result_is_an_array(self):
        self.refused("array as its result", [], "a = twice(a)", "contains", "function twice(x)",
                     "real, intent(in) :: x(:)", "real :: twice(size(x))", "twice = 2*x",
                     "end function twice")

    def test_a_section_with_gaps_as_an_argument(self):
        self.refused("next to each other", [], "call other(b(1, :), n)",
                     more="subroutine other(x, n)\ninteger, intent(in) :: n\n"
                          "real, intent(inout) :: x(n)\nx = 1\nend subroutine other")

    def test_a_vector_subscript(self):
        self.refused("vector subscript", [], "a(k) = 1")

    def test_an_overlap_in_where(self):
        self.refused("WHERE reads other elements", [], "where (a(2:n) > 0) a(2:n) = a(1:n - 1)")

    def test_a_value_that_is_kept_by_a_callee(self):
        self.refused("kept|keeps", [], "call other(a, n)",
                     more="subroutine other(x, n)\ninteger, intent(in) :: n\n"
                          "real, intent(inout) :: x(n)\nreal, save :: last = 0\nlast = last + 1\n"
                          "x(1) = last\nend subroutine other")
