# label: cli
# room: seismic
"""The plots of models, gathers, snapshots and foci: what they say, which way is down, and what they
refuse."""

import json
import math

import plotting
from plotting import Plot

if not plotting.MISSING:
    import numpy
    from plots import gathers, grids, sections
    from plots.style import plt

SPACING = {"spacing": [20, 10]}


def waves(*shape):
    return numpy.sin(numpy.arange(math.prod(shape))).reshape(shape)


def line_of_receivers(field, trace):
    return {field.gx: 10 * (100 + 20 * trace), field.sx: 4000, field.sdepth: 500,
            field.scalco: -10}


class Grids(Plot):
    def put(self, name, values, description=None):
        """A .npy file, and its description in a file next to it."""
        path = self.path / name
        numpy.save(path, numpy.asarray(values, dtype="float32"))
        if description is not None:
            path.with_name(f"{name}.json").write_text(json.dumps(description))
        return path

    def model(self, **description):
        values = 1500 + numpy.arange(31 * 17).reshape(31, 17)
        return self.put("model.npy", values, {**SPACING, "unit": "m/s", **description})

    def snapshots(self, count=5, **description):
        return self.put("snapshots.npy", waves(count, 31, 17),
                        {**SPACING, "times": [0.5 * i for i in range(count)], **description})

    def gather(self):
        return self.put("gather.npy", waves(31, 40), {"spacing": [20, 0.004], "origin": [100, 0]})

    def segy(self, traces=31, header=line_of_receivers):
        """40 samples of 4 ms each; header(trace): its coordinates, scaled."""
        import segyio

        spec = segyio.spec()
        spec.format, spec.samples, spec.tracecount = 5, numpy.arange(40) * 4.0, traces
        path = self.path / "gather.sgy"
        with segyio.create(str(path), spec) as file:
            file.trace = waves(traces, 40).astype("float32")
            for trace in range(traces):
                file.header[trace] = {segyio.su.scalel: 1, segyio.su.dt: 4000, segyio.su.ns: 40,
                                      **header(segyio.su, trace)}
            file.bin.update(hdt=4000)
        return path


