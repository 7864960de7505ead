# label: cli
"""The plots of the heat equation and of the three-dimensional wave: rates are those of the records,
what is missing is named, a temperature is drawn as a box or a plane, and an accuracy costs what
dispersion says."""

import json
import unittest

import made_up
from made_up import MACHINE, MS
from plotting import MISSING, Plot, answered, needs_packages

if not MISSING:
    import numpy
    from plots import wave3d
    from plots.figures import heat_passes, wave3d_blocks, wave3d_cost


def of_heat(stage, kernel_ms, used=None, side=128):
    return made_up.of_ladder("heat", stage, 3 * [side], 1000, kernel_ms, used,
                             name=f"heat-{side}", hash=str(side))


def versions():
    """Of 128^3 cells and 1000 steps, 2.097e9 updates: in 40 ms they are 52.4e9 a second."""
    times = {"naive": 40, "block": 8, "restrict": 8, "coarsen": 4, "persistent": 2, "temporal": 9}
    return [of_heat(stage, time) for stage, time in times.items()]


def blocks():
    return [of_heat("block", time, {"block": shape, "depth": [1]}) for shape, time in
            (([32, 1], 40), ([64, 8], 8), ([32, 8], 9), ([64, 1], 20))]


def passes(stage, time, steps):
    return of_heat(stage, time, {"steps": [steps]} if steps else None, side=512)


OF_HEAT = (
    # 10.49e9 updates in 13.247 s and 0.37 s
    ("heat_post", versions(), "GeForce 750M", "Titan X", "0.792", "28.3, 1.72x", MACHINE[0], "52.4",
     "262, 5.00x", "524, 10.0x", "1050, persistent"),
    ("heat_blocks", blocks(), "40", "8", "9", "20", "threads of a block along z",
     "time of a step [us]", MACHINE[0]),
    ("heat_sizes", [of_heat(stage, time * (side / 128) ** 3, side=side) for side in (64, 128, 256)
                    for stage, time in (("wide", 5), ("persistent", 2))],
     "wide", "persistent", "memory, 8 B a point", "two fields fill the second-level cache",
     "heat-256 (256 x 256 x 256 cells, 1000 steps)"),
    # 1.342e11 updates in 0.4 s; the made-up copy speed of 3000 GB/s allows 375.
    ("heat_passes", [passes("wide", 500, 0), passes("tma", 400, 0), passes("temporal", 400, 1),
                     passes("temporal", 200, 4)],
     "tma", "336, 0.89x the roof", "temporal, 1 step", "temporal, 4 steps", "671, 1.79x the roof",
     "roof 375"),
)


class OfHeat(Plot):
    def test_figures_have_the_numbers_of_their_records(self):
        self.each_has(OF_HEAT)

    def test_one_shape_is_no_map(self):
        self.fails(6, "scripts/experiments/figure_sweeps", "heat_blocks", self.keep(blocks()[:1]))

    def test_another_stage_of_several_steps_is_none_of_one(self):
        found = answered([passes("wide", 400, 0), passes("one-value", 100, 4),
                          passes("temporal", 200, 4)])[0].records
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


def of_wave(stage, half_length, kernel_ms, side=512, steps=100):
    return made_up.of_ladder("wave3d", stage, 3 * [side], steps, kernel_ms, name="two-layer-512",
                             hash=str(half_length), half_length=half_length)


def orders():
    return [of_wave("tma", m, time) for m, time in ((1, 75), (2, 75), (4, 76), (8, 80))]


class Sizes(Plot):
    def test_rates_stand_over_cells_with_the_roofs_of_memory_and_cache(self):
        # Of the same rate, 134 or 335 a second, on every volume.
        text = self.drawn("wave3d_sizes", self.keep(
            [of_wave(stage, 4, kernel_ms * (side / 512) ** 3, side) for side in (64, 128, 256)
             for stage, kernel_ms in (("tma", 100), ("persistent", 40))]))
        self.has(text, "tma", "persistent", "memory, 16 B a point",
                 "three arrays fill the second-level cache", "order 8", "64 x 64 x 64 cells")
        self.assertRegex(text, r"persistent: 336 memory, 16 B a point: \d+ tma: 134",
                         "the highest first")

    def test_of_several_runs_the_newest_of_the_longest_counts(self):
        short, long, old = (of_wave("tma", 4, time, steps=steps)
                            for time, steps in ((100, 20), (90, 100), (80, 100)))
        short.update(time="2026-03-03T00:00:00Z")
        long.update(time="2026-02-02T00:00:00Z")
        old.update(time="2026-01-01T00:00:00Z")
        self.assertEqual(wave3d.newest(answered([short, old, long])[0].records), [long])

    def test_of_several_launches_the_fastest_right_one_counts(self):
        slow, fast, wrong = (of_wave("tma", 4, time) for time in (100, 80, 10))
        for one, planes in ((slow, 64), (fast, 128), (wrong, 512)):
            one["launch"]["used"] = {"planes": [planes]}
        wrong["verdict"]["passed"] = False
        self.assertEqual(wave3d.fastest_launches(answered([slow, fast, wrong])[0].records), [fast])
        again = json.loads(json.dumps(fast))
        again.update(time="2026-02-02T00:00:00Z")
        again["traced"]["scopes_ns"]["kernel"] = 120 * MS
        self.assertEqual(wave3d.fastest_launches(answered([slow, fast, again])[0].records), [slow],
                         "the newest record of a launch")


