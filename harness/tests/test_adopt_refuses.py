# label: cli
"""What cannot be adopted or recorded is a sentence with file and line, and its exit code; nothing
of the owner's changes."""

import adopted_program

HEAD = "module physics\n  implicit none\ncontains\n"
CALLER = ("\nend module physics\nprogram main\n  use physics\n  implicit none\n  real :: x(3)\n  x "
          "= 1\n  call work(x)\n  print *, x\nend program main\n")


# Noise on its values leads to the STOP, which ends step 0 and says that all went well.
STOPS = """module scaling
contains
  subroutine scaled(x, by)
    real(8), intent(inout) :: x(8)
    real(8), intent(in) :: by
    if (any(x /= anint(x))) stop
    x = by * x
  end subroutine scaled
end module scaling
program main
  use scaling
  real(8) :: x(8) = 1
  call scaled(x, 2d0)
  call scaled(x, 2d0)
  print *, x
end program main
"""


class Own(adopted_program.Adopting):
    def written(self, routine, main=CALLER, head=HEAD):
        (self.tree / "own.f90").write_text(head + routine + main)
        (self.tree / "Makefile").write_text("model: own.f90\n\tgfortran -O2 -o $@ $<\n")


# A structure in the head of a module.
STATE = ("module physics\n  implicit none\n  type state\n    real :: a\n  end type\ncontains\n")
REFUSED = (
    (r"own.f90:8: 'self' is polymorphic \(CLASS\(state\)\), which is not read: adopt",
     "  subroutine work(self)\n    class(state), intent(inout) :: self\n    self%a = 1\n"
     "  end subroutine work",
     STATE),
    (r"own.f90:9: 's % advance' calls a type-bound procedure",
     "  subroutine work(s)\n    type(state) :: s\n    call s%advance()\n  end subroutine work",
     STATE),
    (r"own.f90:6: 'f' is a procedure, and a stage cannot call back: adopt the procedure that is "
     r"given for it",
     "  subroutine work(x, f)\n    real :: x(3)\n    real, external :: f\n    x = f(x(1))\n"
     "  end subroutine work"),
    (r"own.f90:5: 'f' is a procedure",
     "  subroutine work(x, f)\n    real :: x(3), f\n    call inner(x, f)\n  end subroutine work\n"
     "  subroutine inner(x, g)\n    real :: x(3)\n    real, external :: g\n    x = g(x(1))\n"
     "  end subroutine inner"),
    (r"own.f90:6: 'f' is called, and no Fortran source",
     "  subroutine work(x)\n    real :: x(3)\n    real, external :: f\n    call inner(x, f)\n"
     "  end subroutine work\n  subroutine inner(x, g)\n    real :: x(3)\n"
     "    real, external :: g\n    x = g(x(1))\n  end subroutine inner"),
    (r"own.f90:6: READ does input or output inside of what work does: .*adopt one of what it "
     r"calls: inner",
     "  subroutine work(x)\n    real :: x(3)\n    read (11, *) x(1)\n    call inner(x)\n"
     "  end subroutine work\n  subroutine inner(x)\n    real :: x(3)\n    x = 2*x\n"
     "  end subroutine inner"),
    (r"own.f90:10: MPI is called \(mpi_barrier\) inside of what work does: .*adopt one of what it "
     r"calls: other$",
     "  subroutine work(x)\n    real :: x(3)\n    call inner(x); call other(x)\n  end subroutine\n"
     "  subroutine inner(x)\n    real :: x(3)\n    call mpi_barrier(0, 1)\n    x = 2*x\n"
     "  end subroutine inner\n  subroutine other(x)\n    real :: x(3)\n    x = 3*x\n"
     "  end subroutine other"),
    (r"own.f90:6: random_number has a state that no recorded call has: adopt",
     "  subroutine work(x)\n    real :: x(3)\n    call random_number(x)\n  end subroutine work"),
    (r"own.f90:6: 'x' is allocated, deallocated or pointed elsewhere inside of what work does",
     "  subroutine work(x)\n    real, allocatable :: x(:)\n    allocate (x(3))\n    x = 1\n"
     "  end subroutine work"),
    (r"own.f90:5: 'speed' is of the module 'elsewhere', whose source is not in",
     "  subroutine work(x)\n    use elsewhere, only: speed\n    real :: x(3)\n    x = speed\n"
     "  end subroutine work"),
    (r"own.f90:6: 'solve' is called, and no Fortran source in .* has it: if it is of a library, "
     r"give the library",
     "  subroutine work(x)\n    real :: x(3)\n    call solve(x)\n  end subroutine work"),
    (r"own.f90:10: 'half' is a statement function of host, .*: make it a function of its own",
     "  subroutine host(x)\n    real :: x(3), a\n    half(a) = 0.5*a\n    call work\n  contains\n"
     "  subroutine work\n    x(1) = half(x(2))\n  end subroutine\n  end subroutine host"),
    (r"own.f90:6: fparser cannot read 'x = = 3'",
     "  subroutine work(x)\n    real :: x(3)\n    x = = 3\n  end subroutine work"),
    (r"own.f90:5: fparser cannot read .*--flags='-D",
     "  subroutine work(x)\n    real :: x(_NX)\n    x = 3\n  end subroutine work"),
)


