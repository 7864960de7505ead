# label: cli
"""The plot of a temperature: what it says of a box and of a plane, and what it refuses."""

import json

import plotting
from plotting import Plot

if not plotting.MISSING:
    import numpy


class Fields(Plot):
    def series(self, shape=(4, 5, 6), **description):
        """Two snapshots whose values are their numbers, and 10 in one cell of the second."""
        fields = [numpy.full(shape, number, dtype="float32") for number in (0, 1)]
        fields[1].flat[7] = 10
        for number, field in enumerate(fields):
            numpy.save(self.path / f"t_{number}.npy", field)
        about = {
            "files": ["t_0.npy", "t_1.npy"],
            "steps": [0, 20],
            "times": [0.0, 0.5],
            "spacing": [0.2] * len(shape),
            "quantity": "temperature",
            "unit": "K",
        }
        self.path.joinpath("series.json").write_text(json.dumps({**about, **description}))
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
