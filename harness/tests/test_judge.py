# label: cli
# cost: 50
"""`ladder judge`: its line is as the schema says, and a climber that knows nothing else mends
broken stages by it. Stages that cheat a judge, and honest ones that were once accused, have their
statuses."""

import json
import re
import shutil
import unittest

import adopted_program
import climber
import schema_check
from command import json_lines, ladder
from adopting import diagnostics
from judging import times

BREAKS = {
    "index": ("tile[at + 1];", "tile[at];", "wrong"),
    "border": ("  if (i > n) return;\n", "", "out_of_bounds"),
    "copy": ("  cudaMemcpy(v, on_v, n * sizeof(float), cudaMemcpyDeviceToHost);\n", "", "wrong"),
    "constant": ("0.5f", "0.55f", "wrong"),
    "race": ("  __syncthreads();\n", "", "race"),
    "syntax": ("at = 1 + threadIdx.x;", "at = 1 + threadIdx.x", "compile_error"),
}
MOST_TURNS = 4


class Judged(adopted_program.Adopting):
    program = "climbed"
    recorded_as = ("blend.f90", "blend", "1,last")

    def setUp(self):
        super().setUp()
        self.right = (adopted_program.PROGRAMS / "climbed/right.cu").read_text()

    def judge(self, code, *arguments, level="emulated"):
        run = ladder("judge", *map(str, arguments), f"--level={level}", cwd=self.tree,
                     env=self.environment, code=code)
        line, = run.stdout.splitlines()
        judged = json.loads(line)
        self.assertEqual(schema_check.defects(judged), [])
        self.assertEqual([run.stdout.count(each) for each in ("\x1b", "\r")], [0, 0])
        return judged

    def answer_of(self, code, which, *words):
        done = self.run_in(code, ".", *words, "--json")
        answer = json.loads(done.stdout.splitlines()[0])
        self.assertEqual(schema_check.defects(answer, which), [])
        return answer

    def test_other_commands_answer_by_the_same_schema(self):
        measured = self.answer_of(0, "measured", "--stage=original", "--repetitions=2")
        self.assertEqual(measured["verdict"]["status"], "right")
        recorded = self.answer_of(0, "recorded", "record")
        self.assertEqual([recorded["status"], recorded["calls"][0]], ["right", 1])
        file = self.ladder / "ladder.toml"
        file.write_text(re.sub('^build = .*', 'build = "false"', file.read_text(), flags=re.M))
        failed = self.answer_of(6, "recorded", "record")
        self.assertEqual([failed["status"], failed["calls"]], ["not_run", []])
        self.assertIn("false", failed["words"])

    def test_a_climber_mends_six_broken_stages(self):
        files = {name: self.ladder / f"{name}.cu" for name in BREAKS}
        for name, (old, new, _) in BREAKS.items():
            self.assertEqual(self.right.count(old), 1, name)
            files[name].write_text(self.right.replace(old, new))
        broken, seen = list(BREAKS), {name: [] for name in BREAKS}
        while broken and len(seen["race"]) < MOST_TURNS:
            stages = self.judge(None, self.ladder, f"--stage={','.join(broken)}")["stages"]
            judged = {one["stage"]: one for one in stages}
            for name in broken:
                seen[name].append(judged[name]["status"])
                text = files[name].read_text()
                files[name].write_text(climber.mended(text, judged[name]))
            broken = [name for name in broken if seen[name][-1] != "emulated_right"]
        self.assertEqual(broken, [], seen)
        self.assertEqual({name: turns[0] for name, turns in seen.items()},
                         {name: status for name, (_, _, status) in BREAKS.items()})
        self.assertEqual(seen["race"], ["race", "barrier", "emulated_right"])

    def test_the_first_element_has_its_statement_and_the_verdict_is_the_same_twice(self):
        old, new, _ = BREAKS["constant"]
        file = self.ladder / "constant.cu"
        file.write_text(self.right.replace(old, new))
        one, other = (self.judge(3, file) for _ in range(2))
        for field in ("status", "next"):
            self.assertEqual(one[field], other[field])
        verdict, = one["stages"]
        self.assertEqual(verdict["first"], other["stages"][0]["first"])
        first = verdict["first"]
        self.assertEqual((first["array"], first["index"], first["call"], first["with_noise"]),
                         ("w", [1], 1, False))
        self.assertRegex(first["source"][0]["text"], r"^w\(i\) = 0\.25 \* u\(i - 1\)")
        self.assertEqual(first["source"][0]["file"], "blend.f90")
        source = (self.tree / "blend.f90").read_text().splitlines()
        self.assertIn("w(i) =", source[first["source"][0]["line"] - 1])

    def test_a_stage_in_c_has_its_time_next_to_the_original(self):
        self.write_c("plain", """  for (int i = 1; i <= n; i++)
    w(i) = 0.25f * u(i - 1) + 0.5f * u(i) + 0.25f * u(i + 1);
  for (int i = 1; i <= n; i++) v(i) = 3.0f * w(i) - u(i);
""")
        judged = self.judge(0, self.ladder, "--budget=1", level="host")
        verdict, = judged["stages"]
        self.assertEqual((verdict["status"], verdict["level"]), ("right", "host"))
        self.assertGreater(verdict["time"]["wall_s"], 0)
        self.assertGreater(verdict["time"]["speedup"], 0)

    def test_a_cuda_stage_without_a_gpu_has_a_prediction_that_names_the_next_step(self):
        (self.ladder / "right.cu").write_text(self.right)
        judged = self.judge(0, self.ladder, "--budget=1", level="auto")
        verdict = judged["stages"][0]
        prediction = verdict["prediction"]
        self.assertGreater(prediction["call"]["as_called_s"], prediction["call"]["kernels_s"])
        self.assertEqual([one["name"] for one in prediction["kernels"]], ["blended"])
        self.assertEqual(judged["next"]["reason"], prediction["advice"])

    def test_bad_command_lines(self):
        self.ends(2, "no stage 'none'", "judge", self.ladder, "--stage=none", "--level=emulated")
        self.ends(2, "of which case", "judge", "smem")
        self.ends(2, "has no ladder.toml", "judge", self.tree)


