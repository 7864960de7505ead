# label: unit
# room: predict
"""The ladder of models: the thesis' equations on its own card, the program's steps on measured
cells, the table of their errors."""

import json
import re
import unittest

from plotting import SOURCE, Plot

MACHINE = "made-up GPU"


def point(cells, depth=4):
    return {
        "stage": {"name": "resident", "device": "cuda"},
        "launch": {"asked": {"depth": [depth]}},
        "case": {"hash": f"{cells}", "nz": cells, "nx": cells, "ny": cells, "half_length": 1},
    }


def prediction(cells, times=(4e-6, 3e-6), depth=4):
    """Two kernels: the second is short, and its model far off."""
    steps = [[name, time] for name, time in zip(("as printed", "executed instructions"), times)]
    return {
        **point(cells, depth),
        "kind": "prediction",
        "prediction_schema": 1,
        "time": "2026-11-25T11:00:00Z",
        "machine": MACHINE,
        "kernels": [
            {"name": "stencil", "launches": 1, "kernel_s": 2.2e-6, "mwp_cwp_s": steps},
            {
                "name": "inject",
                "launches": 1,
                "kernel_s": 1e-3,
                "mwp_cwp_s": [["as printed", 1e-3]],
            },
        ],
    }


def record(cells, depth=4, session="20261122T120000-7", total=20000):
    """A launch of the stencil takes 2 us."""
    profile = [
        {"name": "stencil", "calls": 10, "total_ns": total},
        {"name": "inject", "calls": 10, "total_ns": 10},
    ]
    return {
        **point(cells, depth),
        "schema": 1,
        "session": session,
        "environment": {"gpu": {"name": MACHINE}},
        "traced": {"profile": profile},
    }


class ModelSteps(Plot):
    def files(self, predictions, records):
        for name, found in (("models", predictions), ("measured", records)):
            (self.path / f"{name}.jsonl").write_text(
                "".join(json.dumps(one) + "\n" for one in found)
            )
        return [self.path / "models.jsonl", self.path / "measured.jsonl"]

    def errors(self, predictions, records):
        from plots import model_steps

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
            [prediction(30)], [record(30, session="20261124T120000-7", total=40000), record(30)]
        )
        self.assertEqual(every.cells, 1)
        self.assertAlmostEqual(every.mean("as printed"), 0)

    def test_errors_are_drawn_with_those_of_the_thesis(self):
        text = self.drawn("mwp_cwp", *self.files([prediction(50)], [record(50)]))
        self.has(
            text,
            "K40, published",
            "made-up",
            "published: the thesis' kernel",
            "as printed",
            "100 %",
            "our model",
        )

    def test_no_cell_in_common(self):
        self.fails(
            6,
            "no record is of a cell whose models are given",
            "mwp_cwp",
            *self.files([prediction(50)], [record(30)]),
        )

    def test_a_file_that_is_none(self):
        self.fails(7, "nothing.jsonl: neither records nor", "mwp_cwp", self.path / "nothing.jsonl")
        (self.path / "other.jsonl").write_text('{"of": "another kind"}\n')
        self.fails(7, "other.jsonl: neither records nor", "mwp_cwp", self.path / "other.jsonl")

    def test_a_folder_may_hold_other_files(self):
        self.files([prediction(50)], [record(50)])
        (self.path / "counted.jsonl").write_text('{"of": "another kind"}\n')
        self.has(self.drawn("mwp_cwp", self.path), "made-up", "our model")


class Document(unittest.TestCase):
    def document(self):
        from plots import published

        return published.read(SOURCE / "results/published/parra-2016.json")

    def test_the_equations_give_the_first_cells_of_tables_4_5_and_4_7(self):
        from plots import mwp_cwp

        document = self.document()
        inputs = {row: values[0] for row, values in document.tables["example"]["values"].items()}
        self.assertAlmostEqual(
            mwp_cwp.cycles(inputs), document.number("table 4.5", "2", "8 warps"), 2
        )
        inputs["warps"] = document.number("launches", "8", "adjusted warps")
        self.assertAlmostEqual(
            mwp_cwp.cycles(inputs), document.number("table 4.7", "2", "8 warps"), 2
        )

    def test_each_step_has_a_row(self):
        from plots import model_steps

        source = (SOURCE / "harness/predict/model/mwp_cwp_steps.cpp").read_text()
        names = re.findall(r'\{"([^"]+)", \w+\}', source.split("ladder_of_models[]")[1])
        self.assertGreater(len(names), 5)
        self.assertEqual(
            names,
            [
                step
                for step in model_steps.STEPS
                if step not in (model_steps.WORKING, model_steps.OURS)
            ],
        )
        page = (
            (SOURCE / "harness/predict/model/DOCUMENT.md")
            .read_text()
            .split("<!-- model-steps:end -->")[1]
        )
        self.assertEqual(
            [
                row
                for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
                if row in model_steps.STEPS
            ],
            list(model_steps.STEPS[:-1]),
        )
