# label: unit
# room: predict
"""`ladder plot predicted`: predictions compared with what was measured after them."""

import json

from plotting import Plot


def point(depth):
    return {"stage": {"name": "rows", "device": "cuda"}, "case": {"hash": "01"},
            "launch": {"asked": {"depth": [depth]}}}


def prediction(depth, time="2026-11-22T11:00:00Z"):
    return {**point(depth), "kind": "prediction", "prediction_schema": 1, "time": time,
            "machine": "made-up GPU", "kernels_s": 4.4e-6,
            "kernels": [{"name": "step", "launches": 1.0}, {"name": "taper", "launches": 2.0}]}


def record(depth):
    """Kernels of 2 and 1 us: 4 us a step."""
    return {**point(depth), "session": "20261122T120000-7",
            "environment": {"gpu": {"name": "made-up GPU"}},
            "traced": {"profile": [{"name": "step", "calls": 10, "total_ns": 20000},
                                   {"name": "taper", "calls": 20, "total_ns": 20000}]}}


class Predicted(Plot):
    def files(self, predictions, records):
        for name, found in (("predictions", predictions), ("measured", records)):
            (self.path / f"{name}.jsonl").write_text("".join(json.dumps(one) + "\n"
                                                             for one in found))
        return self.path / "predictions.jsonl", self.path / "measured.jsonl"

    def test_ours_are_drawn_with_the_published(self):
        text = self.drawn("predicted", *self.files([prediction(4), prediction(8)], [record(4)]))
        self.has(text, "made-up GPU", "mean error 10.0 %", "figure 4.15", "mean error 84.4 %",
                 "figure 4.16", "mean error 69.2 %")

    def test_no_cell_in_common(self):
        self.fails(6, "no record is of a cell that was predicted", "predicted",
                   *self.files([prediction(4)], [record(8)]))
