# label: unit
"""The plot of latencies by warps: the ends that the thesis of 2016 prints, and every number of
warps of a machine's record."""

import json

from plotting import Plot


def machine(name="Made-up GPU", **changes):
    rows = ([("latency.add", warps, 4 + warps) for warps in range(1, 33)]
            + [("latency.l2.read", 1, 700), ("latency.add", 64, 9000)])
    measured = [{"name": name, "unit": "cycles", "over": "warps", "at": at, "value": value,
                 "uncertainty": 0.5, "samples": 3}
                for name, at, value in rows]
    return {"kind": "machine", "machine_schema": 1, "time": "2026-01-02T00:00:00Z",
            "commit": "0123456789abcdef", "device": {"name": name}, "measured": measured, **changes}


class Latencies(Plot):
    def keep_machines(self, *records, name="machine.jsonl"):
        path = self.path / name
        path.write_text("".join(json.dumps(record) + "\n" for record in records))
        return path

    def test_curves_have_the_thesis_figures_and_the_ends_that_it_prints(self):
        text = self.drawn("latencies", self.keep_machines(machine()))
        self.has(text, "NVIDIA K40, table 4.3", "addition (4.7)", "global memory write (4.11b)",
                 "Made-up GPU", "2026-01-02")

    def test_without_a_gpu_there_is_nothing_to_draw(self):
        self.fails(6, "ladder microbench measures them", "latencies",
                   self.keep_machines(machine(device=None)))

    def test_what_was_measured_is_drawn(self):
        """1 to 32 warps and no more: 5 to 36 cycles of an addition."""
        from plots.figures import latencies
        (_, points), (_, single) = latencies.curves_of(machine())
        self.assertEqual([(at, value) for at, value, _, _ in points],
                         [(warps, 4 + warps) for warps in range(1, 33)])
        self.assertEqual(single, [(1, 700, 699.5, 700.5)])

    def test_what_grows_with_the_warps_is_counted(self):
        from plots.figures import latencies
        curves = latencies.curves_of(machine())  # an addition grows, L2 has one point
        flat = [(name, [(at, 3, 3, 3) for at, *_ in points]) for name, points in curves]
        self.assertEqual([latencies.slower(some) for some in (curves, flat)], [(1, 1), (0, 1)])

    def test_every_row_of_the_table_has_its_figure(self):
        import microbench_table
        from plots.figures import latencies
        self.assertEqual({row for row, _ in microbench_table.ROWS}, set(latencies.FIGURES))