def in_blocks(half_length, depth, launch_us):
    """Of the thesis' kernel, a launch of which takes so long; each step also has another kernel."""
    made = of_wave("copying", half_length, 1, 50, 500)
    made["launch"]["used"] = {"block": [8, 8], "depth": [depth]}
    made["traced"]["profile"] = [
        {"name": name, "calls": 500, "total_ns": int(500e3 * us), "least_ns": 1, "most_ns": 1}
        for name, us in (("stencil", launch_us), ("taper_both", 7))]
    return made


OF_WAVES = (
    ("wave3d_orders", orders() + [of_wave("resident", m, 500) for m in (1, 8)], "tma", "resident",
     "memory, 16 B a point", "512 x 512 x 512 cells", "order in space", MACHINE[0]),
    # The made-up card runs at 2 GHz: 2 us are 4000 cycles.
    ("wave3d_blocks", [in_blocks(m, depth, m + depth / 4) for m in (1, 2, 4, 8)
                       for depth in (4, 8, 12, 16)],
     "NVIDIA K40, table 4.6", "34500", "104000", "blocks of 32 warps", MACHINE[0], "4000, 2 us",
     "24000, 12 us", "order 16", "2 GHz"),
    ("wave3d_cost", orders(), "Cheapest for 1 %: order 16; 0.1 %: order 16"),
    ("wave3d_cost", [*orders()[:3], of_wave("tma", 8, 80 * 1000)], "0.1 %: order 8"),
)


class OfWaves(Plot):
    def test_figures_have_the_numbers_of_their_records(self):
        self.each_has(OF_WAVES)

    def test_the_block_that_is_the_fastest_for_most_orders(self):
        found = answered([in_blocks(m, depth, abs(depth - best) + m)
                          for m, best in ((1, 4), (2, 8), (4, 8)) for depth in (4, 8, 12)])
        points = {wave3d_blocks.place_of(one): one for one in found[0].records}
        self.assertEqual(wave3d_blocks.fastest(wave3d_blocks.measured(points)),
                         ("16 warps", "2 of 3"))
        self.assertIsNone(wave3d_blocks.fastest([]))


    def test_twice_the_rate_is_half_the_time(self):
        def times(kernel_ms):
            curves = wave3d_cost.curves_of(
                {4: answered([of_wave("tma", 2, kernel_ms)])[0].records[0]})
            return numpy.array([point[1] for point in curves[0][1]])

        numpy.testing.assert_allclose(times(200), 2 * times(100), rtol=1e-6)


@needs_packages
class Dispersion(unittest.TestCase):
    def test_weights_give_the_second_derivative_of_polynomials(self):
        for m in (1, 2, 4, 8):
            weights = wave3d_cost.taylor_weights(m)
            for power in range(2, 2 * m + 1, 2):
                value = sum(2 * w * k**power for k, w in enumerate(weights, 1))
                self.assertAlmostEqual(value, 2.0 if power == 2 else 0.0, delta=1e-9 * m ** power)

    def test_the_error_falls_with_the_order_where_steps_are_short(self):
        for m in (1, 2, 3):
            coarse, fine = (
                wave3d_cost.velocity_error(m, numpy.array([cells]), numpy.array([1e-3]))[0]
                for cells in (16, 32))
            self.assertAlmostEqual(numpy.log2(coarse / fine), 2 * m, delta=0.1)

    def test_the_shortest_wave_turns_by_half_a_period_at_the_limit_of_stability(self):
        self.assertAlmostEqual(wave3d_cost.largest_courant(1), 1 / numpy.sqrt(3))
        for m in (1, 2, 8):
            symbol = 3 * 2 * sum(w * (1 - (-1) ** k)
                                 for k, w in enumerate(wave3d_cost.taylor_weights(m), 1))
            self.assertAlmostEqual(wave3d_cost.largest_courant(m) * numpy.sqrt(symbol) / 2, 1)
