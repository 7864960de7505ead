# label: cli
# room: seismic
"""Snapshots of volumes as slices, and gathers whose receivers are in no line."""

import json

import plotting
from plotting import Plot

if not plotting.MISSING:
    import numpy

SHAPE = (7, 9, 5)  # y, x, z


class Volumes(Plot):
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
        import segyio

        spec = segyio.spec()
        spec.format, spec.samples, spec.tracecount = 5, numpy.arange(40) * 4.0, 12
        path = self.path / "gather.sgy"
        with segyio.create(str(path), spec) as file:
            file.trace = numpy.sin(numpy.arange(12 * 40)).reshape(12, 40).astype("float32")
            for trace in range(12):
                file.header[trace] = {segyio.su.gx: 20 * (trace % 4),
                                      segyio.su.gy: 30 * (trace // 4), segyio.su.scalco: 1,
                                      segyio.su.scalel: 1, segyio.su.dt: 4000, segyio.su.ns: 40}
            file.bin.update(hdt=4000)
        self.fails(7, "--by=number draws its traces side by side", "gather", path)
        text = self.drawn("gather", path, "--by=number")
        self.has(text, "12 traces, 40 samples of 4 ms", "time [s]")
        self.assertNotIn("receiver's x", text)
