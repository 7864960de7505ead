# label: cli
"""What `ladder adopt` reads without a question: sizes from calls, MPI on error paths, bindings of
types, elements of arrays of types. No program is built."""

import re

import adopted_program
from adopting import compiled

SIZES = """module physics
  implicit none
contains
  subroutine work(a, n)
    integer, intent(in) :: n
    real :: a(*)
    a(1:n) = 2*a(1:n)
  end subroutine work
  subroutine table(t, lda, n)
    integer, intent(in) :: lda, n
    real :: t(lda, *)
    t(:, 1:n) = 0
  end subroutine table
  subroutine outer(b)
    real :: b(*)
    call work(b, 3)
  end subroutine outer
end module physics
program main
  use physics
  implicit none
  integer, parameter :: m = 6
  integer :: k
  real :: x(10), y(m, 0:4), s
  real, allocatable :: z(:)
  allocate (z(7))
  {}
end program main
"""
MPI = """module physics
  use mpi
  implicit none
contains
  subroutine work(x, error)
    real, intent(inout) :: x(3)
    integer, intent(inout) :: error
    x = 2*x
    if (x(1) > 1e30) then; print *, 'large'; call mpi_abort(mpi_comm_world, 1, error); end if
    if (x(2) /= x(2)) call mpi_abort(mpi_comm_world, 2, error)
    call mpi_barrier(mpi_comm_world, error); x(3) = x(3) + 1
  end subroutine work
  subroutine elsewhere(error)
    integer, intent(out) :: error
    open (unit=17, file='log')
    call mpi_init(error)
  end subroutine elsewhere
end module physics
"""
TYPES = """module physics
  implicit none
  type vector
    real :: v(3)
  contains
    private
    procedure, public :: plus, &
      times
    generic, public :: operator(+) => plus
  end type vector
  type box
    real, allocatable :: v(:)
  contains
    procedure :: prints, reads
  end type box
  type grid
    type(box) :: of(0:2)
  end type grid
contains
  function plus(a, b)
    class(vector), intent(in) :: a
    type(vector), intent(in) :: b
    type(vector) :: plus
    plus%v = a%v + b%v
  end function plus
  function times(a, b)
    class(vector), intent(in) :: a
    real, intent(in) :: b
    type(vector) :: times
    times%v = b*a%v
  end function times
  subroutine prints(self)
    class(box), intent(in) :: self
    write (12) self%v
  end subroutine prints
  subroutine reads(self)
    class(box), intent(inout) :: self
    read (12) self%v
  end subroutine reads
  subroutine work(x, y, g)
    type(vector), intent(inout) :: x
    type(vector), intent(in) :: y
    type(grid), intent(inout) :: g
    integer :: k
    x = x + y
    do k = 0, 2
      g%of(k)%v = g%of(k)%v + x%v(1)
    end do
  end subroutine work
end module physics
"""


def sizes(calls):
    """The program with these calls; `outer`, whose argument has no size, where it is called."""
    text = SIZES.format(calls)
    return text if "outer" in calls else re.sub(r"  subroutine outer.*end subroutine outer\n", "",
                                                text, flags=re.S)


