# label: cli
"""The driver of kernels is adopted from its own source: arrays in an array of derived types, timers
without a source, loggers, error paths, types with lists of bindings; and stages of it. `ladder
profile`: where a program spends its time, and what `adopt` says of it."""

import json
import re
import shlex
import sys

import adopted_program

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
        self.profile(6, "no sample is in a line of Fortran",
                     run=f"{sys.executable} -c 'sum(range(2 * 10**7))'")
        self.ends(2, "--run is missing", "profile", "--build=make")
        self.ends(2, "is no folder", "profile", "--build=make", "--run=x", "--root=nowhere")

    def test_a_build_that_leads_back_to_the_owners_tree(self):
        self.ends(6, "leads there by an absolute path", "profile",
                  f"--build=make && cp model {self.tree}", "--run=./model 1000")
