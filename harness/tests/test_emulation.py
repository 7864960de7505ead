# label: cli
# cost: 180
"""CUDA stages on a machine without a GPU: right ones are right, and each mistake is called by its
name. `ladder check` of an adopted routine where no times decide: `--metric=emulated` says whether
its kernels do more than before, and `--metric=instructions` whether its stages do."""

import json
import os
import shutil
import subprocess
import unittest
from unittest import mock

import adopted_program
import command
import test_check
from source_tree import SOURCE, execute, folder_of
from emulating import compile as emulation
from emulating.stages import library as built_from

EXERCISES = SOURCE / "harness/emulation/exercises"
MISSING = [name for name in ("g++", "addr2line") if shutil.which(name) is None]
BOX, IMAGES = "13x7x19", "23x37"
# About 130 s of a processor.
STAGES = [("wave", "61x97", ["gmem-eb", "gmem-eb-2d", "gmem-zp", "resident-taps", "cmem",
                             "smem-minor", "smem-major", "smem", "pinned", "resident", "fused",
                             "graph", "regtile"]),
          ("heat", "13x7x67", ["copying", "naive", "block", "restrict", "coarsen", "fused-graph",
                               "march"]),
          ("wave3d", BOX, ["resident", "wide"]), ("imaging", IMAGES, ["shared", "both"])]
# As much once more.
REST = [("wave3d", BOX, ["as-printed", "copying", "order", "constant", "rows", "fused", "march",
                         "arrive"]),
        ("imaging", IMAGES, ["naive", "registers", "fused", "graph"])]
if os.environ.get("LADDER_TEST_EMULATED") == "all":
    STAGES += REST
# Each of thousands of wrong indices is reported, in no time.
FILL = "int k = threadIdx.x; k < threads + 2 * g.m"


