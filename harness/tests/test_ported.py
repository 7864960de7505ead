# label: cli
# cost: 20
"""`ladder port` of a program of its own: what it writes is right, is written once, and what cannot
be said is named while the other rungs are written."""

import json
import re

import adopted_program
import schema_check


# The module's `shift`, which `moved` uses, is hidden where it is called; its `a` is another one.
HIDING = """module own
  real :: shift = 3
contains
  subroutine work(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    real :: shift
    integer :: i
    do i = 1, n
      shift = 2*a(i)
      call moved(shift, a(i))
    end do
  end subroutine work
  subroutine moved(v, r)
    real, intent(in) :: v
    real, intent(out) :: r
    real, parameter :: a = 2
    r = v + a*shift
  end subroutine moved
end module own
program main
  use own
  real :: x(3000) = 1
  call work(x, 3000)
  print *, x(1)
end program main
"""


class Hiding(adopted_program.Adopting):
    program = "caller"

    def test_a_local_variable_hides_one_that_a_callee_uses(self):
        (self.tree / "step.f90").write_text(HIDING)
        self.ends(0, "written", "port", "step.f90", "work", "--build=make", "--run=./model",
                  "--write-only", "cuda")
        text = next(self.tree.glob("**/cuda.cu")).read_text()
        self.assertRegex(text, r"__global__ void work_1\([^)]*float shift\)")
        self.ends(0, "3 right, 0 wrong", "verify", "--emulate", "--ladder=ladders/work")


class Larger(adopted_program.Adopting):
    """With enough turns for threads."""

    program = "caller"

    def setUp(self):
        super().setUp()
        source = self.tree / "step.f90"
        source.write_text(source.read_text().replace("16", "2000"))


class Ported(Larger):
    def setUp(self):
        super().setUp()
        self.start_recorded("step.f90", "step", "1,last")

    def port(self, code, words, *more):
        return self.ends(code, words, "port", f"--ladder={self.ladder}", "--write-only", *more)

    def texts(self):
        return {file.name: file.read_bytes() for file in self.ladder.iterdir()
                if file.is_file() and file.suffix in (".c", ".cu", ".f90")}

    def test_explain_shows_both_side_by_side(self):
        self.port(0, "written", "c")
        self.run_in(0, r"work\(i\) = 0\.1d0 \* .* \| +work\(i\) = 0\.1 \* ", "explain", "c",
                    "--all")

    def test_a_second_time_gives_the_same_bytes(self):
        self.port(0, "written")
        before = self.texts()
        self.assertIn("cuda.cu", before)
        self.port(0, "unchanged")
        self.assertEqual(self.texts(), before)
        (self.ladder / "c.c").unlink()
        self.port(0, "written: .*c.c", "c")
        self.assertEqual(self.texts(), before)

    def test_a_changed_file_is_kept(self):
        self.port(0, "written", "c")
        file = self.ladder / "c.c"
        file.write_text(file.read_text() + "// mine\n")
        self.port(0, "kept: .*c.c is there and is yours", "c")
        self.assertTrue(file.read_text().endswith("// mine\n"))
        self.port(0, "written: .*own-c.c", "c", "--prefix=own-")

    def test_the_answer_as_json(self):
        document = json.loads(self.port(0, "port", "--json", "c", "omp").stdout)
        self.assertEqual(schema_check.defects(document), [])
        self.assertEqual([(each["rung"], each["file"]) for each in document["rungs"]],
                         [("c", "c.c"), ("omp", "omp.f90")])
        self.assertEqual([document["status"], document["rungs"][0]["status"]],
                         ["not_run", "not_run"])

    def test_bad_command_lines(self):
        self.port(2, "'rust' is neither SOURCE and ROUTINE nor a rung", "rust")
        self.port(2, "--prefix", "c", "--prefix=../")
        self.ends(2, "--build belongs to SOURCE and ROUTINE", "port", "c", "--build=make",
                  f"--ladder={self.ladder}")
        self.ends(2, "holds no ladder.toml", "port", "c")
        self.ends(2, "--build is missing", "port", "step.f90", "other")


CONSTANTS = """  implicit none
  integer, parameter :: block_size = 5, grid_size = 3, thread_index = 2, block_index = 1, x = 7
  integer :: counted, ended"""
CALLS = """    call update(u, n)
    call raise
    call relax(u, work, n)
    call ends"""
RELAX = """  subroutine relax(v, by, n)
    integer, intent(in) :: n
    real(8), intent(inout) :: v(n)
    real(8), intent(in) :: by(0:n)
    real(8) :: least, latest, pair(n / 1000)
    real(8), allocatable :: next(:), both(:, :)
    integer :: i, j, k
    least = by(2) * block_size
    latest = 0
    allocate (next(0:n - 1), both(n, 40))
    do i = n - 1, 1, -3
      latest = 0.1d0 * v(i)
      v(i) = v(i) + least
    end do
    do i = 1, n
      next(i - 1) = v(i) + least * latest
    end do
    do j = 1, 40
      do i = 1, n
        do k = 1, n / 1000
          pair(k) = next(i - 1) * j
        end do
        pair(1) = pair(2) / 2
        both(i, j) = pair(1) + pair(2) / 3
      end do
    end do
    do i = 1, n
      v(i) = both(i, 1) + both(i, 2) / 7
    end do
    deallocate (next, both)
    v(2) = v(2) + 1d-6 * sum(v)
  end subroutine relax
  subroutine ends
    ended = nint(1000 * work(2))
    work(1) = work(1) + 1
  end subroutine ends
  subroutine raise
    integer :: at
    do counted = 7, 1, -3
      call three(work(counted:counted + 2))
    end do
    at = 2
    do at = at, 5
      work(at) = work(at) + 1
    end do
    work(3) = work(3) + 0.5d0 * counted
  end subroutine raise
  subroutine three(part)
    real(8), intent(inout) :: part(3)
    real(8) :: half(3)
    integer :: i
    do i = 1, 3
      half(i) = part(i) / 2 + counted
    end do
    part = part + half
  end subroutine three
  subroutine fluxes"""

