# label: cli
# cost: 20
"""A caller is adopted with its callees; what it names as scratch is not recorded, not judged and
not compared."""

import sys

import adopted_program
import command
from source_tree import SOURCE, execute

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
