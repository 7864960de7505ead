# label: unit
"""The plot of latencies by warps: the ends that the thesis of 2016 prints, and every number of
warps of a machine's record. Scaling over devices and ranks: shares of the ideal are those of the
records, and of runs that belong together."""

import made_up
from made_up import MACHINE, MS
from plotting import MISSING, Plot, answered

if not MISSING:
    from plots import slide
    from plots.figures import latencies, ranks
    from reporting.document_tables import LATENCIES


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


def record(stage, parts, kernel_ms, exchange_ms=0, planes=128):
    """Of the wave in three dimensions on 128^2 x planes cells, 10 steps."""
    made = made_up.of_ladder("wave3d", stage, (128, 128, planes), 10, kernel_ms,
                             {"devices": [parts]}, name="two-layer-512", hash=str(planes),
                             half_length=4)
    made["traced"]["scopes_ns"]["exchange"] = int(exchange_ms * MS)
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
        shared, two, four = (
            answered([record("peer", parts, time) for parts, time in points])[0]
            for points in (((1, 40), (2, 40)), ((1, 40), (2, 21)), ((1, 40), (4, 20))))
        with slide.form(True):
            self.assertEqual(ranks.chosen([shared, two]), [two])
            self.assertEqual(ranks.chosen([two, four, shared]), [four])
