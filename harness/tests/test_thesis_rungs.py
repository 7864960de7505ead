# label: cli
# cost: 60
"""`ladder port --rungs=thesis`: each rung of stencils computes what the routine computes, a nest
that does not take one has its reason, and a tile without its halo is found by the emulation."""

import json

import adopted_program

RIGHT = ("cuda-padded", "cuda-constant", "cuda-shared-minor", "cuda-shared-major", "cuda-shared",
         "cuda-coarsen", "cuda-fused", "cuda-graph")


class Thesis(adopted_program.Adopting):
    program = "stencils"
    recorded_as = ("stencils.f90", "step", "1,last")

    def port(self, code, words, *more):
        return self.ends(code, words, "port", f"--ladder={self.ladder}", "--write-only", *more)

    def emulated(self, code, words, *stages, knob=()):
        return self.ends(code, words, "verify", "--emulate", f"--ladder={self.ladder}",
                         f"--stage={','.join(stages)}", *knob)

    def nests(self, *rungs):
        """[(taken, why)] of each rung, in the order of the source."""
        document = json.loads(self.port(0, "rungs", "--json", f"--rungs={','.join(rungs)}").stdout)
        found = {each["rung"]: each["nests"] for each in document["rungs"]}
        return [[(each["taken"], each["why"]) for each in found[rung]] for rung in rungs]

    def test_all_rungs_are_right(self):
        self.port(0, "written: .*cuda-fused.cu", "--rungs=thesis")
        self.assertFalse((self.ladder / "omp.f90").exists())
        self.assertIn("const double *__restrict__ p", (self.ladder / "cuda.cu").read_text())
        self.ends(0, "2 right, 0 wrong", "verify", f"--ladder={self.ladder}",
                  "--stage=c-simd,c-blocked")
        for stages in (RIGHT[::2], RIGHT[1::2]):
            self.emulated(0, f"{2 * len(stages)} right, 0 wrong, 0 skipped", *stages)

    def test_nests_and_reasons(self):
        rungs = ("c-blocked", *RIGHT)
        nests = dict(zip(rungs, self.nests(*rungs)))
        self.assertEqual({rung: [taken for taken, _ in nests[rung]] for rung in rungs}, {
            "c-blocked": [True, False, False, True, False],
            "cuda-padded": [False, False, False, False, False, True],
            "cuda-constant": [True, False, False, False, False, True],
            "cuda-shared-minor": [True, False, False, False, True, False],
            "cuda-shared-major": [True, False, False, False, False, False],
            "cuda-shared": [True, False, False, True, True, False],
            "cuda-coarsen": [True, False, False, False, False, False],
            "cuda-fused": [True, True, False, False, False],
            "cuda-graph": [True] * 6})
        self.assertEqual(nests["cuda-fused"][2][1],
                         "'i' is from 1 to n - 1, before from 1 to n")
        source = self.tree / "stencils.f90"  # now with one range for all loops
        source.write_text(source.read_text().replace("do i = 1, n - 1", "do i = 1, n"))
        self.adopt("stencils.f90", "step")
        self.record("step")
        (self.ladder / "cuda-fused.cu").unlink()
        (fused,) = self.nests("cuda-fused")
        self.assertIn("q(i, j) is written before, and q(i + 1, j) is read",
                      [why for _, why in fused])

    def test_loops_with_sums_in_their_turns_are_fused(self):
        self.adopt("stencils.f90", "moments")
        self.record("moments")
        self.ladder = self.tree / "ladders/moments"
        self.port(0, "written: .*cuda-fused.cu", "cuda-fused")
        self.emulated(0, "2 right, 0 wrong", "cuda-fused")

    def test_a_thread_takes_one_turn_or_the_call_stops(self):
        self.port(0, "written", "cuda")
        file = self.ladder / "cuda.cu"
        text = file.read_text()
        self.assertRegex(text, r"if \(int j = \d \+ thread_y\(\); j <= ")
        file.write_text(text.replace("65535", "0"))
        self.emulated(3, r"a loop has \d+ turns, more than a grid takes: record a call", "cuda")

    def test_single_precision_is_right_by_a_stated_tolerance_alone(self):
        self.port(6, "has none for q, r, v, most", "cuda-float32")
        described = self.ladder / "ladder.toml"
        described.write_text(described.read_text().replace(
            "# ----", "[tolerance]\nq = 1e-5\nr = 1e-5\nv = 1e-5\nmost = 1e-5\n\n# ----", 1))
        self.port(0, "written: .*cuda-float32.cu", "cuda-float32")
        # blocks of 96 threads: no power of two
        self.emulated(0, "tolerances that are stated", "cuda-float32", knob=["--block=100"])

    def test_a_tile_without_its_halo_is_found(self):
        self.port(0, "written", "cuda-shared")
        file = self.ladder / "cuda-shared.cu"
        text = file.read_text()
        file.write_text(text.replace("i_at <= n + 1 && j_at <= m)", "i_at <= n && j_at <= m)"))
        self.assertNotEqual(file.read_text(), text)
        self.emulated(3, "cuda-shared.cu:.*shared memory|WRONG", "cuda-shared")
        file.write_text(text.replace("__syncthreads();\n", "\n"))
        self.emulated(3, "RACE|race|WRONG", "cuda-shared")

    def test_a_file_that_was_written_for_other_constants_does_not_compile(self):
        self.port(0, "written", "cuda-shared")
        source = self.tree / "stencils.f90"
        source.write_text(source.read_text().replace("n = 37", "n = 38"))
        self.adopt("stencils.f90", "step")
        self.record("step")
        self.emulated(7, "written for n = 37: run `ladder port cuda-shared` again", "cuda-shared")

    def test_a_set_that_is_none(self):
        self.port(2, "--rungs=theses: 'theses' is neither a rung nor one of first, thesis, all",
                  "--rungs=theses")
