# label: cli
# cost: 70
"""What `ladder port` writes in C means what the Fortran means, to the last bit; what it cannot say
is refused by name. `ladder port --rungs=thesis`: each rung of stencils computes what the routine
computes, a nest that does not take one has its reason, and a tile without its halo is found by the
emulation."""

import json
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
    ("changes its own subscripts", "k(1:k(2)) = 2"), ("the values", "k(1:2) = (/k(2), k(1)/)"),
    ("the values", "a(1:2) = [integer :: 1.5, 2.5]"),
    ("'u', where a variable is expected", "call named(a, 'u')",
     "end subroutine\nsubroutine named(x, of)\nreal, intent(inout) :: x(*)\n"
     "character(*), intent(in) :: of\nif (of == 'u') x(1) = 0"),
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
  subroutine rows(c, s)
    real, intent(in) :: c(3, 2)
    real, intent(out) :: s(3)
    s = sum(c, dim=2)
  end subroutine rows
end module own
program main
  use own
  real :: x(3) = 1, c(3, 2) = 1
  call plain(x)
  call never(x, [1, 2, 3], 0)
  call rows(c, x)
  print *, x
end program main
"""


class FromASource(adopted_program.Adopting):
    program = "caller"

    def test_no_loop_no_turns_and_sums_of_rows(self):
        (self.tree / "step.f90").write_text(OWN)
        for code, words, routine, *rungs in (
                (0, "step.f90:3: no loop is parallel", "plain", "c", "c-omp"),
                (6, "step.f90:9: .*enough turns in a recorded call", "never", "c-omp"),
                (6, "step.f90:[0-9]+: 'SUM.*', along one axis", "rows", "c")):
            self.ends(code, f"not ported: {rungs[-1]}: {words}", "port", "step.f90", routine,
                      "--build=make", "--run=./model", "--write-only", *rungs)

    def test_calls_that_the_disk_cannot_hold(self):
        with self.assertRaises(Failure) as caught:
            running.check_room(10**18, self.path)
        self.assertEqual(caught.exception.code, 7)
        self.assertIn("record fewer calls", str(caught.exception))


RIGHT = ("cuda-padded", "cuda-constant", "cuda-shared-minor", "cuda-shared-major", "cuda-shared",
         "cuda-coarsen", "cuda-fused", "cuda-graph")


class Thesis(adopted_program.Adopting):
    program = "stencils"
    recorded_as = ("stencils.f90", "step", "1,last")

    def port(self, code, words, *more):
        return self.ends(code, words, "port", f"--ladder={self.ladder}", "--write-only", *more)

    def emulated(self, code, words, *stages, knob=()):
        return self.ends(code, words, "verify", "--emulate", f"--ladder={self.ladder}",
                         f"--stage={','.join(stages)}", *knob)

    def nests(self, *rungs):
        """[(taken, why)] of each rung, in the order of the source."""
        document = json.loads(self.port(0, "rungs", "--json", f"--rungs={','.join(rungs)}").stdout)
        found = {each["rung"]: each["nests"] for each in document["rungs"]}
        return [[(each["taken"], each["why"]) for each in found[rung]] for rung in rungs]

    def test_all_rungs_are_right(self):
        self.port(0, "written: .*cuda-fused.cu", "--rungs=thesis")
        self.assertFalse((self.ladder / "omp.f90").exists())
        self.assertIn("const double *__restrict__ p", (self.ladder / "cuda.cu").read_text())
        self.ends(0, "2 right, 0 wrong", "verify", f"--ladder={self.ladder}",
                  "--stage=c-simd,c-blocked")
        for stages in (RIGHT[::2], RIGHT[1::2]):
            self.emulated(0, f"{2 * len(stages)} right, 0 wrong, 0 skipped", *stages)

    def test_nests_and_reasons(self):
        rungs = ("c-blocked", *RIGHT)
        nests = dict(zip(rungs, self.nests(*rungs)))
        self.assertEqual({rung: [taken for taken, _ in nests[rung]] for rung in rungs}, {
            "c-blocked": [True, False, False, True, False],
            "cuda-padded": [False, False, False, False, False, True],
            "cuda-constant": [True, False, False, False, False, True],
            "cuda-shared-minor": [True, False, False, False, True, False],
            "cuda-shared-major": [True, False, False, False, False, False],
            "cuda-shared": [True, False, False, True, True, False],
            "cuda-coarsen": [True, False, False, False, False, False],
            "cuda-fused": [True, True, False, False, False],
            "cuda-graph": [True] * 6})
        self.assertEqual(nests["cuda-fused"][2][1],
                         "'i' is from 1 to n - 1, before from 1 to n")
        source = self.tree / "stencils.f90"  # now with one range for all loops
        source.write_text(source.read_text().replace("do i = 1, n - 1", "do i = 1, n"))
        self.adopt("stencils.f90", "step")
        self.record("step")
        (self.ladder / "cuda-fused.cu").unlink()
        (fused,) = self.nests("cuda-fused")
        self.assertIn("q(i, j) is written before, and q(i + 1, j) is read",
                      [why for _, why in fused])

    def test_loops_with_sums_in_their_turns_are_fused(self):
        self.adopt("stencils.f90", "moments")
        self.record("moments")
        self.ladder = self.tree / "ladders/moments"
        self.port(0, "written: .*cuda-fused.cu", "cuda-fused")
        self.emulated(0, "2 right, 0 wrong", "cuda-fused")

    def test_a_thread_takes_one_turn_or_the_call_stops(self):
        self.port(0, "written", "cuda")
        file = self.ladder / "cuda.cu"
        text = file.read_text()
        self.assertRegex(text, r"if \(int j = \d \+ thread_y\(\); j <= ")
        file.write_text(text.replace("65535", "0"))
        self.emulated(3, r"a loop has \d+ turns, more than a grid takes: record a call", "cuda")

    def test_single_precision_is_right_by_a_stated_tolerance_alone(self):
        self.port(6, "has none for q, r, v, most", "cuda-float32")
        described = self.ladder / "ladder.toml"
        described.write_text(described.read_text().replace(
            "# ----", "[tolerance]\nq = 1e-5\nr = 1e-5\nv = 1e-5\nmost = 1e-5\n\n# ----", 1))
        self.port(0, "written: .*cuda-float32.cu", "cuda-float32")
        # blocks of 96 threads: no power of two
        self.emulated(0, "tolerances that are stated", "cuda-float32", knob=["--block=100"])

    def test_a_tile_without_its_halo_is_found(self):
        self.port(0, "written", "cuda-shared")
        file = self.ladder / "cuda-shared.cu"
        text = file.read_text()
        file.write_text(text.replace("i_at <= n + 1 && j_at <= m)", "i_at <= n && j_at <= m)"))
        self.assertNotEqual(file.read_text(), text)
        self.emulated(3, "cuda-shared.cu:.*shared memory|WRONG", "cuda-shared")
        file.write_text(text.replace("__syncthreads();\n", "\n"))
        self.emulated(3, "RACE|race|WRONG", "cuda-shared")

    def test_a_file_that_was_written_for_other_constants_does_not_compile(self):
        self.port(0, "written", "cuda-shared")
        source = self.tree / "stencils.f90"
        source.write_text(source.read_text().replace("n = 37", "n = 38"))
        self.adopt("stencils.f90", "step")
        self.record("step")
        self.emulated(7, "written for n = 37: run `ladder port cuda-shared` again", "cuda-shared")

    def test_a_set_that_is_none(self):
        self.port(2, "--rungs=theses: 'theses' is neither a rung nor one of first, thesis, all",
                  "--rungs=theses")
