# label: cli
# room: seismic
"""A shot on one page, and snapshots as a movie."""

import plotting
from test_plots_of_grids import SPACING, Grids

if not plotting.MISSING:
    import numpy


class Page(Grids):
    def test_a_shot_has_model_source_receivers_and_gather_on_one_page(self):
        text = self.drawn("shot", self.segy(), "--model", self.model(), "--about", "case small")
        self.has(text, "case small", "Model: 31 x 17 cells", "velocity [km/s]", "depth [km]",
                 "receiver's x [km]", "time [s]",
                 "Star: the source, at x 0.4 km, 0.5 km deep", "Blue: the receivers",
                 "31 traces, 40 samples of 4 ms")

    def test_traces_of_a_borehole_stand_side_by_side(self):
        description = {"spacing": [1, 0.004], "receivers": [[300, 10 * i] for i in range(31)]}
        path = self.put("down.npy", numpy.sin(numpy.arange(31 * 40)).reshape(31, 40), description)
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
