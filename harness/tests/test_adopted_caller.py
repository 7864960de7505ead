# label: cli
# cost: 50
"""A caller is adopted with its callees; what it names as scratch is not recorded, not judged and
not compared. The driver of kernels is adopted from its own source: arrays in an array of derived
types, timers without a source, loggers, error paths, types with lists of bindings; and stages of
it. `ladder profile`: where a program spends its time, and what `adopt` says of it."""

import json
import re
import shlex
import subprocess
import sys

import adopted_program
import command
from source_tree import SOURCE, execute

IN_PYTHON = f"{sys.executable} -c 'sum(range(2 * 10**7))'"
BODY = """  double before = 0;
  *age += 1;
  for (int i = 1; i <= n; ++i) {
    const double flux = i < n ? 0.1 * (u(i + 1) - u(i)) : 0;
    u(i) = u(i) + flux - before + 0.001 * *age;
    before = flux;
  }
"""

class Caller(adopted_program.Adopting):
    program = "caller"

    def setUp(self):
        super().setUp()
        self.adopt("step.f90", "step")
        self.ladder = self.tree / "ladders" / "step"
        self.text = (self.ladder / "ladder.toml").read_text()

    def scratch(self, names, **ends):
        (self.ladder / "ladder.toml").write_text(
            self.text.replace('calls = "1,last"', f'calls = "1,last"\nscratch = "{names}"'))
        if ends.get("adopts", True):
            self.ends(ends.get("code", 0), ends.get("words", "work.* scratch"), "adopt", "step.f90",
                      "step")

    def write(self, name, body=BODY):
        self.write_c(name, body, "-O2 -ffp-contract=off")

    def test_scratch_is_what_a_stage_leaves_there(self):
        self.scratch("work")
        self.record("step")
        names = {path.name for path in (self.ladder / "calls" / "1").iterdir()}
        self.assertEqual(names, {"u.in.npy", "u.out.npy", "n.in.npy", "age.in.npy", "age.out.npy"})
        self.write("fused")
        self.write("rubbish", BODY + "  for (int i = 0; i <= n; ++i) work(i) = -1e300;\n")
        self.write("wrong", BODY.replace("0.001", "0.0011"))
        self.write("past", BODY + "  work(n + 1) = 0;\n")
        self.verify(0, r"fused +right[^\n]*\nrubbish +right", "fused,rubbish")
        self.verify(3, r"wrong +WRONG [^\n]* u\([^\n]*\npast +WRONG [^\n]* past the end of work",
                    "wrong,past")
        own = self.program_with("LADDER_STAGE", "original", "step")
        self.assertEqual(self.program_with("LADDER_STAGE", "rubbish", "step").stdout, own.stdout)
        shadow = self.program_with("LADDER_SHADOW", "rubbish", "step")
        self.assertRegex(shadow.stderr, "5 calls compared, every bit of 85 outputs is equal")

    def test_work_arrays_count_where_no_one_says_otherwise(self):
        self.record("step")
        self.write("fused")
        self.verify(3, r"fused +WRONG .*work\(", "fused")

    def test_scratch_that_holds_something_before_a_call_is_found(self):
        self.scratch("work, age")
        self.record("step", code=3, words="scratch that is read before it is written: work, age")

    def test_scratch_is_of_values_that_the_routine_writes(self):
        for names in ("wrok", "work n"):
            self.scratch(names, code=7, words=r"ladder.toml: scratch: '(wrok|n)' is no value that "
                                              r"the routine writes; there are u, work, age")

    def test_what_is_scratch_is_adopted_and_recorded_anew(self):
        self.record("step")
        self.scratch("work", adopts=False)
        self.verify(7, "or `scratch` give now: run `ladder adopt", "original")
        self.scratch("work")
        self.verify(7, "has work as inout, and ladder.toml as scratch: run `ladder record",
                    "original")
        self.record("step")
        self.verify(0, "original +right", "original")


