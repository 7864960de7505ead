# label: cli
"""Where a program spends its time, what `adopt` says of it, and the command to go on with."""

import json
import shlex
import sys

import adopted_program


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
