# label: cli
# room: seismic
"""Snapshots of volumes as slices, gathers whose receivers are in no line, a shot on one page, and
snapshots as a movie."""

import json

import plotting
from test_plots_of_grids import SPACING, Grids, waves

if not plotting.MISSING:
    import numpy

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
        from plots import volumes

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