class Elsewhere(adopted_program.Adopting):
    """scripts/experiments/routine_on_gpu, with a stage for the host: without the cache that the
    program was recorded in."""

    program = "caller"

    def tool(self, code, words, *arguments):
        done = execute(sys.executable, "-B", SOURCE / "scripts/experiments/routine_on_gpu",
                       *arguments, cwd=self.path, env=self.environment, timeout=300, code=code)
        self.assertRegex(done.stdout + done.stderr, words)
        return done.stdout

    def test_a_ladder_and_its_program_run_from_what_was_packed(self):
        self.adopt("step.f90", "flow/step", "--build=make -s", "--run=./model | tee output")
        self.tool(7, "has no recorded calls", "prepare", "program/ladders/step", "packed")
        self.record("step")
        self.tool(0, "prepared", "prepare", "program/ladders/step", "packed", "--stages=original")
        self.tool(7, "is there already", "prepare", "program/ladders/step", "packed",
                  "--stages=original")
        own = self.path / "packed/step/.program/program"
        self.assertEqual({path.name for path in own.iterdir()},
                         {"Makefile", "step.f90", "flow.mod", "model"})
        (self.path / "cache").rename(self.path / "hidden")
        self.tree.rename(self.path / "gone")
        shown = self.tool(0, "original +right", "run", "packed", f"--ladder={command.LADDER}",
                          "--runs=1")
        self.assertRegex(shown, r"model \| tee output as it is: [\d.]+ s, of which 5 calls of step")


LEFT_OUT = "--without=shift_c,note,tick"


class Refused(adopted_program.Adopting):
    program = "driver"

    def test_the_innermost_procedures_that_may_be_left_out_are_named_at_once(self):
        for given in ((), ("--without=shift_c",), ("--without=tick,note",)):
            left = [name for name in ("shift_c", "tick", "note") if name not in str(given)]
            words = self.adopt("driver.f90", "step", *given, code=2, words="--without=").stderr
            named = re.search(r"--without=([\w,]+)", words)[1].split(",")
            self.assertEqual(sorted(named), sorted(left))
            self.assertIn("clock.c has a function of that name", words)
        self.assertFalse((self.tree / "ladders").exists())

    def test_elements_that_come_and_go_are_refused_with_their_call(self):
        source = self.tree / "driver.f90"
        source.write_text(source.read_text().replace(
            "    call step(0.5d0, .false.)\n",
            "    if (k == 3) all%tiles = all%tiles(:2)\n    call step(0.5d0, .false.)\n").replace(
                "k=1, 3)", "k=1, 2)"))
        self.adopt("driver.f90", "step", "--calls=1", LEFT_OUT)
        self.record("step", code=2, words=r"driver.f90:26: 'all%tiles' has 2 elements from 1 on at "
                                          r"call 3; .*as many at every call")


class Stages(adopted_program.Adopting):
    program = "driver"
    recorded_as = ("driver.f90", "step", "1,last", LEFT_OUT)

    def test_each_element_of_an_array_of_types_is_passed_by_itself(self):
        step0, header = ((self.ladder / name).read_text() for name in ("step0.f90", "step.h"))
        self.assertIn("#define all_tiles_3_f_t(i1)", header)
        self.assertRegex(header, r"(?m)^#define C0 0\.25$")
        for gone in ("open (", "clock_of_c", "shift_c", "allocate (lines", "procedure", "unit"):
            self.assertNotIn(gone, step0.split("subroutine ladder_")[0], gone)
        recorded = {path.name for path in (self.ladder / "calls/1").iterdir()}
        self.assertIn("all.tiles.2.f.old.in.npy", recorded)

    def test_the_program_has_the_same_output_with_step0_in_the_drivers_place(self):
        self.is_the_same_with_step0("step", calls=4)

    def test_loops_of_the_callees_are_marked_in_their_place(self):
        stage = self.new_stage("openacc", "acc", words="2 loops marked for openacc in smooth, ")
        self.new_stage("do-concurrent", "plain", words="2 loops marked for do-concurrent in smooth")
        self.assertEqual(stage.read_text().count("!$acc kernels"), 2)
        self.verify(0, "acc +right", "acc")
        stage.write_text(stage.read_text().replace("2 * old", "3 * old"))
        self.verify(3, "acc +WRONG", "acc")
        stage.write_text(stage.read_text().replace("3 * old", "3 ** * old"))
        line = next(number for number, text in enumerate(stage.read_text().splitlines(), 1)
                    if "3 ** *" in text)
        self.verify(7, rf"acc.f90:{line}:", "acc")

    def test_what_is_no_stage_yet_is_skipped_with_a_word(self):
        self.new_stage("c", "todo", words="its body is to be written")
        copy = self.new_stage("fortran", "copy", words="to be changed")
        shown = self.run_in(0, r"original +right", "verify")
        self.assertRegex(shown.stderr, r"todo: skipped: its body is to be written, in todo.c")
        self.assertRegex(shown.stderr, r"copy: skipped: its code and flags are those of its parent")
        self.assertNotRegex(shown.stdout, "todo|copy")
        self.verify(6, "todo.*its body is to be written", "todo")
        copy.write_text(copy.read_text().replace("flags: -O2", "flags: -O1"))
        self.run_in(0, "copy +right", "verify")


