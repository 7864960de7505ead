# label: cli
# cost: 35
"""A range of lines is adopted as a routine; what leads into it or out of it is refused with its
place. Adopting and recording that the system stops: a sentence, its exit code, and nothing is
lost."""

import os
import re
import signal
import subprocess
import time
from unittest import mock

import adopted_program
import command
from adopting import adopt, files
from adopting.failure import FILE, Failure


class Ranges(adopted_program.Adopting):
    program = "ranges"

    def names(self, name):
        toml = (self.tree / "ladders" / name / "ladder.toml").read_text()
        return set(re.findall(r'(?m)^name = "(.*)"', toml))


class OfAProgram(Ranges):
    def test_the_copy_computes_the_same_and_temporaries_are_no_arguments(self):
        self.holds_for("main.F90:11-26", "step")
        self.assertEqual(self.names("step"), {"factor", "u", "fresh", "held"})
        self.adopt_again()

    def adopt_again(self):
        """The range is found where it is now; the owner's part stays."""
        source, file = self.tree / "main.F90", self.tree / "ladders/step/ladder.toml"
        file.write_text(file.read_text().replace('calls = "1,2,last"', 'calls = "3"'))
        text = source.read_text()
        source.write_text("! a new first line\n" + text)
        self.record("step", code=7, words="run `ladder adopt main.F90 step` again")
        self.ends(0, "11-26 .* are now 12-27", "adopt", "main.F90", "step")
        self.assertIn('lines = "12-27"', file.read_text())
        self.assertIn('calls = "3"', file.read_text())
        self.record("step")
        source.write_text(text.replace("k = 0\n", "k = 0\n    total = total + 0\n"))
        self.ends(2, "does not begin with .* any more", "adopt", "main.F90", "step")
        self.ends(0, "next: ladder record", "adopt", "main.F90:11-27", "step")
        self.assertIn("total", self.names("step"))

    def test_what_other_lines_read_is_the_hosts(self):
        self.adopt("main.F90:12-24", "count")
        self.assertEqual(self.names("count"), {"factor", "k", "u", "fresh", "held"})

    def test_of_a_block(self):
        self.adopt("main.F90:36-40", "twice_half")
        self.assertEqual(self.names("twice_half"), {"u"})
        self.refused("37-40", "main.F90:34: 'twice' is a variable of the BLOCK")

    def test_of_a_procedure(self):
        self.adopt("grid.f90:14-19", "shift")
        self.assertEqual(self.names("shift"), {"before", "a", "m"})
        self.holds_for("grid.f90:27-30", "pair", "1")
        self.assertEqual(self.names("pair"), {"kept", "a", "m"})
        self.ladder = self.tree / "ladders/pair"
        self.run_in(0, "written: .*c.c", "port", "c", "--write-only")
        self.verify(0, "1 right, 0 wrong", "c")

    def test_what_is_private_in_its_module_is_an_argument(self):
        source = self.tree / "grid.f90"
        source.write_text(source.read_text().replace(
            "factor = 0.1\n", "factor = 0.1\n  real, private, save :: one = 1.0\n").replace(
            "a(i) = before\n", "a(i) = one * before\n"))
        self.adopt("grid.f90:15-20", "shift")
        self.assertEqual(self.names("shift"), {"before", "a", "m", "one"})

    def test_a_callee_outside_of_the_program_has_a_common_block(self):
        source = self.tree / "main.F90"
        source.write_text(source.read_text().replace(
            "* k / n\n", "* k / n\n    call count_it(k)\n") +
            "subroutine count_it(k)\n  integer :: k, many\n  common /counts/ many\n"
            "  many = many + k\nend subroutine\n")
        self.holds_for("main.F90:25-26", "counted", "1,last")
        self.assertEqual(self.names("counted"), {"held", "k", "many"})

    def test_of_an_internal_procedure_its_variables_are_arguments(self):
        source = self.tree / "main.F90"
        source.write_text(source.read_text().replace(
            "end program main", "  subroutine halved(x, n)\n    integer, intent(in) :: n\n"
            "    real, intent(inout) :: x(n)\n    real :: half, down\n    integer :: i, j\n"
            "    half = 0.5\n    do j = 1, 1\n    do i = 1, n\n      down = half\n"
            "      x(i) = down * x(i)\n    end do\n    end do\n"
            "  end subroutine halved\nend program main").replace(
                "  print *, total,", "  call halved(u, 3)\n  call halved(u, 2)\n  print *, total,"))
        at = source.read_text().splitlines().index("      x(i) = down * x(i)")
        self.holds_for(f"main.F90:{at - 1}-{at + 2}", "halve")
        self.assertEqual(self.names("halve"), {"x", "n", "half"})

    def refused(self, lines, words, name="part", file="main.F90"):
        self.adopt(f"{file}:{lines}", name, code=2, words=words)

    def test_jumps(self):
        self.refused("11-28", r"main.F90:28: EXIT TIME .* main.F90:10")
        self.refused("16-22", r"main.F90:16: CYCLE .* main.F90:13")
        self.refused("29-32", r"main.F90:30: the label 10 .* main.F90:33")
        self.refused("33-33", r"main.F90:30: this statement leads to the label 10")
        source = self.tree / "main.F90"
        text = source.read_text()
        for statement, word in ("return", "RETURN"), ("error stop 1", "STOP"):
            source.write_text(text.replace("exit time", statement))
            self.refused("11-28", f"main.F90:28: {word}")

    def test_parts_of_blocks(self):
        self.refused("11-23", r"main.F90:13: the DO of the range ends at main.F90:24")
        self.refused("14-24", r"main.F90:24: this line ends the DO of main.F90:13")
        self.refused("20-22", r"main.F90:21: .* #if")

    def test_lines_that_are_no_actions(self):
        self.refused("4-26", "main.F90:4: this is a declaration")
        self.refused("33-46", "main.F90:45: the actions of main end here")
        self.refused("50-50", "the range sets the result of damped")
        self.refused("11-11", "main.F90:11-11 holds no statement")
        self.refused("90-99", "the file has 52 lines")
        self.refused("26-11", "'26-11' is no range")
        self.refused("26", "a range of lines is the first and the last one")

    def test_arrays_without_an_end(self):
        (self.tree / "most.f90").write_text(
            "subroutine most(n, a)\n  integer :: n, i\n  real :: a(*)\n"
            "  do i = 1, n\n    a(i) = 2\n  end do\nend\n")
        self.refused("4-6", "most.f90:3: the calls of most say how many", file="most.f90")

    def test_names_in_use(self):
        for name in ("u", "smooth", "damped", "main"):
            self.refused("11-26", f"'{name}' is in use", name)
        source = self.tree / "main.F90"
        source.write_text(source.read_text().replace("implicit none",
                                                             "use elsewhere; implicit none"))
        self.adopt("main.F90:11-26", "part")  # what a module without source holds is not known

    def test_regions_of_directives(self):
        source = self.tree / "main.F90"
        text = source.read_text().replace("    do i = 1, n\n      left", "    !$omp parallel do "
                                          "private(left)\n    do i = 1, n\n      left")
        source.write_text(text)
        self.refused("14-25", "main.F90:13: this directive is of the statement")
        source.write_text(text.replace("parallel do", "parallel").replace(
            "    held = held +", "    !$omp end parallel\n    held = held +"))
        self.refused("14-25", "main.F90:13: .* main.F90:26; the range is inside")


