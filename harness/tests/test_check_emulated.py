# label: cli
# cost: 35
"""`ladder check` of an adopted routine where no times decide: `--metric=emulated` says whether its
kernels do more than before, without a GPU, and `--metric=instructions` whether its stages do."""

import json
import os
import shutil
import unittest

import adopted_program
import test_check

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
