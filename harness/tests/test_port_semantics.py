# label: cli
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

    def test_the_bits_of_each_procedure(self):
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
    ("vector subscript", "a(k) = 1"),
    ("WHERE reads other elements", "where (a(2:n) > 0) a(2:n) = a(1:n - 1)"),
    ("subscript changes inside", "associate (here => a(k(1)))", "k(1) = 2", "here = 1",
     "end associate"),
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
            with self.subTest(construct), tempfile.TemporaryDirectory() as folder:
                pathlib.Path(folder, "work.f90").write_text("\n".join(text))
                with self.assertRaises(Refused) as caught:
                    Rung(adopted(pathlib.Path(folder), "work.f90", "work")).text()
                self.assertRegex(str(caught.exception), rf"work\.f90:\d+: .*{construct}")
