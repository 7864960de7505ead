# label: cli
# room: seismic
"""The plots of migration: kernels are distinguished by their names, times are drawn with those
without gathers."""

import made_up
import made_up_ladders
from made_up import MACHINE, MS
from migration import write_npy
from plotting import Plot

WITH, WITHOUT = "imaging-document", "imaging-document-no-gathers"


def record(stage, wall_ms, kernels, case=WITH, offsets=5):
    """Of 100 x 100 cells, 50 image times and 2 x 1000 steps; kernels are names with their
    milliseconds."""
    made = made_up_ladders.record("imaging", stage, (100, 100), 2000, wall_ms, name=case, hash=case,
                                  image_times=50, offsets_x=offsets, offsets_z=offsets,
                                  half_length=4)
    made["summary"].update(median_ns=wall_ms * MS, low_ns=wall_ms * MS, high_ns=wall_ms * MS)
    made["samples"]["wall_ns"] = [wall_ms * MS] * len(made["samples"]["wall_ns"])
    made["traced"]["profile"] = [{"name": name, "calls": 1, "total_ns": int(ms * MS)}
                                 for name, ms in kernels.items()]
    return made


def in_block(made, z, x, session=None):
    made["launch"] = {"asked": {"block": [z, x]}, "used": {"block": [z, x]}}
    made["session"] = session or made["session"]
    return made


def naive():
    return record("naive", 30, {"propagate<4>": 1, "inject": 1, "image_x": 2, "image_z": 2,
                                "image_zero": 1, "[memset]": 9})


def banded():
    return record("banded", 12, {"step_both<4>": 1, "transpose": 0.5, "band_product": 0.5})


class Kernels(Plot):
    def test_propagation_and_imaging_are_distinguished(self):
        """2e7 points in 2 ms are 10e9 a second; 5e6 points of gathers in 5 ms are 1e9."""
        text = self.drawn("imaging_kernels", self.keep([naive(), banded()]))
        self.has(text, MACHINE[0], "naive 16x16", "10", "20", "5, 5.00x", "2 times naive is stated",
                 "Tesla S1070")

    def test_the_documents_kernels_are_shown_in_its_block_and_in_their_fastest(self):
        """5e6 points: 1e9 a second in 5 ms, 1.25 in 4, 2 in 2.5, 2.5 in 2; the block of 64x4 is
        neither."""
        found = [in_block(record(stage, 30, {"image_x": ms}), *block) for stage, block, ms in
                 (("naive", (16, 16), 5), ("naive", (32, 8), 2.5), ("naive", (64, 4), 3),
                  ("shared", (16, 16), 4), ("shared", (32, 8), 2))]
        text = self.drawn("imaging_kernels", self.keep([*found, banded()]))
        self.has(text, "naive 16x16", "shared 16x16", "1.25, 1.25x", "naive 32x8", "2, 2.00x",
                 "shared 32x8", "2.5, 2.50x", "banded")
        self.assertNotIn("64x4", text)

    def test_a_sweep_is_no_launch_of_the_ladder(self):
        """The newest session ran a stage with several launches: what the ladder measured stays."""
        def kept(count, wall_ms, session, time):
            made = record("checkpoints", wall_ms, {"band_product": wall_ms / 2})
            made.update(session=session, time=time)
            made["launch"] = {"asked": {}, "used": {"checkpoints": [count]}}
            return made
        without = [record("checkpoints", 10, {"step_both<4>": 1}, WITHOUT, 1),
                   record("naive", 10, {"inject": 1}, WITHOUT, 1)]
        path = self.keep([naive(), *without, kept(4, 12.9, "second", "2026-01-03T00:00:00Z"),
                          kept(1, 23.2, "sweep", "2026-01-04T00:00:00Z"),
                          kept(2, 18.5, "sweep", "2026-01-04T00:00:01Z")])
        text = self.drawn("imaging_times", path)
        self.has(text, "12.9 ms")
        self.assertNotIn("23.2 ms", text)

    def test_without_records_it_says_what_measures_them(self):
        self.fails(6, "ladder --case=imaging-document measures them", "imaging_kernels",
                   self.keep(made_up.ladder()))


class Times(Plot):
    def test_the_price_of_gathers_is_given(self):
        without = [record("naive", 10, {"propagate<4>": 1}, WITHOUT, 1),
                   record("banded", 6, {"step_both<4>": 1}, WITHOUT, 1)]
        text = self.drawn("imaging_times", self.keep([naive(), banded(), *without]))
        self.has(text, "10 ms", "30 ms, 3.00x", "6 ms", "12 ms, 2.00x", "only a picture")


class Gathers(Plot):
    def volume(self, name, offset):
        """Five offsets, 4 x 6 cells; all of the energy at one of them."""
        values = [0.0] * (5 * 4 * 6)
        for z in range(6):
            values[(2 + offset) * 24 + 3 * 6 + z] = 1.0 + z
        path = self.path / name
        write_npy(path, values, (5, 4, 6))
        return path

    def test_the_energy_near_offset_zero_is_given(self):
        right, wrong = self.volume("right.npy", 0), self.volume("wrong.npy", 2)
        text = self.drawn("offset_gathers", f"right={right}", f"wrong={wrong}", "--at=30",
                          "--spacing=10")
        self.has(text, "right", "wrong", "At x = 0.03 km", "right: 100 % of the energy",
                 "mean distance 0 m", "mean distance 20 m")
