# label: cli
# room: predict
"""`ladder predict` of an adopted routine: what its kernels ask for is counted on the recorded
calls, and what cannot be predicted is refused."""

import json
import re
import shutil
import unittest

import adopted_program
import made_up_machine
import schema_check
from counted_kernels import (AGAIN, ALONE, BANKS, BRANCHES, DIVISIONS, FOUND, IN_TURN, INLINED,
                             KERNEL, LAUNCH, LAUNCHES, MEETING, NEVER, OF_A_GRAPH, ONE_WARP,
                             RECORDED, STORES, STORING, TOGETHER, UNLIKE, WHILE_IT_IS_ONE)

SOURCE = """
module fields
  implicit none
contains
  subroutine twice(n, a, b)
    integer, intent(in) :: n
    real, intent(in) :: a(n)
    real, intent(out) :: b(n)
    integer :: i
    do i = 1, n
      b(i) = 2 * a(i)
    end do
  end subroutine
end module

program model
  use fields
  implicit none
  real :: a(4096), b(4096)
  integer :: i
  a = [(real(i), i = 1, 4096)]
  call twice(4096, a, b)
  print *, sum(b)
end program
"""
COPIES = [("copy.host_to_device.", 1e-5, 1e10), ("copy.device_to_host.", 2e-5, 1e10)]
LARGE = 64 * made_up_machine.MIB
FASTER = 2  # bytes a second of page-locked memory, over those of ordinary memory


def machine():
    made = made_up_machine.machine(1e12)
    for way, latency, rate in COPIES:
        for memory, times in (("ordinary", 1), ("page_locked", FASTER)):
            made["measured"] += [made_up_machine.value(way + memory,
                                                       latency + bytes / rate / times, bytes)
                                 for bytes in (4.0, 65536.0, LARGE)]
    made["measured"] += [made_up_machine.value("launch.waited_for", 4e-6),
                         made_up_machine.value("host.cores", 4),
                         made_up_machine.value("host.bandwidth.one_core", 1e6, LARGE),
                         made_up_machine.value("host.bandwidth.all_cores", 2e6, LARGE)]
    return made