@unittest.skipIf(MISSING, f"{', '.join(MISSING)} is missing")
class Emulation(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.path = folder_of(cls)
        cls.environment = {**os.environ, "XDG_CACHE_HOME": str(cls.path)}
        command.share_compiled(cls.path)

    def verify(self, code, *arguments):
        done = command.ladder("verify", *arguments, env=self.environment, cwd=self.path, code=code)
        return done

    def verified(self, *arguments, code=0):
        """stage -> row"""
        rows = map(json.loads, self.verify(code, *arguments, "--json").stdout.splitlines())
        return {row["stage"]: row for row in rows}

    def test_right_stages_are_right_at_odd_sizes(self):
        for ladder, size, stages in STAGES:
            rows = self.verified("--emulate", f"--ladder={ladder}", f"--size={size}",
                                 f"--stage={','.join(stages)}")
            self.assertEqual({name: row["verdict"] for name, row in rows.items()},
                             dict.fromkeys(stages, "emulated: right"), rows)

    def test_each_mistake_is_called_by_its_name(self):
        words = {"race": r"^random fields, race in kernel 'convolve' on shared memory part\["
                         r".*at race.cu:\d+.*at exercise.cuh:\d+"
                         r"|.*at exercise.cuh:\d+.*at race.cu:\d+",
                 "barrier": r"barrier.cu:16: this barrier is reached by \d+ of the 64 threads",
                 "border": r"border.cu:13, .* bytes before 'p', which has",
                 "blocks": r"invalid configuration argument|never written",
                 "transposed": r"transposed",
                 "uncoalesced": r"^$"}
        words["outside"] = r"index 128 is outside of an array of type 'float \[128\]'"
        files = [(self.path if name == "outside" else EXERCISES) / f"{name}.cu" for name in words]
        race = (EXERCISES / "race.cu").read_text()
        self.assertEqual(race.count(FILL), 1)
        files[-1].write_text(race.replace(FILL, FILL.replace("2 * g.m", "4 * most")).replace(
            "  if (i >= g.cells()) return;", "  __syncthreads();\n  if (i >= g.cells()) return;"))
        rows = self.verified("--size=23x14", "--ladder=wave",
                             f"--stage={','.join(map(str, files))}", code=3)
        for name, pattern in words.items():
            with self.subTest(name):
                self.assertEqual(rows[name]["verdict"], "emulated: right" if name == "uncoalesced"
                                 else "emulated: WRONG")
                self.assertRegex(rows[name]["words"], pattern)

    def test_what_is_not_emulated_is_said_with_its_line(self):
        done = self.verify(6, "--emulate", "--stage=cluster", "--case=small")
        self.assertRegex(done.stderr, r"inline PTX \(messages.cuh:\d+\)")

    def test_without_a_stage_in_cuda_it_is_refused(self):
        done = self.verify(2, "--emulate", "--stage=c-omp", "--case=small")
        self.assertIn("--emulate would have no effect", done.stderr)

    def test_knobs_of_a_stage_that_is_compiled_later_are_known(self):
        rows = self.verified("--size=7x5", "--ladder=wave", "--emulate", "--stage=smem-major",
                             "--method=2")
        self.assertIn("method=2", rows["smem-major"]["launch"])

    def test_a_source_with_a_mistake_is_said_with_its_line(self):
        wrong, right = self.path / "wrong.cu", (EXERCISES / "border.cu").read_text()
        for before, after, line in (("float sum = 0;", "float sum = 0", 13),
                                    ("ceil_div", "ceil_dvi", 20)):
            self.assertIn(before, right)
            wrong.write_text(right.replace(before, after))
            done = self.verify(7, "--stage=./wrong.cu", "--case=small")
            self.assertIn(f"wrong.cu:{line}", done.stderr)

    @mock.patch.dict(os.environ)
    def test_a_shot_in_the_buffers_and_graphs_of_the_one_before_gives_the_same_sums(self):
        os.environ.update(self.environment)
        stage = SOURCE / "cuda_stages/imaging/27c_summed.cu"
        text = emulation.translated(stage, ['-DLADDER_STAGE_NAME="summed"'])
        library = built_from("summed", stage, text, False, print)
        program = self.path / "kept_shots"
        subprocess.run(["g++", "-std=c++20", f"-I{SOURCE}", "-o", program,
                        SOURCE / "harness/tests/programs/kept_shots.cpp", "-ldl"], check=True)
        execute(program, library, code=0)

    def test_an_emulated_stage_has_no_time(self):
        done = command.ladder("--stage=./mine.cu", "--case=small", cwd=self.path)
        self.assertNotEqual(done.returncode, 0)
        self.assertNotIn("emulated: right", done.stdout)


ACCESS = "  w(i) = 0.25f"
COPY = "  cudaFree(on_u);\n"


class Emulated(adopted_program.Adopting):
    program = "climbed"
    recorded_as = ("blend.f90", "blend", "1,last")

    def setUp(self):
        super().setUp()
        self.right = (adopted_program.PROGRAMS / "climbed/right.cu").read_text()
        self.old = self.path / "old"
        self.old.mkdir()
        for folder in (self.old, self.ladder):
            (folder / "right.cu").write_text(self.right)

    def check(self, code, *more):
        run = self.run_in(code, ".", "check", "--metric=emulated", "--stage=right", *more)
        return run.stdout

    def change(self, before, after):
        self.assertEqual(self.right.count(before), 1)
        (self.ladder / "right.cu").write_text(self.right.replace(before, after))

    def slower(self):
        found = json.loads(self.check(1, f"--against={self.old}", "--json"))
        return {one["point"].rpartition(": ")[2] for one in found if one["verdict"] == "SLOWER"}

    def test_what_grew_is_named(self):
        counts = self.path / "counts.json"
        self.check(0, f"--write-baseline={counts}")
        self.check(0, f"--against={self.old}")
        self.change(COPY, "  cudaMemcpy(w, on_w, 4, cudaMemcpyDeviceToHost);\n" + COPY)
        self.assertEqual(self.slower(), {"copied bytes"})
        self.change(ACCESS, "  w(i) = u(i - 1);\n" + ACCESS)
        self.assertEqual(self.slower() & {"accesses of warps", "launches", "copied bytes"},
                         {"accesses of warps"})
        self.check(1, f"--baseline={counts}")

    def test_a_library_that_cannot_be_loaded_has_no_verdict(self):
        verify = ("verify", "--emulate", "--stage=right")
        self.run_in(0, "emulated: right", *verify)
        for name in ("right.so", "right-raced.so"):
            with self.subTest(name):
                file, = (self.path / "cache").rglob(f"emulated/{name}")
                kept = file.read_bytes()
                file.write_bytes(b"no library")
                run = self.run_in(7, r"0 right, 0 wrong, \d skipped", *verify)
                self.assertRegex(run.stdout, f"skipped .*plug-in '.*{name}' cannot be loaded: ")
                self.assertNotIn("WRONG", run.stdout)
                file.write_bytes(kept)

    @unittest.skipIf(os.path.exists("/dev/nvidiactl"), "there is a GPU")
    def test_a_check_of_times_without_a_gpu_proposes_it(self):
        run = self.run_in(6, "did not run", "check", "--stage=right", f"--against={self.old}")
        self.assertIn("--metric=emulated", run.stdout + run.stderr)

    def test_it_is_of_cuda_stages_of_a_routine(self):
        self.ends(2, "add --ladder=FOLDER", "check", "--metric=emulated", "--case=small",
                  "--stage=c-O3", "--write-baseline=x.json")
        self.write_c("plain", "  (void)u;\n")
        self.ends(6, "counts CUDA stages", "check", "--metric=emulated", "--stage=plain",
                  f"--against={self.old}", f"--ladder={self.ladder}")


class Counts(test_check.Copies):
    @unittest.skipUnless(shutil.which("valgrind"), "valgrind is not installed")
    def test_instructions_are_counted_as_for_other_stages(self):
        self.write(self.old, 0)
        self.write(self.ladder, 100)
        self.check(1, "SLOWER", "--metric=instructions", effect=0.02)
        counts = self.path / "counts.json"
        self.run_in(0, "kept in", "check", "--metric=instructions", "--stage=copy",
                    f"--write-baseline={counts}")
        self.run_in(0, "not slower", "check", "--metric=instructions", "--stage=copy",
                    f"--baseline={counts}")

    def test_a_stage_that_the_old_folder_lacks(self):
        self.write(self.ladder, 0)
        (self.old / "other.f90").write_text(self.copy(0))
        self.check(5, "does not have 'copy'", "--budget=5")