class Schema(unittest.TestCase):
    def test_verdicts_of_a_built_in_ladder_are_as_it_says(self):
        rows = json_lines("verify", "--size=7x9", "--ladder=wave", "--stage=c-omp,fortran-omp")
        self.assertEqual([(one["status"], one["level"]) for one in rows], [("right", "host")] * 2)
        self.assertEqual([schema_check.defects(one) for one in rows], [[], []])

    def test_errors_of_three_compilers_have_their_places(self):
        words = """a.cu(12): error: identifier "x" is undefined
in/b.f90:5:10:

    5 |  q = 1
      |  1
Error: Symbol 'q' at (1) has no IMPLICIT type
c.c: In function 'f':
c.c:3:4: error: expected ';' before 'if'
"""
        self.assertEqual([(one["file"], one["line"], one["column"])
                          for one in diagnostics.errors(words, "/nowhere")],
                         [("a.cu", 12, None), ("in/b.f90", 5, 10), ("c.c", 3, 4)])

    def test_copies_that_take_most_of_the_time_are_the_next_step(self):
        scopes = {"kernel": 0.3, "h2d": 0.3, "d2h": 0.2, "launch": 0.2}
        step = times.next_step({"time": {"scopes": scopes}})
        self.assertEqual((step["step"], step["gain"]),
                         ("keep arrays on the device between calls", -0.5))

    def test_a_stage_that_is_called_in_two_ways_has_two_times(self):
        records = [{"stage": {"name": "a"}, "launch": {"used": {"resident": [value]}}}
                   for value in (0, 1)]
        found = [{"stage": "a", "launch": f"resident={value}", "time": {"wall_s": wall}, "next": {}}
                 for value, wall in ((0, 1e-3), (1, 1e-4))]
        self.assertEqual([times.of_launch(one, records) for one in found], records)
        times.compare_residency(found)
        self.assertEqual([one["next"].get("gain") for one in found], [-0.9, None])

    def test_kernels_that_take_little_of_a_call_that_no_trace_attributes_are_said(self):
        step = times.next_step({"time": {"scopes": {}, "wall_s": 1e-3,
                                         "kernels": [{"total_s": 3e-5}]}})
        self.assertIn("3% of the time", step["reason"])

    def test_the_lists_of_the_schema_and_of_the_program_are_one(self):
        text = (schema_check.FILE.parent / "status.cpp").read_text()
        text = text[text.index("all_words[] = {"):text.index("};")]
        self.assertEqual(schema_check.STATUSES, re.findall(r'\{"(\w+)",', text))

    def test_a_field_or_a_status_that_is_not_in_it_is_found(self):
        wrong = {"schema": 1, "command": "judge", "level": "host", "status": "fine", "stages": [],
                 "next": {"step": "", "reason": "", "gain": None}, "more": 1}
        found = " ".join(schema_check.defects(wrong))
        for word in ("fine", "more"):
            self.assertIn(word, found)


STATUSES = {
    "catches_buffers": "device_not_used",
    "cooperative": "emulated_right",
    "keeps_results": "device_not_used",
    "knows_the_input": "only_recorded",
    "last_block": "emulated_right",
    "launders": "device_not_used",
    "leaves_a_process": "hides_work",
    "lowers_precision": "wrong",
    "modifies_a_library": "broke_protocol",
    "on_the_host": "device_not_used",
    "pinned": "emulated_right",
    "reads_the_calls": "device_not_used",
    "staged": "emulated_right",
    "thrust": "not_run",  # the emulation has no libraries
}


class Cheats(adopted_program.Adopting):
    program = "judged"
    recorded_as = ("rod.f90", "cool", "1,2,last")

    def test_each_has_the_status_that_it_must(self):
        for file in (self.tree / "stages").iterdir():
            shutil.copy(file, self.ladder)
        run = ladder("judge", self.ladder, "--level=emulated", cwd=self.tree,
                             env=self.environment)
        judged = json.loads(run.stdout)
        found = {one["stage"]: one["status"] for one in judged["stages"]}
        self.assertEqual(judged["status"], found[judged["next"]["stage"]])
        self.assertEqual(found, STATUSES, run.stdout)
