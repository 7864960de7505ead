# label: unit
"""Scaling over devices and ranks: shares of the ideal are those of the records, and of runs that
belong together."""

import json

import made_up
from made_up import MACHINE
from plotting import Plot, answered

MS = made_up.MS


def record(stage, parts, kernel_ms, exchange_ms=0, side=128, planes=None, half_length=4, right=True,
           **knobs):
    """Of the wave in three dimensions on side^2 x planes cells, 10 steps."""
    made = json.loads(json.dumps(made_up.record("fused")))
    planes = planes or side
    made.update(problem="wave", ladder="wave3d")
    made["stage"].update(name=stage, file=f"cuda_stages/wave3d/{stage}.cu", device="cuda")
    made["case"] = {"name": "two-layer-512", "hash": f"{side} {planes}", "nz": side, "nx": side,
                    "ny": planes, "steps": 10, "half_length": half_length}
    divided = {"ranks": [1, parts]} if stage == "mpi-omp" else {"devices": [parts]}
    made["launch"]["used"] = {**divided,
                              **{name.replace("_", "-"): [value] for name, value in knobs.items()}}
    made["work"]["point_updates"] = side * side * planes * 10
    made["traced"]["scopes_ns"].update(kernel=int(kernel_ms * MS), exchange=int(exchange_ms * MS))
    made["verdict"]["passed"] = right
    return made


class Ranks(Plot):
    def test_one_volume_divided_has_its_share_of_the_ideal(self):
        text = self.drawn("ranks", self.keep([record("peer", 1, 40), record("peer", 2, 22),
                                              record("peer", 4, 12.5)]))
        # 40 of 4 x 12.5
        self.has(text, "strong: one volume, divided", "wave3d peer, order 8, 80.0 % at 4",
                 MACHINE[0])
        self.assertNotIn("weak:", text)

    def test_time_of_exchange_counts(self):
        text = self.drawn("ranks",
                          self.keep([record("nccl", 1, 40), record("nccl", 2, 20, exchange_ms=5)]))
        self.has(text, "80.0 % at 2")  # 40 of 2 x 25

    def test_a_volume_for_each_part_is_weak(self):
        text = self.drawn("ranks",
                          self.keep([record("peer", 1, 40), record("peer", 2, 50, planes=256)]))
        self.has(text, "weak: a volume for each part", "80.0 % at 2")
        self.assertNotIn("strong:", text)

    def test_a_slide_has_the_machine_with_the_most_parts(self):
        """One card that two parts share has half of the ideal; two cards have more, four count
        first."""
        from plots import slide
        from plots.figures import ranks
        shared, two, four = (
            answered([record("peer", parts, time) for parts, time in points])[0]
            for points in (((1, 40), (2, 40)), ((1, 40), (2, 21)), ((1, 40), (4, 20))))
        with slide.form(True):
            self.assertEqual(ranks.chosen([shared, two]), [two])
            self.assertEqual(ranks.chosen([two, four, shared]), [four])
