# label: unit
# room: predict
"""Predictions compared with what was measured after them. The ladder of models: the thesis'
equations on its own card, the program's steps on measured cells, the table of their errors.
Latencies by warps: the ends that the thesis of 2016 prints, and every number of warps of a
machine's record. Scaling over devices and ranks: shares of the ideal are those of the records, and
of runs that belong together."""

import re
import unittest

import made_up
from made_up import MACHINE, MS
from plotting import MISSING, SOURCE, Plot, answered

if not MISSING:
    from plots import model_steps, published, slide
    from plots.figures import latencies, ranks
    from reporting.document_tables import LATENCIES

CARD = "made-up GPU"


def point(cells):
    return {"stage": {"name": "resident", "device": "cuda"}, "launch": {"asked": {"depth": [4]}},
            "case": {"hash": f"{cells}", "nz": cells, "nx": cells, "ny": cells, "half_length": 1}}


def prediction(cells):
    """Two kernels: the second is short, and its model far off."""
    steps = [["as printed", 4e-6], ["executed instructions", 3e-6]]
    return {**point(cells), "kind": "prediction", "prediction_schema": 1, "kernels_s": 3.3e-6,
            "time": "2026-11-22T11:00:00Z", "machine": CARD,
            "kernels": [{"name": "stencil", "launches": 1.0, "kernel_s": 2.2e-6,
                         "mwp_cwp_s": steps},
                        {"name": "inject", "launches": 2.0, "kernel_s": 1e-3,
                         "mwp_cwp_s": [["as printed", 1e-3]]}]}


def record(cells, session="20261122T120000-7", stencil_ns=20000):
    """A launch of the stencil takes 2 us, a step with both kernels 3 us."""
    return {**point(cells), "schema": 1, "session": session,
            "environment": {"gpu": {"name": CARD}},
            "traced": {"profile": [{"name": "stencil", "calls": 10, "total_ns": stencil_ns},
                                   {"name": "inject", "calls": 20, "total_ns": 10000}]}}


class Predictions(Plot):
    def files(self, predictions, records):
        return [self.keep(predictions, "models.jsonl"), self.keep(records, "measured.jsonl")]

    def errors(self, predictions, records):
        return model_steps.of_files(self.files(predictions, records))[CARD]

    def test_the_longest_kernel_of_a_step_counts(self):
        _, every = self.errors([prediction(30)], [record(30)])
        self.assertAlmostEqual(every.mean("as printed"), 100)
        self.assertAlmostEqual(every.mean("executed instructions"), 50)
        self.assertAlmostEqual(every.mean("our model"), 10)
        self.assertIsNone(every.mean("measured caches"))

    def test_only_the_documents_volume_is_next_to_its_card(self):
        documents, every = self.errors([prediction(50), prediction(30)], [record(50), record(30)])
        self.assertEqual((documents.cells, every.cells), (1, 2))

    def test_a_cell_that_was_measured_twice_counts_once_as_it_was_last(self):
        _, every = self.errors(
            [prediction(30)], [record(30, "20261124T120000-7", stencil_ns=40000), record(30)])
        self.assertEqual(every.cells, 1)
        self.assertAlmostEqual(every.mean("as printed"), 0)

    def test_ours_are_drawn_with_the_published(self):
        files = self.files([prediction(50), prediction(30)], [record(50)])
        self.has(self.drawn("predicted", *files), CARD, "mean error 10.0 %", "figure 4.15",
                 "mean error 84.4 %", "figure 4.16", "mean error 69.2 %")
        self.has(self.drawn("mwp_cwp", *files), "K40, published", "made-up", "100 %", "our model")

    def test_no_cell_in_common(self):
        files = self.files([prediction(50)], [record(30)])
        self.fails(6, "no record is of a cell that was predicted", "predicted", *files)
        self.fails(6, "no record is of a cell whose models are given", "mwp_cwp", *files)

    def test_a_file_that_is_none(self):
        self.fails(7, "nothing.jsonl: neither records nor", "mwp_cwp", self.path / "nothing.jsonl")
        other = self.keep([{"of": "another kind"}], "other.jsonl")
        self.fails(7, "other.jsonl: neither records nor", "mwp_cwp", other)

    def test_a_folder_may_hold_other_files(self):
        self.files([prediction(50)], [record(50)])
        self.keep([{"of": "another kind"}], "counted.jsonl")
        self.has(self.drawn("mwp_cwp", self.path), "made-up", "our model")


