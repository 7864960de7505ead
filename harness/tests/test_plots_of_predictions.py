# label: unit
# room: predict
"""Predictions compared with what was measured after them. The ladder of models: the thesis'
equations on its own card, the program's steps on measured cells, the table of their errors."""

import re
import unittest

from plotting import MISSING, SOURCE, Plot

if not MISSING:
    from plots import model_steps, published

MACHINE = "made-up GPU"


def point(cells):
    return {"stage": {"name": "resident", "device": "cuda"}, "launch": {"asked": {"depth": [4]}},
            "case": {"hash": f"{cells}", "nz": cells, "nx": cells, "ny": cells, "half_length": 1}}


def prediction(cells):
    """Two kernels: the second is short, and its model far off."""
    steps = [["as printed", 4e-6], ["executed instructions", 3e-6]]
    return {**point(cells), "kind": "prediction", "prediction_schema": 1, "kernels_s": 3.3e-6,
            "time": "2026-11-22T11:00:00Z", "machine": MACHINE,
            "kernels": [{"name": "stencil", "launches": 1.0, "kernel_s": 2.2e-6,
                         "mwp_cwp_s": steps},
                        {"name": "inject", "launches": 2.0, "kernel_s": 1e-3,
                         "mwp_cwp_s": [["as printed", 1e-3]]}]}


def record(cells, session="20261122T120000-7", stencil_ns=20000):
    """A launch of the stencil takes 2 us, a step with both kernels 3 us."""
    return {**point(cells), "schema": 1, "session": session,
            "environment": {"gpu": {"name": MACHINE}},
            "traced": {"profile": [{"name": "stencil", "calls": 10, "total_ns": stencil_ns},
                                   {"name": "inject", "calls": 20, "total_ns": 10000}]}}


class Predictions(Plot):
    def files(self, predictions, records):
        return [self.keep(predictions, "models.jsonl"), self.keep(records, "measured.jsonl")]

    def errors(self, predictions, records):
        return model_steps.of_files(self.files(predictions, records))[MACHINE]

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
        self.has(self.drawn("predicted", *files), MACHINE, "mean error 10.0 %", "figure 4.15",
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
