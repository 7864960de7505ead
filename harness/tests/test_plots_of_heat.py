# label: cli
"""The plots of the heat equation: rates are those of the records, what is missing is named, and a
temperature is drawn as a box or a plane."""

import json

import made_up_ladders
from made_up import MACHINE
from plotting import MISSING, Plot, answered

if not MISSING:
    import numpy

def record(stage, kernel_ms, used=None, side=128, steps=1000):
    return made_up_ladders.record("heat", stage, 3 * [side], steps, kernel_ms, used,
                                  name=f"heat-{side}", hash=str(side))


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


class Fields(Plot):
    def series(self, shape=(4, 5, 6), **description):
        """Two snapshots whose values are their numbers, and 10 in one cell of the second."""
        fields = [numpy.full(shape, number, dtype="float32") for number in (0, 1)]
        fields[1].flat[7] = 10
        for number, field in enumerate(fields):
            numpy.save(self.path / f"t_{number}.npy", field)
        (self.path / "series.json").write_text(json.dumps({
            "files": ["t_0.npy", "t_1.npy"], "steps": [0, 20], "times": [0.0, 0.5],
            "spacing": [0.2] * len(shape), "quantity": "temperature", "unit": "K",
            **description}))
        return self.path

    def test_the_last_is_drawn_unless_another_step_is_asked_for(self):
        text = self.drawn("field", self.series())
        self.has(text, "5 x 4 x 6 cells (x, y, z)", "at 0.5 s", "1 to 10 K", "temperature [K]")
        self.has(self.drawn("field", self.series(), "--step=0"), "at 0 s", "0 to 0 K")

    def test_a_box_has_three_planes_and_a_plane_one(self):
        self.has(self.drawn("field", self.series()), "x [m]", "y [m]", "The planes go through")
        text = self.drawn("field", self.series((5, 6)))
        self.has(text, "5 x 1 x 6 cells (x, y, z)", "x [m]", "z [m]")
        self.assertNotIn("y [m]", text)

    def test_what_is_no_series_of_fields_is_refused(self):
        self.fails(2, "there are the steps 0, 20", "field", self.series(), "--step=7")
        self.fails(2, "lies outside of the volume", "field", self.series(), "--at=9,0,0")
        self.fails(7, "take them with --snapshot-format=npy", "field",
                   self.series(files=["a.vti", "b.vti"]))
        self.fails(7, "its shape is", "field", self.series(spacing=[1, 1]))
