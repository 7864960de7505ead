# label: cli
# cost: 20
"""`ladder port` of DO CONCURRENT: a nest of DO loops, of which threads share out the turns; its
index is its own, and a variable of that name keeps its value. A row that becomes another row of its
array is a kernel too, and a jump may lead to a loop. Threads call what the host calls."""

import re

import adopted_program

PROGRAM = """module own
  implicit none
  integer :: k = 4
contains
  subroutine work(a, b, n, m)
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m), b(n)
    real(8) :: t
    integer :: i, j, l
    l = 2
    do concurrent (i = 1:n, &
                   j = m:1:-1)
      t = b(i) * j
      a(i, j) = a(i, j) + t
    end do
    odd: do concurrent (i = 1:n:2, j = 1:m, a(i, j) > 1)  ! every other
      if (mod(j, 3) == 0) cycle odd
      a(i, j) = a(i, j) / 2
    end do odd
    do concurrent (l = 1:n)
      b(l) = b(l) + l * a(l, 2)
    end do
    do concurrent (k = 1:m); a(1, k) = k; end do
    do 10 concurrent (i = 2:n)
      b(i) = b(i) / i
    10 continue
    a(n - 1, :) = a(l, :)
    b(1) = l + k
    if (m > 100) go to 20
    b(2) = 2 * b(2)
    20 do i = 1, n
      b(i) = b(i) / 3
    end do
  end subroutine work
end module own
program main
  use own
  implicit none
  real(8) :: a(200, 30) = 1.5d0, b(200) = 0.25d0
  integer :: i
  do i = 1, 2
    call work(a, b, 200, 30)
  end do
  print *, sum(a), sum(b), k
end program main
"""


SHARED = """module own
  implicit none
  real(8) :: gain = 0.5d0
contains
  subroutine work(a, b, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: a(3, n), b(n)
    integer :: i, l
    do i = 1, n
      call limited(a(:, i), 3)
    end do
    do i = 2, n
      b(i) = b(i) + gain*b(i - 1)
      gain = 0.5d0*(gain + b(i))
    end do
    do i = 1, n
      call times(b(i), gain)
    end do
    do l = 1, 2
      call limited(b, n)
      gain = gain + 0.125d0
    end do
  end subroutine work
  subroutine limited(x, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = min(x(i), 2*gain)
    end do
  end subroutine limited
  subroutine times(x, y)
    real(8) :: x, y
    x = x*y
  end subroutine times
end module own
program main
  use own
  implicit none
  real(8) :: a(3, 4000) = 1.5d0, b(4000) = 0.25d0
  call work(a, b, 4000)
  print *, sum(a), sum(b), gain
end program main
"""


class Shared(adopted_program.Adopting):
    program = "caller"

    def test_threads_and_the_host_call_one_procedure_and_threads_lend_a_number(self):
        (self.tree / "step.f90").write_text(SHARED)
        self.ends(0, "written", "port", "step.f90", "work", "--build=make", "--run=./model",
                  "--write-only", "cuda")
        self.ends(0, "3 right, 0 wrong", "verify", "--emulate", "--ladder=ladders/work")


class Concurrent(adopted_program.Adopting):
    program = "caller"

    def test_it_is_the_nest_of_loops_that_it_is(self):
        (self.tree / "step.f90").write_text(PROGRAM)
        self.ends(0, "written", "port", "step.f90", "work", "--build=make", "--run=./model",
                  "--write-only", "c", "c-omp", "omp", "cuda")
        folder = self.tree / "ladders/work"
        texts = {name: next(folder.glob(f"{name}.*")).read_text() for name in ("c", "omp", "cuda")}
        self.assertEqual(re.findall(r"// step.f90:(\S+): (a thread a turn of .*)", texts["cuda"]),
                         [("11-15", "a thread a turn of 2 loops."),
                          ("16-19", "a thread a turn of 2 loops."),
                          ("20-22", "a thread a turn of 1 loop."),
                          ("23", "a thread a turn of 1 loop."),
                          ("24-26", "a thread a turn of 1 loop."),
                          ("27", "a thread a turn of 1 loop."),
                          ("31-33", "a thread a turn of 1 loop.")])
        self.assertRegex(texts["omp"], r"!\$omp parallel do .*private\(t\)\n +do j = m, 1, -1; do")
        self.assertRegex(texts["c"], r"(?s)for \(int j = m; j >= 1; --j\)\s+for \(int i = 1;.*"
                                     r"if \(a\(i, j\) > 1\) \{\n.*for \(int l_own = 1;")
        self.assertEqual(texts["c"].count("every other"), 1)
        self.ends(0, "6 right, 0 wrong", "verify", "--emulate", f"--ladder={folder}")
        done = self.ends(0, "8 independent", "explain", "work", "--loops", f"--ladder={folder}")
        self.assertRegex(done.stdout, r"step.f90:16-19 +do j +30 turns .*\n.*\n"
                                      r" +step.f90:16-19 +do i +100 turns")