@unittest.skipIf(shutil.which("objdump") is None, "objdump is missing")
class Predicted(adopted_program.Adopting):
    program = "modules"

    def setUp(self):
        super().setUp()
        (self.tree / "twice.f90").write_text(SOURCE)
        (self.tree / "Makefile").write_text("model: twice.f90\n\tgfortran -O1 -o $@ $<\n")
        self.start_recorded("twice.f90", "twice", "1")
        folder = self.ladder / "results/made-up/2026-11-24-microbench"
        folder.mkdir(parents=True)
        (folder / "machine.jsonl").write_text(json.dumps(machine()) + "\n")

    def write_cuda(self, apart, blocks=1, kernel=KERNEL, launch=LAUNCH):
        (self.ladder / "wide.cu").unlink(missing_ok=True)
        self.ends(0, "written", "new-stage", "cuda", "wide", f"--ladder={self.ladder}")
        file = self.ladder / "wide.cu"
        text = re.sub(r"#error .*\n", launch.replace("n /", f"{blocks} * n /"), file.read_text())
        at = text.index("extern \"C\"")
        kernel = kernel.replace("APART", str(apart))
        file.write_text(f"{text[:at]}#include <cuda_runtime.h>\n#include <cstdint>\nnamespace {{\n"
                        f"{kernel}}}\n{text[at:]}")

    def predicted(self, *more):
        done = self.run_in(0, "adopted-prediction", "predict", "--on=made-up", "--json", *more)
        answer = json.loads(done.stdout.splitlines()[-1])
        self.assertEqual(schema_check.defects(answer, "predicted"), [])
        return answer

    def kernel(self, apart, blocks=1, **stage):
        """What is predicted of the only kernel of a stage that is written so."""
        self.write_cuda(apart, blocks, **stage)
        kernel, = self.predicted()["kernels"]
        return kernel

    def latency(self, apart, kernel, launch=LAUNCH):
        return self.kernel(apart, kernel=kernel, launch=launch)["terms_s"]["latency"]

    def test_neighbours_share_sectors_and_others_do_not(self):
        for apart, sectors in ((1, 4), (16, 32)):
            with self.subTest(apart):
                self.write_cuda(apart)
                answer = self.predicted()
                kernel = answer["kernels"][0]
                self.assertEqual(kernel["sectors_a_load"], sectors)
                self.assertEqual(kernel["memory_bytes"], 2 * 4 * 4096)
                self.assertEqual((kernel["grid"], kernel["block"]), ([16, 1, 1], [256, 1, 1]))
                call = answer["call"]
                self.assertEqual(call["launches"], 1)
                self.assertEqual(call["copied_bytes"], (2 + 1) * 4 * 4096)
                self.assertGreater(call["as_called_s"], call["resident_s"] + call["copies_s"])
                host = answer["host"]  # whose bandwidth two cores use up
                self.assertEqual((host["bound"], host["useful_cores"]), ("memory", 2))
                self.assertAlmostEqual(host["at_least_s"], kernel["memory_bytes"] / 2e6)

    def test_warps_wait_for_what_another_has_asked_for_in_the_same_turn(self):
        self.assertGreater(self.latency(0, IN_TURN), 1.1 * self.latency(8, IN_TURN))

    def test_the_longest_warp_is_waited_for(self):
        bounds = [self.kernel(times, kernel=UNLIKE)["bound"] for times in (1, 64)]
        self.assertEqual([bound == "longest warp" for bound in bounds], [False, True])

    def test_at_a_barrier_a_block_waits_for_its_slowest_warp(self):
        self.assertGreater(self.latency(1, MEETING), 2 * self.latency(0, MEETING))

    def test_a_zero_is_divided_by_a_subroutine(self):
        zeros, others = (self.latency(apart, DIVISIONS) for apart in (0, 1))
        self.assertGreater(zeros, 1.5 * others)

    def test_a_warp_goes_where_any_of_its_lanes_goes(self):
        requests = [self.kernel(apart, kernel=BRANCHES)["requests"] for apart in (0, 1)]
        self.assertEqual(requests, [32 + 2, 64 + 2])  # in the loop, and one each way

    def test_lines_that_are_stored_take_room_in_the_cache(self):
        few, many = (self.latency(lines, STORES, STORING) for lines in (64, 4096))
        self.assertGreater(many, 1.2 * few)

    def test_what_a_block_has_stored_it_finds(self):
        one, other = (self.kernel(apart, kernel=FOUND, launch=ALONE)["l2_bytes"]
                      for apart in (0, 1))
        self.assertAlmostEqual(other - one, 4 * 4096, delta=64)

    def test_a_thread_waits_once_for_what_is_new_in_one_turn(self):
        once, each = (self.latency(apart, TOGETHER, ALONE) for apart in (0, 2))
        self.assertGreater(each, 1.5 * once)

    def test_lanes_of_one_bank_are_served_one_after_the_other(self):
        self.assertGreater(self.latency(1, BANKS, ONE_WARP), 1.2 * self.latency(0, BANKS, ONE_WARP))

    def test_what_is_never_executed_takes_neither_time_nor_the_turns_of_a_loop(self):
        for kernel in NEVER, INLINED:
            never, nothing = (self.latency(apart, kernel, ALONE) for apart in (0, 1))
            self.assertAlmostEqual(never / nothing, 1, delta=0.5)

    def test_windows_of_a_long_way_stand_for_all_of_it(self):
        few, many = (self.kernel(times, kernel=AGAIN, launch=ALONE)
                     for times in (16, 1024))  # 0.2 and 12 million accesses
        for what in ("requests", "instructions", "l2_bytes", "seconds"):  # few begin without lines
            self.assertAlmostEqual(many[what] / few[what], 1024 / 16, delta=0.06 * 1024 / 16)
        self.assertEqual(many["memory_bytes"], few["memory_bytes"])

    def test_the_last_of_a_few_launches_may_do_most(self):
        requests = []
        for last in ("16", "n"):
            launch = ALONE.replace("(n,", f"(k < 9 ? 16 : {last},")
            nine = f"  for (int k = 1; k <= 9; ++k)\n  {launch}"
            requests.append(self.kernel(1, kernel=AGAIN, launch=nine)["requests"])
        self.assertGreater(requests[1], 10 * requests[0])

    def test_blocks_without_work_are_handed_out_and_no_more(self):
        few, many = (self.kernel(1, blocks)["seconds"] for blocks in (1, 64))
        hand_out = next(one["value"] for one in machine()["measured"]
                        if one["name"] == "block.hand_out")
        self.assertAlmostEqual(many - few, 63 * 16 * hand_out, delta=1e-9)

    def test_kernels_of_a_graph_are_predicted_one_by_one(self):
        self.write_cuda(1, kernel=OF_A_GRAPH, launch=LAUNCHES)
        answer = self.predicted()
        kernels = {kernel["name"]: kernel for kernel in answer["kernels"]}
        self.assertEqual(list(kernels), ["doubled", "summed<float>"])
        self.assertEqual([kernel["atomic_lanes"] for kernel in kernels.values()], [0, 4096])
        self.assertEqual(answer["call"]["launches"], 1)  # by the host

    def test_a_graph_whose_numbers_vary_is_recorded_in_each_call(self):
        resident = []
        for varies in ("0", "1"):
            self.write_cuda(1, launch=RECORDED.replace("VARIES", varies))
            resident.append(self.predicted()["call"]["resident_s"])
        self.assertGreater(resident[1] - resident[0], 20e-6)

    def test_a_loop_that_ends_by_its_numbers_turns_otherwise_in_drawn_calls(self):
        self.write_cuda(1, launch=WHILE_IT_IS_ONE)
        recorded, drawn = (self.predicted(*more) for more in ((), ("--drawn",)))
        self.assertEqual(recorded["call"]["launches"], 3)
        self.assertEqual(drawn["call"]["launches"], 1)

    def test_copies_of_page_locked_arrays_are_faster(self):
        taken = {}
        for name, elements, array in (
                ("ordinary", 4096, "static float own[4096];"),
                ("registered", 4096, "static float own[4096]; cudaHostRegister(own, bytes, 0);"),
                ("allocated", LARGE // 2, "float *own; cudaMallocHost(&own, bytes);")):
            lines = (f"const std::size_t bytes = {elements} * sizeof(float);", array,
                     "float *there; cudaMalloc(&there, bytes);",
                     "cudaMemcpyAsync(own, there, bytes, cudaMemcpyDeviceToHost);",
                     "cudaMemcpyAsync(there, own, bytes, cudaMemcpyHostToDevice);")
            self.write_cuda(1, launch="".join(f"  {one}\n" for one in lines) + LAUNCH)
            taken[name] = self.predicted()["call"]["copies_s"]
        self.assertLess(taken["registered"], 0.9 * taken["ordinary"])
        # Twice as large as the largest that was measured.
        self.assertAlmostEqual(taken["allocated"], 2 * 2 * LARGE / (FASTER * 1e10), delta=2e-4)

    def test_what_a_stage_copies_to_its_variables_comes_from_a_cache(self):
        resident = []
        for words in (1, 1024):
            back = f"  static float host[{words}];\n  cudaMemcpy(host, b, 4 * {words}, " \
                   "cudaMemcpyDeviceToHost);\n"
            self.write_cuda(1, launch=LAUNCH + back)
            resident.append(self.predicted()["call"]["resident_s"])
        latency = COPIES[1][1]
        self.assertGreater(resident[1] - resident[0], 0.3 * latency)

    def test_sizes_say_from_where_on_it_pays(self):
        self.write_cuda(1)
        sizes = ("predict", "--on=made-up", "--sizes=8192,65536")
        self.run_in(7, r"no \[scale\]", *sizes)
        file = self.ladder / "ladder.toml"
        text = file.read_text()
        index = self.ladder / "calls/index.json"
        recorded = json.loads(index.read_text())
        try:
            file.write_text(text.replace("# ---- written", '[scale]\naxis = "n"\nto = 8192\n\n'
                                         "# ---- written", 1))
            for seconds, said in ((1, "each of these"), (1e-12, "none of these")):
                index.write_text(json.dumps({**recorded, "seconds": seconds}))
                done = self.run_in(0, f"As called it pays at {said} sizes", *sizes)
                self.assertRegex(done.stdout, r"(?m)^ *8192 ")
        finally:
            file.write_text(text)
            index.write_text(json.dumps(recorded, indent=1))

    def test_what_cannot_be_predicted_is_refused(self):
        self.run_in(6, "no CUDA stage that could be predicted", "predict", "--on=made-up")
        self.write_cuda(2)
        done = self.run_in(2, "--on takes .*made-up", "predict", "--on=none-such")
        self.assertNotIn("compiling", done.stderr)  # it would take a minute
        self.run_in(2, "no stage 'none-such'", "predict", "--on=made-up", "--stage=none-such")
        shutil.rmtree(self.ladder / "calls")
        self.run_in(7, "ladder record", "predict", "--on=made-up")
