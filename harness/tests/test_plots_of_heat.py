# label: cli
"""The plots of the heat equation: rates are those of the records, and what is missing is named."""

import json

import made_up
from made_up import MACHINE
from plotting import Plot, answered

MS = made_up.MS


def record(stage, kernel_ms, used=None, side=128, steps=1000, case=None, device="cuda"):
    """Of the heat equation on side^3 cells, its kernels in so many ms."""
    made = json.loads(json.dumps(made_up.record("fused" if device == "cuda" else "c-omp")))
    made.update(problem="heat", ladder="heat")
    made["stage"].update(name=stage, file=f"cuda_stages/heat/{stage}.cu")
    made["case"] = {"name": case or f"heat-{side}", "hash": str(side), "nz": side, "nx": side,
                    "ny": side, "steps": steps}
    made["launch"]["used"] = used or {}
    made["work"]["point_updates"] = side**3 * steps
    made["traced"]["scopes_ns"]["kernel"] = int(kernel_ms * MS)
    return made


def versions():
    """Of 128^3 cells and 1000 steps, 2.097e9 updates: in 40 ms they are 52.4e9 a second."""
    times = {"naive": 40, "block": 8, "restrict": 8, "coarsen": 4, "persistent": 2, "temporal": 9}
    return [record(stage, time) for stage, time in times.items()]


class Post(Plot):
    def test_its_four_versions_are_drawn_with_the_same_stages_here(self):
        text = self.drawn("heat_post", self.keep(versions()))
        # 10.49e9 updates in 13.247 s and 0.37 s
        self.has(text, "GeForce 750M", "Titan X", "0.792", "28.3, 1.72x",
                 MACHINE[0], "52.4", "262, 5.00x", "524, 10.0x", "1050, persistent")


class Blocks(Plot):
    def sweep(self):
        return [record("block", time, {"block": shape, "depth": [1]}) for shape, time in
                (([32, 1], 40), ([64, 8], 8), ([32, 8], 9), ([64, 1], 20))]

    def test_each_shape_has_its_time_of_a_step(self):
        text = self.drawn("heat_blocks", self.keep(self.sweep()))
        self.has(text, "40", "8", "9", "20", "threads of a block along z", "time of a step [us]",
                 MACHINE[0])

    def test_one_shape_is_no_map(self):
        self.fails(6, "scripts/experiments/figure_sweeps", "heat_blocks",
                   self.keep(self.sweep()[:1]))


class Sizes(Plot):
    def test_rates_stand_over_cells_with_the_roof_of_the_memory(self):
        found = [record(stage, time * (side / 128) ** 3, side=side) for side in (64, 128, 256)
                 for stage, time in (("wide", 5), ("persistent", 2))]
        text = self.drawn("heat_sizes", self.keep(found))
        self.has(text, "wide", "persistent", "memory, 8 B a point",
                 "two fields fill the second-level cache",
                 "heat-256 (256 x 256 x 256 cells, 1000 steps)")


class Passes(Plot):
    def test_each_number_of_steps_is_given_with_its_part_of_the_roof(self):
        found = [record("wide", 500, side=512, steps=1000),
                 record("tma", 400, side=512, steps=1000)]
        found += [record("temporal", 400 / steps**0.5, {"steps": [steps]}, side=512, steps=1000)
                  for steps in (1, 4)]
        text = self.drawn("heat_passes", self.keep(found))
        # 1.342e11 updates in 0.4 s; the made-up copy speed of 3000 GB/s allows 375.
        self.has(text, "tma", "336, 0.89x the roof", "temporal, 1 step", "temporal, 4 steps",
                 "671, 1.79x the roof", "roof 375")

    def test_another_stage_of_several_steps_is_none_of_one(self):
        from plots.figures import heat_passes
        found = answered([record("wide", 400, side=512, steps=1000)] + [
            record(name, time, {"steps": [4]}, side=512, steps=1000)
            for name, time in (("one-value", 100), ("temporal", 200))])[0].records
        panel, _ = heat_passes.panel_of("GPU", found, ())
        self.assertEqual([row.name for row in panel.rows],
                         ["wide", "temporal, 4 steps", "one-value, 4 steps"])