class Labels(Grids):
    def test_a_model_is_in_km_and_km_s(self):
        text = self.drawn("model", self.model(), "--source", "300,50")
        self.has(text, "Velocity model", "x [km]", "depth [km]", "velocity [km/s]",
                 "model.npy: 31 x 17 cells", "20 m x 10 m", "from 1.5 to 2.03 km/s", "1 source")

    def test_a_model_with_its_depth_first_is_turned(self):
        values = numpy.full((17, 31), 1500.0)
        text = self.drawn("model", self.put("turned.npy", values), "--axes=zx", "--spacing=20,10")
        self.has(text, "turned.npy: 31 x 17 cells", "20 m x 10 m")
        text = self.drawn("shot", self.segy(), "--model", self.path / "turned.npy", "--axes=zx",
                          "--spacing=20,10")
        self.has(text, "Model: 31 x 17 cells", "20 m x 10 m")

    def test_a_unit_that_is_not_stated_is_guessed_aloud(self):
        self.has(self.drawn("model", self.model(unit="")), "by the values it is m/s")
        self.assertNotIn("by the values",
                         self.drawn("model", self.model(unit=""), "--units", "m/s"))

    def test_a_gather_says_its_clip(self):
        for path in (self.gather(), self.segy()):
            with self.subTest(path.name):
                text = self.drawn("gather", path, "--clip", "90")
                self.has(text, "receiver's x [km]", "time [s]",
                         "31 traces 20 m apart, 40 samples of 4 ms", "Clip: 90 %")

    def test_segy_headers_are_scaled(self):
        self.has(self.drawn("gather", self.segy()), "at x 0.4 km, 0.5 km deep")

    def test_snapshots_stand_in_a_row_of_five(self):
        text = self.drawn("snapshots", self.snapshots(9, source=[300, 50]), "--model", self.model(),
                          "--columns=5")
        self.has(text, "0 s", "1 s", "2 s", "3 s", "4 s", "5 of 9 snapshots", "Clip: 99 %",
                 "Ground: model.npy", "Star: the source", "depth [km]")
        self.assertEqual(text.count("depth [km]"), 1)

    def test_snapshots_of_several_files_make_one_series(self):
        files = [self.put(f"s{i}.npy", numpy.full((31, 17), 1.0 + i), {**SPACING, "times": [i]})
                 for i in range(3)]
        self.has(self.drawn("snapshots", *files, "--columns", "1"), "0 s", "1 s", "2 s",
                 "3 of 3 snapshots")

    def test_a_folder_of_the_program_is_a_series(self):
        folder = self.path / "shot_snapshots"
        folder.mkdir()
        for step in (500, 1000):
            numpy.save(folder / f"p_{step:06}.npy", numpy.full((31, 17), step, dtype="float32"))
        series = {**SPACING, "origin": [0, 0], "files": ["p_000500.npy", "p_001000.npy"],
                  "times": [1.0, 2.0]}
        (folder / "series.json").write_text(json.dumps(series))
        self.has(self.drawn("snapshots", folder), "1 s", "2 s",
                 "shot_snapshots: 2 of 2 snapshots, 31 x 17 cells")
        (folder / "series.json").write_text(json.dumps({**series, "times": [1.0]}))
        self.fails(7, "series.json: 2 files and 1 times", "snapshots", folder)
        (folder / "series.json").unlink()
        for name in ("snapshots", "slices"):
            self.fails(7, "shot_snapshots: this is no folder of snapshots", name, folder)
        self.fails(7, "field.vti: this is no folder of snapshots", "field",
                   self.keep([], "field.vti"))

    def test_a_focus_says_how_far_the_source_is(self):
        values = numpy.zeros((31, 17))
        values[10, 8] = 1
        path = self.put("energy.npy", values, SPACING)
        text = self.drawn("focus", path, "--true", "230,120", "--window", "0.1", "--clip", "100")
        self.has(text, "focus found", "true source", "x 0.2 km, depth 0.08 km",
                 "50 m away (2.5 cells)", "Clip: 100 %")
        self.assertNotIn("true source", self.drawn("focus", path))

    def test_the_zero_offset_section_has_three_parts(self):
        text = self.drawn("zsr", "--forward", self.snapshots(), "--section", self.gather(),
                          "--backward", self.snapshots(), "--model", self.model())
        self.has(text, "a: forward, from the reflectivity map, snapshots.npy. Clip: 99 %",
                 "b: section at zero offset", "c: backward, from the section", "time [s]")
        self.assertNotIn("Ground", self.drawn("zsr", "--forward", self.snapshots()))

    def test_an_image_stands_below_its_model_and_above_its_gathers(self):
        path = self.put("image.npy", waves(31, 17), SPACING)
        gathers = self.put("image_hx.npy", waves(5, 31, 17))
        text = self.drawn("image", path, "--model", self.model(), "--gathers", gathers, "--at",
                          "100,300")
        self.has(text, "velocity [km/s]", "plane", "at x = 0.1 km", "at x = 0.3 km", "Clip: 99 %",
                 "Velocities: model.npy", "Gathers: image_hx.npy")
        self.has(self.drawn("image", path, "--from-depth", "50"), "image.npy: 31 x 12 cells")

    def test_gathers_name_their_planes(self):
        path = self.put("image.npy", waves(31, 17), SPACING)
        gathers = self.put("image_angles.npy", numpy.ones((5, 17, 31)),
                           {"axes": ["angle", "z", "x"], "units": ["degree", "m", "m"],
                            "spacing": [10, 10, 20], "origin": [-20, 0, 0]})
        self.has(self.drawn("image", path, "--gathers", gathers, "--at", "100"),
                 "angle [degree]", "at x = 0.1 km")

    def test_a_model_lies_as_the_image_that_it_is_drawn_with(self):
        values = numpy.arange(31 * 17).reshape(31, 17) + 1500.0
        image = grids.read_grid(self.put("image.npy", values, SPACING))
        turned = self.put("turned.npy", values.T)
        for model in (grids.read_grid(turned, image.spacing, like=image),
                      grids.read_grid(turned, image.spacing, "zx", image),
                      grids.read_grid(self.put("described.npy", values.T, {
                          "axes": ["z", "x"], "spacing": [10, 20], "origin": [5, 300]}))):
            self.assertTrue(numpy.array_equal(model.values, values.astype("float32")))
            self.assertEqual(model.spacing, (20, 10))
        self.assertEqual(model.origin, (300, 5))
        self.has(self.drawn("image", self.path / "image.npy", "--model", turned),
                 "Velocities: turned.npy")
        self.fails(7, "other.npy is 30 x 17 cells", "image", self.path / "image.npy", "--model",
                   self.put("other.npy", values[:30]))

    def test_an_image_and_gathers_that_do_not_belong_together_are_reported(self):
        path = self.put("image.npy", numpy.ones((31, 17)), SPACING)
        flat, other = (self.put("flat.npy", numpy.ones((31, 17))),
                       self.put("other.npy", numpy.ones((5, 30, 17))))
        self.fails(7, "planes, nx, nz. is wanted", "image", path, "--gathers", flat, "--at", "100")
        self.fails(7, "its planes are 30 x 17 cells", "image", path, "--gathers", other, "--at",
                   "100")
        self.fails(2, "belong together", "image", path, "--at", "100")
        self.fails(2, "goes down to 160 m", "image", path, "--from-depth", "500")
        good = self.put("good.npy", numpy.ones((5, 31, 17)))
        self.fails(2, "x = 900 m is outside", "image", path, "--gathers", good, "--at", "900")


