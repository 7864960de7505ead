# label: cli
# room: predict
"""`ladder predict` needs no GPU: the record of a machine, the compiled kernels and the case are
enough."""

import json

import made_up_machine
from made_up_machine import Compiled, Tree
from source_tree import LADDER

LARGE = 64 * made_up_machine.MIB


class WithoutCuda(Tree):
    def test_a_build_without_kernels_says_so(self):
        if (LADDER.parent / "compiled/contents").exists():
            self.skipTest("this build has CUDA")
        run = self.predict("--case=heat-128")
        self.assertEqual((run.returncode, run.stdout), (6, ""))
        self.assertIn("holds no micro-benchmarks of any machine", run.stderr)
        self.keep("one")
        run = self.predict("--case=heat-128")
        self.assertRegex(run.stderr, "not predicted: stages for GPUs; .*LADDER_CUDA=on")
        run = self.predict("--case=heat-128", "--stage=block")
        self.assertEqual(run.stdout, "")
        self.assertNotIn("LADDER_CUDA=on", run.stderr)
        self.assertIn("'block' is not in this build", run.stderr)


class AnotherMachine(Tree):
    def test_this_one_can_be_measured_or_another_one_predicted_for(self):
        self.predict("--case=heat-128", code=6)
        self.keep("one")
        self.keep("two")
        run = self.predict("--case=heat-128")
        self.assertEqual((run.returncode, run.stdout), (6, ""))
        self.assertRegex(run.stderr, r"holds no micro-benchmarks of this machine, '.*'; run "
                                     r"`ladder microbench`, "
                                     r"or predict for another machine with --on=one or --on=two\n")
        run = self.predict("--case=heat-128", "--on=three")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("`ladder microbench` measures the machine that it runs on", run.stderr)
        self.assertRegex(self.predict("--case=heat-128", "--on=ome").stderr,
                         "--on takes one, two; did you mean one?")


class OnTheHost(Tree):
    def test_a_stage_is_predicted_where_the_host_was_measured(self):
        self.keep("one")
        run = self.predict("--case=heat-128", "--stage=c-omp", code=6)
        self.assertIn("no values of its host", run.stderr)
        self.keep("two", host=True)
        run = self.predict("--case=heat-512", "--stage=c-omp,c-temporal", "--on=two", "--json",
                           code=0)
        self.assertIn("not predicted: c-temporal; several steps share a pass", run.stderr)
        row = json.loads(run.stdout)
        self.assertEqual(row["regime"], "arrays")
        self.assertAlmostEqual(row["terms_s"]["arrays"], 8 * 512**3 / 40e9, delta=1e-6)
        self.assertNotIn("cubin", row["hashes"])


