"""The plots of the three-dimensional wave: rates are those of the records, and an accuracy costs what dispersion says."""

import json
import unittest

import made_up
import numpy as np
import plotting
from made_up import MACHINE
from plots import dispersion
from plotting import Plot

MS = made_up.MS


def record(stage, half_length, kernel_ms, side=512, steps=100):
    made = json.loads(json.dumps(made_up.record("fused")))
    made.update(problem="wave", ladder="wave3d")
    made["stage"].update(name=stage, file=f"cuda_stages/wave3d/{stage}.cu")
    made["case"] = {"name": "two-layer-512", "hash": str(half_length), "nz": side, "nx": side, "ny": side, "steps": steps,
                    "half_length": half_length}
    made["work"]["point_updates"] = side**3 * steps
    made["traced"]["scopes_ns"]["kernel"] = int(kernel_ms * MS)
    return made


def orders():
    return [record("tma", m, time) for m, time in ((1, 75), (2, 75), (4, 76), (8, 80))]


class Orders(Plot):
    def test_rates_stand_over_orders_with_the_roof_of_the_memory(self):
        text = self.drawn("wave3d_orders", self.keep(orders() + [record("resident", m, 500) for m in (1, 8)]))
        self.has(text, "tma", "resident", "memory, 16 B a point", "512 x 512 x 512 cells", "order in space", MACHINE[0])

    def test_a_wrong_stage_has_no_curve(self):
        wrong = record("wide", 4, 70)
        wrong["verdict"]["passed"] = False
        self.assertNotIn("wide", self.drawn("wave3d_orders", self.keep([*orders(), wrong])))

    def test_two_orders_are_no_curve(self):
        self.fails(6, "of three orders on one grid", "wave3d_orders", self.keep(orders()[:2]))


class Cost(Plot):
    def test_the_cheapest_order_is_told_and_follows_the_rates(self):
        self.has(self.drawn("wave3d_cost", self.keep(orders())), "Cheapest for 1 %: order 16; 0.1 %: order 16")
        slow = [*orders()[:3], record("tma", 8, 80 * 1000)]
        self.has(self.drawn("wave3d_cost", self.keep(slow)), "0.1 %: order 8")

    def test_twice_the_rate_is_half_the_time(self):
        import plot_wave3d_cost

        def times(kernel_ms):
            curves = plot_wave3d_cost.curves_of({4: record("tma", 2, kernel_ms)})
            return np.array([point[1] for point in curves[0][1]])

        np.testing.assert_allclose(times(200), 2 * times(100), rtol=1e-6)


class Dispersion(unittest.TestCase):
    def test_weights_give_the_second_derivative_of_polynomials(self):
        for m in (1, 2, 4, 8):
            weights = dispersion.taylor_weights(m)
            for power in range(2, 2 * m + 1, 2):
                value = sum(2 * w * k**power for k, w in enumerate(weights, 1))
                self.assertAlmostEqual(value, 2.0 if power == 2 else 0.0, delta=1e-9 * m ** power)

    def test_the_error_falls_with_the_order_where_steps_are_short(self):
        for m in (1, 2, 3):
            coarse, fine = (dispersion.velocity_error(m, np.array([cells]), np.array([1e-3]))[0] for cells in (16, 32))
            self.assertAlmostEqual(np.log2(coarse / fine), 2 * m, delta=0.1)

    def test_the_shortest_wave_turns_by_half_a_period_at_the_limit_of_stability(self):
        self.assertAlmostEqual(dispersion.largest_courant(1), 1 / np.sqrt(3))
        for m in (1, 2, 8):
            symbol = 3 * 2 * sum(w * (1 - (-1) ** k) for k, w in enumerate(dispersion.taylor_weights(m), 1))
            self.assertAlmostEqual(dispersion.largest_courant(m) * np.sqrt(symbol) / 2, 1)


if __name__ == "__main__":
    unittest.main()
