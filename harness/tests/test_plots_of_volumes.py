# label: cli
# room: seismic
"""Snapshots of volumes as slices, gathers whose receivers are in no line, a shot on one page, and
snapshots as a movie. The plots of migration: kernels are distinguished by their names, times are
drawn with those without gathers."""

import json

import made_up
import plotting
from made_up import MACHINE, MS
from migration import write_npy
from plotting import Plot
from test_plots_of_grids import SPACING, Grids, waves

if not plotting.MISSING:
    import numpy
    from plots import volumes

SHAPE = (7, 9, 5)  # y, x, z


class Volumes(Grids):
    def series(self, **description):
        """Three snapshots whose values encode their positions: 100 y + 10 x + z, and 1000 times the
        number."""
        y, x, z = numpy.indices(SHAPE)
        files = []
        for number in range(3):
            files.append(f"p_{number}.npy")
            numpy.save(self.path / files[-1],
                       (1000 * number + 100 * y + 10 * x + z).astype("float32"))
        self.path.joinpath("series.json").write_text(json.dumps({
            "files": files, "times": [0.0, 0.1, 0.2], "spacing": [30, 20, 10],
            "source": [60, 90, 20], **description}))
        return self.path

    def test_planes_go_through_the_source_unless_another_place_is_given(self):
        text = self.drawn("slices", self.series())
        self.has(text, "9 x 7 x 5 cells (x, y, z) of 20 x 30 x 10 m", "x 60 m, y 90 m, z 20 m",
                 "0.1 s", "3 of 3 snapshots")
        for label in ("x [km]", "y [km]", "depth [km]"):
            self.assertIn(label, text)
        self.has(self.drawn("slices", self.series(), "--at=140,0,40", "--most=2"),
                 "x 140 m, y 0 m, z 40 m", "2 of 3 snapshots")

    def test_a_slice_holds_the_plane_with_its_first_axis_to_the_right(self):
        series = volumes.read_series(self.series(), 3)
        cell = series.cell_at(series.source)
        self.assertEqual(cell, (3, 3, 2))
        # shape, and the value at [1, 1]
        expected = {0: (9, 5, 310 + 1), 1: (7, 5, 130 + 1), 2: (9, 7, 112)}
        for _, _, fixed in volumes.PLANES:
            plane = volumes.slice_of(series.values[0], cell, fixed)
            self.assertEqual((*plane.shape, int(plane[1, 1])), expected[fixed])

    def test_a_gather_of_a_volume_is_drawn_by_number(self):
        path = self.segy(12, lambda field, trace: {
            field.gx: 20 * (trace % 4), field.gy: 30 * (trace // 4), field.scalco: 1})
        self.fails(7, "--by=number draws its traces side by side", "gather", path)
        text = self.drawn("gather", path, "--by=number")
        self.has(text, "12 traces, 40 samples of 4 ms", "time [s]")
        self.assertNotIn("receiver's x", text)


class Page(Grids):
    def test_a_shot_has_model_source_receivers_and_gather_on_one_page(self):
        text = self.drawn("shot", self.segy(), "--model", self.model(), "--about", "case small")
        self.has(text, "case small", "Model: 31 x 17 cells", "velocity [km/s]", "depth [km]",
                 "receiver's x [km]", "time [s]",
                 "Star: the source, at x 0.4 km, 0.5 km deep", "Blue: the receivers",
                 "31 traces, 40 samples of 4 ms")

    def test_traces_of_a_borehole_stand_side_by_side(self):
        description = {"spacing": [1, 0.004], "receivers": [[300, 10 * i] for i in range(31)]}
        path = self.put("down.npy", waves(31, 40), description)
        text = self.drawn("shot", path, "--model", self.model())
        self.has(text, "trace", "Blue: the receivers")
        self.assertNotIn("receiver's x", text)
        self.assertNotIn("Star", text)


class Movie(Grids):
    def film(self, ending, *arguments):
        from PIL import Image

        self.output = self.path / f"movie{ending}"
        code, said = self.run_it("movie", *arguments)
        self.assertEqual(code, 0, said)
        return Image.open(self.output)

    def test_every_snapshot_is_a_frame_of_the_same_size(self):
        for ending, form in ((".gif", "GIF"), (".webp", "WEBP")):
            with self.subTest(ending), self.film(ending, self.snapshots(7), "--model", self.model(),
                                                 "--dpi=60") as film:
                self.assertEqual((film.format, film.n_frames), (form, 7))
                frames = set()
                for number in range(7):
                    film.seek(number)
                    frames.add(film.convert("RGB").tobytes())
                self.assertEqual(len(frames), 7)

    def test_it_is_played_at_the_rate_that_is_asked_for(self):
        with self.film(".gif", self.snapshots(3), "--fps=5", "--dpi=60") as film:
            self.assertEqual((film.info["duration"], film.info["loop"]), (200, 0))

    def test_another_ending_and_a_model_of_another_size_are_refused(self):
        self.output = self.path / "movie.mp4"
        code, said = self.run_it("movie", self.snapshots())
        self.assertEqual(code, 2)
        self.assertIn("ends in neither .gif nor .webp", said)
        self.output = self.path / "movie.gif"
        code, said = self.run_it("movie", self.snapshots(), "--model",
                                 self.put("other.npy", numpy.ones((8, 9)), SPACING))
        self.assertEqual((code, self.output.exists()), (7, False))
        self.assertIn("the snapshots are 31 x 17", said)


WITH, WITHOUT = "imaging-document", "imaging-document-no-gathers"


def record(stage, wall_ms, kernels, case=WITH, offsets=5):
    """Of 100 x 100 cells, 50 image times and 2 x 1000 steps; kernels are names with their
    milliseconds."""
    made = made_up.of_ladder("imaging", stage, (100, 100), 2000, wall_ms, name=case, hash=case,
                             image_times=50, offsets_x=offsets, offsets_z=offsets, half_length=4)
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