class OnTheDevice(Larger):
    """A sum of a callee stays on the device, as do last values, what is allocated and what each
    thread has for itself; what threads cannot share out is named; an array that a caller has on the
    device is there for a callee too, of which no kernel uses it. A loop whose variable outlives it
    is shared out, with the loops of what it calls in its threads; one that begins at its own
    variable is not."""

    def setUp(self):
        super().setUp()
        source = self.tree / "step.f90"
        source.write_text(source.read_text().replace(
            "    do i = 1, n\n      u(i) =", "    do i = 1, n\n      age = age + 0.001d0 * u(i)\n"
            "    end do\n    do i = 2, n\n      if (u(i) > 1d300) stop 3\n"
            "      u(i) = u(i) + 0.1d0 * u(i - 1)\n    end do\n"
            "    do i = 1, n\n      u(i) =").replace(
            "    call update(u, n)", CALLS).replace(
            "  subroutine fluxes", RELAX).replace("  implicit none", CONSTANTS, 1))
        self.start_recorded("step.f90", "step", "1,last")

    def test_a_reduction_is_copied_at_the_ends_of_a_call_alone(self):
        done = self.ends(0, "written", "port", f"--ladder={self.ladder}", "--write-only", "cuda")
        text = (self.ladder / "cuda.cu").read_text()
        behind = text.split("// A value in the device's memory")[1].split('extern "C"')
        self.assertNotRegex(behind[0].split("__global__", 1)[1], r"cudaMemcpy\(|Scalar")
        self.assertRegex(behind[1], r"(?s)to_device\(age_on_device, \*age\);.*update\(.*"
                                    r"\*age = on_host\(age_on_device\);")
        self.assertIn("least = on_host(&by(2)) * block_size;", text)
        self.assertRegex(done.stdout, r"on one thread: step.f90:\d+-\d+: .* reads what line")
        self.assertNotIn("behind the loop", done.stdout)
        self.assertRegex(text, r"\*counted = 7 \+ .*;\s+raise_1<<<grid_for\(")
        self.assertRegex(done.stdout, r"on one thread: step.f90:\d+-\d+: its bounds read 'at'")
        self.assertIn('assert(!"stop 3");', text)
        self.assertIn("pair = pair_of_all + in_grid() * ", text)
        self.assertIn("combine<Sum>(total_of_all, total);", text)
        self.assertRegex(text, r"(?s)struct Sum \{\s+static constexpr bool adds = true;.*atomicAdd")
        self.assertRegex(text, r"% threads_x\(\) == thread_x\(\)\)\s+\*latest_on_device = latest;")
        self.assertRegex(text, r"(?m)^// change: .*step.f90:\d+-\d+, .* on one thread")
        self.ends(0, "emulated: right", "verify", "--emulate", f"--ladder={self.ladder}",
                  "--stage=cuda")
        file = self.ladder / "cuda.cu"
        file.write_text(text.replace("on_host(&by(2))", "by(2)"))
        self.ends(3, r"cuda\.cu:\d+: the host (touches|reads) .*, which is memory of the device",
                  "verify", "--emulate", f"--ladder={self.ladder}", "--stage=cuda")
        file.write_text(text.replace("LADDER_INDEX int32_t", "LADDER_INDEX int8_t"))
        self.ends(3, r"an array has \d+ elements: define LADDER_INDEX as int64_t", "verify",
                  "--emulate", f"--ladder={self.ladder}", "--stage=cuda")


class OfAMain(adopted_program.Adopting):
    """A procedure of a main program: scalars of which no value gets from one part of it to another
    are of each part, and the owner's directives do not get in the way of those that are written."""

    program = "mains"

    def test_its_scalars_are_values_where_another_part_reads_them_and_its_loops_are_parallel(self):
        self.holds_for("mains.f90", "step", "1,last")
        folder = self.tree / "ladders/step"
        names = set(re.findall(r'(?m)^name = "(.*)"', (folder / "ladder.toml").read_text()))
        self.assertEqual(names, {"limit", "kept", "at", "u", "v"})
        self.ends(0, "written", "port", f"--ladder={folder}", "--write-only")
        text = (folder / "omp.f90").read_text()
        self.assertRegex(text, r"(?m)^ *!\$omp parallel do .*reduction\(max:kept\)")
        self.assertNotIn("\n!$omp parallel do private(i)", text)
        self.ends(0, "5 right, 0 wrong", "verify", "--emulate", f"--ladder={folder}",
                  "--stage=c,c-omp,omp,cuda")