class Directions(Grids):
    def test_depth_and_time_go_downwards_and_the_first_cell_is_above(self):
        for grid in (grids.read_grid(self.model()), gathers.read_gather(self.gather()),
                     gathers.read_gather(self.segy())):
            with self.subTest(grid.name):
                figure, axes = plt.subplots()
                image = sections.show_field(axes, grid, grid.values, 1.0, "gray")
                below, above = axes.get_ylim()
                self.assertGreater(below, above)
                left, right, lower, upper = image.get_extent()
                self.assertLess((left, upper), (right, lower))
                self.assertEqual(image.get_array()[0, 1], grid.values[1, 0])
                self.assertEqual(image.origin, "upper")
                plt.close(figure)


class BadInput(Grids):
    def test_a_missing_file_is_reported(self):
        for name in ("model", "gather", "snapshots", "focus", "image"):
            with self.subTest(name):
                self.fails(7, "gone.npy: No such file", name, self.path / "gone.npy")
        self.fails(7, "there is no such file", "gather", self.path / "gone.sgy")

    def test_what_is_no_array_is_reported(self):
        path = self.path / "bad.npy"
        for content, words in ((b"", "this is no .npy file"),
                               (b"nothing of this kind", "this is no .npy file"),
                               (self.model().read_bytes()[:200], "it is truncated")):
            path.write_bytes(content)
            with self.subTest(content[:10]):
                self.fails(7, f"bad.npy: {words}", "model", path, "--spacing", "20")
        gather = self.path / "gather.su"
        gather.write_bytes(bytes(400))
        self.fails(7, "gather.su: this is no .npy file; .*gathers from .npy, .sgy or .segy",
                   "gather", gather)
        path = self.path / "bad.sgy"
        path.write_bytes(b"too short")
        self.fails(7, "this is no SEG-Y file", "gather", path)

    def test_nan_is_reported_and_counted(self):
        values = numpy.ones((31, 17))
        values[3, 4] = numpy.nan
        self.fails(7, "1 of its 527 values are NaN", "model", self.put("nan.npy", values, SPACING))

    def test_a_wrong_shape_is_reported(self):
        self.fails(7, "its shape is 5 x 31 x 17; .nx, nz. is wanted", "model", self.snapshots())
        self.fails(7, "cells, the snapshots are 31 x 17", "snapshots", self.snapshots(), "--model",
                   self.put("other.npy", numpy.ones((8, 9)), SPACING))
        self.fails(7, "3 snapshots, but 1 times with", "snapshots", self.snapshots(3, times=[0]))

    def test_a_spacing_that_is_not_known_is_asked_for(self):
        path = self.put("bare.npy", numpy.ones((31, 17)))
        self.fails(2, "give --spacing", "model", path)
        self.has(self.drawn("model", path, "--spacing", "20,10"), "20 m x 10 m")

    def test_a_wrong_option_is_reported(self):
        for option, value in (("--clip", "0"), ("--clip", "101"), ("--clip", "nan"),
                              ("--spacing", "0"), ("--source", "1")):
            with self.subTest(option, value=value):
                self.fails(2, f"argument {option}", "gather", self.gather(), option, value)