class OfFixedForm(Ranges):
    def test_labels_names_without_declarations_and_loops_that_end_together(self):
        (self.tree / "Makefile").write_text("model: relax.f\n\tgfortran -O2 -w -o $@ $^\n")
        self.holds_for("relax.f:11-22", "step")
        self.assertEqual(self.names("step"), {"s", "a", "b", "c", "d", "k"})
        self.adopt("relax.f:11-23", "other", code=2,
                   words="relax.f:23: the label 50 .* relax.f:25")

    def test_statement_functions_and_arguments_of_the_host_without_declarations(self):
        (self.tree / "Makefile").write_text("model: relax.f\n\tgfortran -O2 -w -o $@ $^\n")
        self.holds_for("relax.f:31-33", "grown")
        self.assertEqual(self.names("grown"), {"c", "d", "k", "s"})
        self.adopt("relax.f:31-32", "given")
        self.assertEqual(self.names("given"), {"k", "s"})


FULL = "#!/bin/sh\necho 'ld: final link failed: No space left on device' >&2\nexit 1\n"


def heard():
    """A shell has what it starts in the background ignore SIGINT."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Stopped(adopted_program.Adopting):
    def ladder(self):
        return sorted(str(path) for path in (self.tree / "ladders").rglob("*"))

    def test_a_cache_that_cannot_be_written_is_named(self):
        self.adopt("smooth.f90", "smooth")
        file = self.path / "file"
        file.write_text("mine")
        self.environment["XDG_CACHE_HOME"] = str(file / "cache")
        self.record("smooth", code=7, words=f"{file}.* cannot be used: .*XDG_CACHE_HOME")

    def test_a_disk_without_space_for_the_compiler_is_no_mistake_of_the_source(self):
        compiler = self.path / "full"
        compiler.write_text(FULL)
        compiler.chmod(0o755)
        words = "No space left on device; make room"
        self.adopt("smooth.f90", "smooth", f"--compiler={compiler}", code=7, words=words)

    def test_a_disk_without_space_for_the_owners_build_or_run_is_no_failure_of_theirs(self):
        full = "echo 'cannot write: No space left on device'; exit 1"
        for given in (f"--build={full}", f"--run={full}"):
            self.adopt("smooth.f90", "smooth", given)
            self.record("smooth", code=7, words="could not write in .*/program: .*; make room")

    def test_a_run_that_does_not_end_is_ended(self):
        self.adopt("smooth.f90", "smooth", "--run=sleep 900")
        self.record("smooth", "--time-limit=1", code=6, words="had not ended after 1 s")

    def test_half_of_a_ladder_is_not_left(self):
        def without_space(file, text):
            if file.name == "ladder.toml":
                raise Failure(FILE, "full")
            files.write_whole(file, text)

        given = {"build": "make", "run": "./model"}
        folder = self.tree / "ladders/smooth"
        with mock.patch.object(adopt, "write_whole", without_space), self.assertRaises(Failure):
            adopt.adopt(self.tree / "smooth.f90", "smooth", self.tree, folder, given, str)
        self.assertEqual(list(folder.iterdir()), [])
        self.adopt("smooth.f90", "smooth")

    def test_a_file_that_could_not_be_written_whole_is_not_left(self):
        with mock.patch.object(files.os, "replace", side_effect=OSError(28, "full")):
            with self.assertRaises(Failure):
                files.write_whole(self.tree / "new", "text")
        self.assertEqual([path for path in self.tree.iterdir() if path.name.startswith(".")], [])

    def test_no_calls_are_none_to_record(self):
        self.adopt("smooth.f90", "smooth")
        self.record("smooth", "--calls=", code=2, words="--calls: '' is no call")

    def test_calls_that_were_recorded_stay_where_a_record_is_interrupted(self):
        self.adopt("smooth.f90", "smooth", "--calls=1")
        self.record("smooth")
        self.adopt("smooth.f90", "smooth", "--run=touch started; sleep 60", "--calls=2")
        before, sums = self.ladder(), self.sums()
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                cache = self.path / "cache/ladder"
                for old in cache.glob("*/program/started"):
                    old.unlink()
                words = [command.LADDER, "record", "ladders/smooth"]
                run = subprocess.Popen(
                    words, cwd=self.tree, env=self.environment, text=True,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
                    preexec_fn=heard)
                while run.poll() is None and not list(cache.glob("*/program/started")):
                    time.sleep(0.01)
                os.killpg(run.pid, number)
                self.assertRegex(run.communicate(timeout=30)[1], "interrupted")
                self.assertEqual(run.returncode, 130)
                self.assertEqual(self.ladder(), before)
                self.assertEqual(self.sums(), sums)