class Predict(Compiled):
    def test_a_stage_whose_work_is_not_known_is_named_with_the_reason(self):
        run = self.predict("--case=small", "--stage=cluster,c-O3")
        self.assertEqual((run.returncode, run.stdout), (6, ""))
        self.assertRegex(run.stderr, "not predicted: cluster; .*inline PTX")
        self.assertIn("not predicted: c-O3; the record of made-up, 1e+12 B/s has no values "
                      "of its host", run.stderr)

    def test_a_stage_without_counts_is_traced(self):
        row, = self.rows("--case=imaging-small", "--stage=naive")
        self.assertEqual(row["counts"], "traced")
        launches = {kernel["name"]: kernel["launches"] for kernel in row["kernels"]}
        self.assertEqual([launches[name] for name in launches if name.startswith("propagate")],
                         [1])
        self.assertLess(launches["image_x"], 1)

    def test_a_stage_that_cannot_be_traced_is_one_row_less(self):
        run = self.predict("--json", "--case=heat-512", "--stage=persistent,block", code=0)
        self.assertIn("not predicted: persistent; ", run.stderr)
        self.assertEqual(json.loads(run.stdout)["stage"]["name"], "block")

    def test_kernels_that_read_the_hosts_memory_wait_for_the_bus(self):
        seconds = []
        for name, rate in (("slow", 1e9), ("fast", 2e9)):
            self.keep(name, more=[
                made_up_machine.value(f"copy.{way}.page_locked", LARGE / rate, LARGE)
                for way in ("host_to_device", "device_to_host")])
            row, = self.rows("--case=small", "--stage=zero-copy", f"--on={name}")
            self.assertEqual(row["regime"], "bus")
            seconds.append(row["kernels_s"])
        self.assertAlmostEqual(seconds[0] / seconds[1], 2, delta=0.1)

    def test_blocks_that_stay_hold_as_few_cells_a_thread_as_fit(self):
        for multiprocessors, cells in ((400, 1), (40, 4)):
            self.keep(f"m{multiprocessors}", multiprocessors=multiprocessors)
            row, = self.rows("--case=two-layer", "--stage=persistent", f"--on=m{multiprocessors}")
            self.assertEqual(row["launch"]["used"]["cells"], [cells])

    def test_a_large_case_takes_as_much_longer_as_the_memory_is_slower(self):
        self.keep("fast", 1e12)
        self.keep("slow", 0.5e12)
        fast, = self.rows("--case=heat-512", "--stage=coarsen", "--on=fast")
        slow, = self.rows("--case=heat-512", "--stage=coarsen", "--on=slow")
        self.assertEqual((fast["regime"], slow["regime"]), ("memory", "memory"))
        self.assertAlmostEqual(slow["step_s"] / fast["step_s"], 2, delta=0.1)
        self.assertAlmostEqual(fast["step_s"], 512**3 * 8 / 1e12, delta=0.1 * fast["step_s"])

    def test_the_terms_and_the_launch_make_the_time(self):
        for row in self.rows("--case=heat-128", "--stage=block,restrict,coarsen,fused-graph"):
            with self.subTest(row["stage"]):
                terms = dict(row["terms_s"])
                launch = terms.pop("launch")
                self.assertGreater(row["step_s"], launch + max(terms.values()))
                self.assertLess(row["step_s"], launch + sum(terms.values()))
                self.assertGreater(min(row["other_models_s"].values()), 0)

    def test_the_documents_model_is_corrected_step_by_step(self):
        row, = self.rows("--case=heat-128", "--stage=restrict")
        models = [dict(kernel["mwp_cwp_s"]) for kernel in row["kernels"]]
        self.assertGreater(len(set(models[0].values())), 5)
        last = sum(kernel["launches"] * kernel["mwp_cwp_s"][-1][1] for kernel in row["kernels"])
        self.assertAlmostEqual(last / row["other_models_s"]["MWP-CWP, corrected"], 1)
        self.assertEqual(row["kernels"][0]["mwp_cwp_s"][0][0], "as printed")

    def test_the_block_changes_the_prediction(self):
        wide, = self.rows("--case=heat-128", "--stage=block", "--block=64x8")
        narrow, = self.rows("--case=heat-128", "--stage=block", "--block=1x32")
        self.assertEqual(narrow["launch"]["asked"], {"block": [1, 32], "depth": [1]})
        self.assertGreater(narrow["step_s"], wide["step_s"])

    def test_a_loop_turns_as_often_as_the_launch_says(self):
        short, = self.rows("--case=heat-128", "--stage=march", "--planes=4")
        long, = self.rows("--case=heat-128", "--stage=march", "--planes=64")
        self.assertGreater(long["terms_s"]["latency"], 2 * short["terms_s"]["latency"])

    def test_what_a_launch_leaves_to_the_stage_is_what_the_stage_would_choose(self):
        for words, stages in ((["--case=heat-512"], "march,wide,tma,broad,cache-hints"),
                              (["--case=two-layer-512", "--dt=auto"],
                               "march,arrive,wide,tma,l2-aware,tensor")):
            rows = self.rows(*words, f"--stage={stages}")
            self.assertEqual({row["stage"]["name"] for row in rows}, set(stages.split(",")))
            for row in rows:
                used = row["launch"]["used"]
                with self.subTest(row["stage"]["name"], used=used):
                    self.assertNotIn([0], used.values())
                    self.assertGreater(used["planes"], [0])
                    given = [f"--{knob}={'x'.join(map(str, values))}"
                             for knob, values in used.items()]
                    again, = self.rows(*words, f"--stage={row['stage']['name']}", *given)
                    self.assertEqual(again["step_s"], row["step_s"])

    def test_more_multiprocessors_take_shorter_pieces(self):
        """Blocks that begin together are done together: the pieces along y fill the device."""
        planes = {}
        for count in (16, 400):
            self.keep(f"m{count}", multiprocessors=count)
            row, = self.rows("--case=heat-128", "--stage=march", f"--on=m{count}")
            planes[count], = row["launch"]["used"]["planes"]
        self.assertLess(planes[400], planes[16])

    def test_half_lengths_make_a_row_each_and_more_work(self):
        rows = self.rows("--case=two-layer", "--dt=auto", "--stage=resident", "--half-length=2,4,8")
        self.assertEqual([row["case"]["half_length"] for row in rows], [2, 4, 8])
        cache = [row["terms_s"]["first-level cache"] for row in rows]
        self.assertEqual(cache, sorted(cache))
        self.assertEqual([kernel["name"] for kernel in rows[0]["kernels"]],
                         ["stencil", "record_sample", "inject", "taper_both"])

    def test_a_prediction_names_what_it_depends_on(self):
        row, = self.rows("--case=heat-128", "--stage=block")
        self.assertEqual(row["kind"], "prediction")
        self.assertEqual(sorted(row["hashes"]), ["cubin", "machine", "program", "stage"])
        with open(self.home / "results/one/2026-11-24-microbench/machine.jsonl", "a") as file:
            file.write(json.dumps(made_up_machine.machine(2e12)) + "\n")
        other, = self.rows("--case=heat-128", "--stage=block")
        self.assertEqual([key for key in row["hashes"]
                          if row["hashes"][key] != other["hashes"][key]], ["machine"])