class Routines(Own):
    def refused(self, words, routine, head=HEAD):
        self.written(routine, head=head)
        before = self.sums()
        self.adopt("own.f90", "work", code=2, words=words)
        self.assertEqual(self.sums(), before)
        self.assertFalse((self.tree / "ladders").exists())

    def test_what_cannot_be_a_stage(self):
        for words, routine, *head in REFUSED:
            with self.subTest(words):
                self.refused(words, routine, *head)

    def test_the_main_program(self):
        self.written(ROUTINE)
        self.adopt("own.f90", "main", code=2,
                   words="own.f90: main is the main program, .* adopt own.f90:FIRST-LAST")

    def test_files_that_are_included_and_not_there(self):
        routine = ("  subroutine work(x)\n    real :: x(3)\n    call timed(x)\n  end subroutine "
                   "work\n  subroutine timed(t)\n    include 'clock.h'\n    real :: t(3)\n    t = "
                   "0\n  end subroutine timed")
        self.refused(r"own.f90:9: 'clock.h' is included", routine)
        self.adopt("own.f90", "work", "--without=timed")

    def test_sources_without_an_end(self):
        self.written("  subroutine work(x)\n    real :: x(3)\n", "")
        self.adopt("own.f90", "work", code=2, words="own.f90:4: subroutine work has no end")

    def test_what_is_not_there(self):
        self.adopt("smooth.f90", "smoth", code=2,
                   words="has no subroutine or function 'smoth'; did you mean smooth")
        self.adopt("other.f90", "smooth", code=7, words="other.f90 is not a file")
        self.ends(2, "--build is missing", "adopt", "smooth.f90", "smooth")
        self.ends(2, "--calls: 'first' is no call", "adopt", "smooth.f90", "smooth", "--build=make",
                  "--run=./model", "--calls=first")
        self.ends(2, "holds no ladder.toml: run `ladder adopt", "record", "ladders/smooth")


ROUTINE = "  subroutine work(x)\n    real :: x(3)\n    x = 2*x\n  end subroutine work"
# Exit code, words, what is given to `adopt`, and the main program.
FAILING = (
    (6, "`false` ended with 1 in the copy", {"build": "false"}, CALLER),
    (6, "the build did not compile own.f90 of the copy", {"build": "true", "run": "true"}, CALLER),
    (6, "`./model; exit 5` ended with 5 in the copy .*, after 1 calls", {"run": "./model; exit 5"},
     CALLER),
    (6, "`./model` was ended by SIGABRT in the copy .*, after 1 calls", {},
     CALLER.replace("print *, x", "call abort()")),
    (6, "`./model` never calls work", {},
     CALLER.replace("call work(x)", "if (x(1) > 2) call work(x)")),
    (2, "call 7 is asked for, and the program makes 1", {"calls": "1,7"}, CALLER),
)


class Programs(Own):
    def test_that_cannot_be_recorded(self):
        for code, words, given, main in FAILING:
            with self.subTest(words):
                self.written(ROUTINE, main)
                options = {"build": "make", "run": "./model", "calls": "1", **given}
                self.ends(0, "next", "adopt", "own.f90", "work",
                          *(f"--{name}={value}" for name, value in options.items()))
                before = self.sums()
                self.record("work", code=code, words=words)
                self.assertEqual(self.sums(), before)
                self.assertFalse((self.tree / "ladders/work/calls").exists())


# Exit code, words, the routine, and a procedure behind the main program.
STEP0 = (
    (3, "own.f90:8: Index '3' of dimension 1 of array 'x' above upper bound of 2",
     "real, intent(inout) :: x(2)\n    integer :: i\n    do i = 1, 2\n"
     "      x(i) = x(i + 1) + 1\n    end do"),
    (0, "note: own.f90:9: Index '3' of dimension 1 of array 'x'",  # without effect
     "real, intent(inout) :: x(2)\n    real :: y\n    integer :: i\n    do i = 1, 2\n"
     "      y = x(i + 1)\n      x(i) = x(i) + 1\n    end do"),
    (3, "call 1 changes x", "real, intent(in) :: x(3)\n    call twice(x)",
     "subroutine twice(x)\n  real :: x(3)\n  x = 2*x\nend subroutine twice\n"),
    (3, "its intent must be inout, not out", "real, intent(out) :: x(3)\n    x = x + 1"),
)


class Step0(Own):
    def test_that_stops_with_another_value_takes_none(self):
        self.written(STOPS, "", "")
        self.adopt("own.f90", "scaled", "--calls=1,last")
        self.record("scaled")

    def test_that_is_no_copy_of_the_routine_is_located(self):
        for code, words, body, *behind in STEP0:
            with self.subTest(words):
                self.written(f"  subroutine work(x)\n    {body}\n  end subroutine work",
                             CALLER + "".join(behind))
                self.adopt("own.f90", "work")
                self.record("work", code=code, words=words)
        self.ends(7, "step 0 did not give the bits", "verify", "--ladder=ladders/work")