class Reads(adopted_program.Adopting):
    def own(self, text, routine="work", *more, **ends):
        (self.tree / "own.f90").write_text(text)
        return self.adopt("own.f90", routine, *more, **ends).stdout

    def test_lines_of_a_preprocessor_and_the_mark_of_utf_8(self):
        body = ("  real, intent(inout) :: x(3)\n  x = 2*x\n#ifdef MORE\n  x(1) = 0\n#endif\n"
                "  if (x(1) > 1e30) then\n    print *, 'large'\n    stop\n  end if\n")
        shown = self.own(f"\ufeffsubroutine work(x)\n{body}end subroutine\n")
        self.assertIn("x(3)", shown)

    def test_declarations_on_one_line_and_constants_of_one_statement(self):
        shown = self.own("subroutine work(x)\nimplicit none\ninteger n; integer :: m\n"
                         "parameter (n = 4, m = 3)\nreal :: x(m)\nx = 2*x\nend subroutine\n")
        self.assertIn("x(m)", shown)

    def test_sizes_from_the_calls(self):
        for calls, routine, size in (
            ("call work(x, 4)", "work", "10"),
            ("call work(x(4), 4)", "work", "7"),
            ("call work(y, 4)\n  call work(y(2, 0), 3)", "work", "29"),
            ("call work(y(1, 3), 2)", "work", "12"),
            ("call work(z, 2)", "work", "7"),
            ("call work(n=1, a=s)", "work", "1"),
            ("call outer(x(2))", "work", "9"),
            ("call table(y, m, 5)", "table", r"\(30\)/\(\(lda\)\)"),
            ("call local(5)\ncontains\n  subroutine local(n)\n    integer :: n\n    real :: "
             "q(n, 0:n)\n    call work(q, n)\n  end subroutine", "work", r"n\*n\+n"),
        ):
            with self.subTest(calls):
                shown = self.own(sizes(calls), routine)
                self.assertRegex(shown, rf"its last axis has {size} elements, by the calls in own")
                self.assertEqual("the least" in shown, "y(2, 0)" in calls)

    def test_what_no_call_says_is_asked_for(self):
        for calls in ("call work(x(k), 1)", "call work((x), 1)", "call work(x, 1)\n  call work("
                      "x(k:), 1)", "print *, 1"):
            with self.subTest(calls):
                self.assertRegex(self.own(sizes(calls)),
                                 r"to answer in ladder.toml, \[size\]: how many elements has the "
                                 r"last axis of 'a' \(own.f90:6\)")

    def step0(self, routine):
        return (self.tree / "ladders" / routine / "step0.f90").read_text()

    def test_mpi_counts_on_the_routines_way_alone(self):
        self.own(MPI, code=2, words=r"own.f90:11: MPI is called \(mpi_barrier\).*"
                                    r"--without=mpi_barrier(?![\w,])")
        shown = self.own(MPI, "work", "--without=mpi_barrier, mpi_barier,work")
        self.assertEqual(re.findall(r"--without=(\w+) leaves nothing out", shown),
                         ["mpi_barier", "work"])
        self.assertEqual(re.findall(r"own.f90:(\d+): an error path", shown), ["9", "10"])
        step0 = self.step0("work")
        self.assertRegex(step0, r"(?m)^ *continue; x\(3\) = x\(3\) \+ 1$")
        self.assertEqual(step0.count("error stop"), 2)
        self.assertNotIn("mpi", step0)

    def test_bindings_that_have_no_other_use_are_passed_over(self):
        shown = self.own(TYPES)
        step0 = self.step0("work")
        self.assertNotIn("prints", step0)
        self.assertRegex(step0, r"procedure, public :: plus; procedure, public :: times")
        self.assertIn("it calls plus, times", shown)
        self.assertEqual(re.findall(r"g%of\((\d)\)%v\(:\)", shown), ["0", "1", "2"])

    def test_lines_end_as_in_windows_and_pages_end_no_line(self):
        (self.tree / "sizes.f90").write_bytes(b"module sizes\r\n  integer, parameter :: n = 3\r\n"
                                              b"end module sizes\r\n")
        shown = self.own("\fsubroutine work(x)\n  use sizes\n  real :: x(n)\n  x = 2*x\n"
                         "end subroutine\n")
        self.assertRegex(shown, r"own.f90:1\)(?s:.*)x\(n\)")

    def test_a_variable_of_the_host_with_the_name_of_a_block_is_not_read(self):
        shown = self.own("program main\n  character(8) :: time\n  common /time/ dt\n"
                         "  real :: x(3)\n  write (time, '(i8)') 1\n  call work(x)\ncontains\n"
                         "  subroutine work(x)\n    real :: x(3)\n    common /time/ dt\n"
                         "    x = dt*x\n  end subroutine work\nend program main\n")
        self.assertIn("of /time/", shown)
        self.assertNotIn("character", shown)

    def test_columns_behind_72_where_the_build_reads_them(self):
        (self.tree / "wide.f").write_text("      subroutine work(x)\n      real x(3)\n      x = x *"
                                          + 70 * " " + "2.0\n      end\n")
        wide = ("adopt", "wide.f", "work", "--run=./model")
        self.ends(2, "wide.f:3: fparser cannot read", *wide, "--build=gfortran wide.f")
        self.ends(0, "next: ladder record", *wide,
                  "--build=gfortran -ffixed-line-length-none wide.f -o model")

    def test_a_linkers_input_is_no_part_of_a_message(self):
        words = "a.o:1: error: no source\n\x7fELF\x02\x01\x00\x00\n" + 900 * "x" + "\n\x00\nlast"
        lines = compiled.first_errors(words).splitlines()
        self.assertEqual([lines[0], *lines[2:]],
                         ["a.o:1: error: no source", "last", "(2 lines that are no text)"])
        self.assertLess(len(lines[1]), 300)