class Profiled(adopted_program.Adopting):
    program = "profiled"

    def profile(self, code, words, *more, build="make", run="./model 1000"):
        before = self.sums()
        done = self.ends(code, words, "profile", f"--build={build}", f"--run={run}", *more)
        self.assertEqual(self.sums(), before)
        return done

    def test_shares_of_routines_and_loops_and_the_caller_to_adopt(self):
        found = json.loads(self.profile(0, "asking what can be adopted", "--json").stdout)
        routines = {one["routine"]: one for one in found["routines"]}
        kernel, step, main = routines["kernel"], routines["step"], routines["main"]
        cheap = routines.get("cheap", {"all": 0})
        self.assertGreater(kernel["all"], 4 * cheap["all"])
        self.assertGreaterEqual(step["all"], kernel["all"])
        self.assertLess(step["own"], kernel["own"])
        self.assertAlmostEqual(step["at_most"] or 1e9, 1 / max(1 - step["all"], 1e-9), 6)
        self.assertEqual((step["adopt"], main["adopt"]), (True, False))
        self.assertIn("work.f90: main is the main program", main["why_not"])
        loops = {(one["first"], one["last"]): one for one in found["loops"]}
        self.assertEqual(loops[(13, 17)]["routine"], "kernel")
        self.assertGreaterEqual(loops[(13, 17)]["all"], loops[(14, 16)]["own"])
        self.assertGreaterEqual(loops[(38, 41)]["all"], step["all"])
        self.assertIn("OPEN", loops[(38, 41)]["why_not"])
        words = shlex.split(found["next"])
        self.assertEqual(words[:4], ["ladder", "port", "work.f90", "step"])
        self.assertIn("--flags=-O2 -DN=1", words)
        self.ends(0, "next: ladder record", "adopt", *words[2:])

    def test_what_cannot_be_profiled(self):
        self.profile(6, "ended with 3 in the copy .*(?s:.*)stopped here",
                     build="echo stopped here; exit 3")
        self.profile(6, "`./model 1000; exit 4` ended with 4", run="./model 1000; exit 4")
        self.profile(6, "give a longer run", run="./model 1")
        self.profile(6, "no sample is in a line of Fortran", run=IN_PYTHON)
        self.ends(2, "--run is missing", "profile", "--build=make")
        self.ends(2, "is no folder", "profile", "--build=make", "--run=x", "--root=nowhere")

    def test_a_build_that_leads_back_to_the_owners_tree(self):
        self.ends(6, "leads there by an absolute path", "profile",
                  f"--build=make && cp model {self.tree}", "--run=./model 1000")

    def test_what_ladder_writes_may_go_into_the_owners_tree(self):
        file = self.tree / "profile.log"
        with file.open("w") as log:
            subprocess.run([command.LADDER, "profile", "--build=make", f"--run={IN_PYTHON}"],
                           cwd=self.tree, env=self.environment, stdout=log, stderr=log)
        self.assertRegex(file.read_text(), "no sample is in a line of Fortran")