class Document(unittest.TestCase):
    def test_the_equations_give_the_first_cells_of_tables_4_5_and_4_7(self):
        document = published.read(SOURCE / "results/published/parra-2016.json")
        inputs = {row: values[0] for row, values in document.tables["example"]["values"].items()}
        for table in ("table 4.5", "table 4.7"):
            self.assertAlmostEqual(model_steps.cycles(inputs),
                                   document.number(table, "2", "8 warps"), 2)
            inputs["warps"] = document.number("launches", "8", "adjusted warps")

    def test_each_step_of_the_program_has_a_name_here(self):
        source = (SOURCE / "harness/predict/model/mwp_cwp_steps.cpp").read_text()
        names = re.findall(r'\{"([^"]+)", \w+\}', source.split("ladder_of_models[]")[1])
        self.assertGreater(len(names), 5)
        self.assertEqual(names, [step for step in model_steps.STEPS
                                 if step not in (model_steps.WORKING, model_steps.OURS)])


def machine(name="Made-up GPU", **changes):
    rows = ([("latency.add", warps, 4 + warps) for warps in range(1, 33)]
            + [("latency.l2.read", 1, 700), ("latency.add", 64, 9000)])
    measured = [{"name": name, "unit": "cycles", "over": "warps", "at": at, "value": value,
                 "uncertainty": 0.5, "samples": 3}
                for name, at, value in rows]
    return {"kind": "machine", "machine_schema": 1, "time": "2026-01-02T00:00:00Z",
            "commit": "0123456789abcdef", "device": {"name": name}, "measured": measured, **changes}


class Latencies(Plot):
    def test_curves_have_the_thesis_figures_and_the_ends_that_it_prints(self):
        text = self.drawn("latencies", self.keep([machine()]))
        self.has(text, "NVIDIA K40, table 4.3", "addition (4.7)", "global memory write (4.11b)",
                 "Made-up GPU", "2026-01-02")

    def test_without_a_gpu_there_is_nothing_to_draw(self):
        self.fails(6, "ladder microbench measures them", "latencies",
                   self.keep([machine(device=None)]))

    def test_what_was_measured_is_drawn(self):
        """1 to 32 warps and no more: 5 to 36 cycles of an addition."""
        (_, points), (_, single) = latencies.curves_of(machine())
        self.assertEqual([(at, value) for at, value, _, _ in points],
                         [(warps, 4 + warps) for warps in range(1, 33)])
        self.assertEqual(single, [(1, 700, 699.5, 700.5)])

    def test_what_grows_with_the_warps_is_counted(self):
        curves = latencies.curves_of(machine())  # an addition grows, L2 has one point
        flat = [(name, [(at, 3, 3, 3) for at, *_ in points]) for name, points in curves]
        self.assertEqual([latencies.slower(some) for some in (curves, flat)], [(1, 1), (0, 1)])

    def test_every_row_of_the_table_has_its_figure(self):
        self.assertEqual({row for row, _ in LATENCIES}, set(latencies.FIGURES))


def of_parts(stage, parts, kernel_ms, exchange_ms=0, planes=128):
    """Of the wave in three dimensions on 128^2 x planes cells, 10 steps."""
    made = made_up.of_ladder("wave3d", stage, (128, 128, planes), 10, kernel_ms,
                             {"devices": [parts]}, name="two-layer-512", hash=str(planes),
                             half_length=4)
    made["traced"]["scopes_ns"]["exchange"] = int(exchange_ms * MS)
    return made


class Ranks(Plot):
    def test_one_volume_divided_has_its_share_of_the_ideal(self):
        text = self.drawn("ranks", self.keep([of_parts("peer", 1, 40), of_parts("peer", 2, 22),
                                              of_parts("peer", 4, 12.5)]))
        # 40 of 4 x 12.5
        self.has(text, "strong: one volume, divided", "wave3d peer, order 8, 80.0 % at 4",
                 MACHINE[0])
        self.assertNotIn("weak:", text)

    def test_time_of_exchange_counts(self):
        text = self.drawn("ranks", self.keep([of_parts("nccl", 1, 40),
                                              of_parts("nccl", 2, 20, exchange_ms=5)]))
        self.has(text, "80.0 % at 2")  # 40 of 2 x 25

    def test_a_volume_for_each_part_is_weak(self):
        text = self.drawn("ranks",
                          self.keep([of_parts("peer", 1, 40), of_parts("peer", 2, 50, planes=256)]))
        self.has(text, "weak: a volume for each part", "80.0 % at 2")
        self.assertNotIn("strong:", text)

    def test_a_slide_has_the_machine_with_the_most_parts(self):
        """One card that two parts share has half of the ideal; two cards have more, four count
        first."""
        shared, two, four = (
            answered([of_parts("peer", parts, time) for parts, time in points])[0]
            for points in (((1, 40), (2, 40)), ((1, 40), (2, 21)), ((1, 40), (4, 20))))
        with slide.form(True):
            self.assertEqual(ranks.chosen([shared, two]), [two])
            self.assertEqual(ranks.chosen([two, four, shared]), [four])
