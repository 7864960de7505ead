# label: cli
"""`ladder port` from a source to its first rung: what is in the way is named, with an exit code."""


import adopted_program

from adopting import running
from adopting.failure import Failure

OWN = """module own
contains
  subroutine plain(x)
    real, intent(inout) :: x(3)
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

    def setUp(self):
        super().setUp()
        self.file = self.tree / "step.f90"
        self.file.write_text(OWN)

    def port(self, code, words, routine, *rungs, build="make", run="./model"):
        return self.ends(code, words, "port", "step.f90", routine, f"--build={build}",
                         f"--run={run}", "--write-only", *rungs)

    def test_no_loop_and_no_turns(self):
        self.port(0, "not ported: c-omp: step.f90:3: no loop is parallel", "plain", "c", "c-omp")
        self.port(6, "not ported: c-omp: step.f90:7: .*enough turns in a recorded call", "never",
                  "c-omp")

    def test_what_does_not_parse_or_build_or_run(self):
        self.port(6, "`false` ended with 1 in the copy", "plain", build="false")
        self.port(6, "never calls plain", "plain", run="true")
        self.file.write_text(OWN.replace("x(2) + 1", "x(2) + + = 1"))
        self.port(2, "step.f90:5: fparser cannot read", "plain")

    def test_calls_that_the_disk_cannot_hold(self):
        with self.assertRaises(Failure) as caught:
            running.check_room(10**18, self.path)
        self.assertEqual(caught.exception.code, 7)
        self.assertIn("record fewer calls", str(caught.exception))
