# label: cli
# cost: 40
"""`ladder judge`: its line is as the schema says, a climber that knows nothing else mends broken
stages by it, and a stage that computes on the host is called so."""

import json
import unittest

import adopted_program
import climber
import schema_check

BREAKS = {
    "index": ("tile[at + 1];", "tile[at];", "wrong"),
    "border": ("  if (i > n) return;\n", "", "out_of_bounds"),
    "copy": ("  cudaMemcpy(v, on_v, n * sizeof(float), cudaMemcpyDeviceToHost);\n", "", "wrong"),
    "constant": ("0.5f", "0.55f", "wrong"),
    "race": ("  __syncthreads();\n", "", "race"),
    "syntax": ("threadIdx.x, at", "thredIdx.x, at", "compile_error"),
}
MOST_TURNS = 4


class Judged(adopted_program.Adopting):
    program = "climbed"

    def setUp(self):
        super().setUp()
        self.start_recorded("blend.f90", "blend", "1,last")
        self.right = (adopted_program.PROGRAMS / "climbed/right.cu").read_text()

    def judge(self, code, *arguments):
        run = adopted_program.command.ladder("judge", *map(str, arguments), "--level=emulated",
                                             cwd=self.tree, env=self.environment)
        if code is not None:
            self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        line, = run.stdout.splitlines()
        judged = json.loads(line)
        self.assertEqual(schema_check.defects(judged), [])
        self.assertEqual([run.stdout.count(each) for each in ("\x1b", "\r")], [0, 0])
        return judged

    def by_stage(self, judged):
        return {one["stage"]: one for one in judged["stages"]}

    def test_a_climber_mends_six_broken_stages(self):
        files = {name: self.ladder / f"{name}.cu" for name in BREAKS}
        for name, (old, new, _) in BREAKS.items():
            self.assertEqual(self.right.count(old), 1, name)
            files[name].write_text(self.right.replace(old, new))
        broken, seen = list(BREAKS), {name: [] for name in BREAKS}
        while broken and len(seen["race"]) < MOST_TURNS:
            judged = self.by_stage(self.judge(None, self.ladder, f"--stage={','.join(broken)}"))
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

    def test_a_cuda_stage_that_computes_on_the_host_is_called_so(self):
        name = "on_the_host"
        (self.ladder / f"{name}.cu").write_text(
            (adopted_program.PROGRAMS / f"climbed/{name}.cu").read_text())
        (self.ladder / "right.cu").write_text(self.right)
        judged = self.judge(3, self.ladder)
        self.assertEqual({name: one["status"] for name, one in self.by_stage(judged).items()},
                         {name: "device_not_used", "right": "emulated_right"})
        self.assertEqual((judged["status"], judged["next"]["stage"]), ("device_not_used", name))

    def test_bad_command_lines(self):
        self.ends(2, "no stage 'none'", "judge", self.ladder, "--stage=none", "--level=emulated")
        self.ends(2, "of which case", "judge", "smem")
        self.ends(2, "has no ladder.toml", "judge", self.tree)


class Schema(unittest.TestCase):
    def test_the_lists_of_the_schema_and_of_the_program_are_one(self):
        text = (schema_check.FILE.parent / "status.cpp").read_text()
        text = text[text.index("status_names = {"):text.index("};")]
        self.assertEqual(schema_check.STATUSES, schema_check.words_in(text))

    def test_a_field_or_a_status_that_is_not_in_it_is_found(self):
        wrong = {"schema": 1, "command": "judge", "level": "host", "status": "fine", "stages": [],
                 "next": {"step": "", "reason": "", "gain": None}, "more": 1}
        found = " ".join(schema_check.defects(wrong))
        for word in ("fine", "more"):
            self.assertIn(word, found)


if __name__ == "__main__":
    unittest.main()
