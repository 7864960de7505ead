# label: cli
# room: seismic
"""Models as other programs write them: one command each gives a shot, with the bits of an explicit
case file.

scripts/requirements-readers.txt lists the libraries that are large; what is not installed is
skipped, library by library.
"""

import pathlib
import re

from command import ladder
from own_model import NX, NZ, SPACING, OwnModel, numpy, velocities
from source_tree import module


class Others(OwnModel):
    def gives_the_shot_of_the_explicit_case(self, model, *arguments):
        """The case file names a .npy of the same velocities, so that nothing of it comes through
        the other format."""
        own = self.shot("own.sgy", f"--model={self.file(model)}", *arguments,
                        "--write-case=own.toml")
        self.model("plain.npy")
        text = (self.path / "own.toml").read_text()
        for key, value in (("file", "plain.npy"), ("units", "m/s"), ("axes", "xz")):
            text, count = re.subn(f'(?m)^{key} = "[^"]*"', f'{key} = "{value}"', text, count=1)
            self.assertEqual(count, 1, text)
        text = re.sub('(?m)^(spacing_of_file|length_units|endian) = .*\n', "", text)
        for line in (f"nz = {NZ} ", f"nx = {NX}\n", f"dz = {SPACING} ", f"dx = {SPACING}\n"):
            self.assertIn(line, text)
        (self.path / "plain.toml").write_text(text)
        self.assertEqual(self.shot("plain.sgy", "--case=plain.toml"), own)


class Segyio(Others):
    def write(self, name):
        segyio = module("segyio")
        spec = segyio.spec()
        spec.format = 5
        spec.samples = list(range(NZ))
        spec.tracecount = NX
        with segyio.create(self.file(name), spec) as file:
            file.bin.update({segyio.BinField.Interval: int(SPACING * 1000),
                             segyio.BinField.MeasurementSystem: 1})
            for i in range(NX):
                file.header[i] = {segyio.su.gx: int(10 * SPACING * i), segyio.su.scalco: -10,
                                  segyio.su.counit: 1, segyio.su.ns: NZ,
                                  segyio.su.dt: int(SPACING * 1000)}
                file.trace[i] = velocities()[i]
        return name

    def test_a_file_with_places_tells_all(self):
        self.gives_the_shot_of_the_explicit_case(self.write("vp.segy"))

    def test_a_spacing_that_the_header_tells_wrongly(self):
        segyio = module("segyio")
        name = self.write("vp.sgy")
        with segyio.open(self.file(name), "r+", ignore_geometry=True) as file:
            file.bin.update({segyio.BinField.Interval: 4000})
            for i in range(NX):
                file.header[i].update({segyio.TraceField.TRACE_SAMPLE_INTERVAL: 4000})
        self.gives_the_shot_of_the_explicit_case(name, f"--spacing={SPACING}")

    def test_a_format_that_is_likely_wrong_is_the_cause_that_is_named(self):
        file = pathlib.Path(self.file(self.write("vp.sgy")))
        whole = bytearray(file.read_bytes())
        whole[3224:3226] = b"\0\1"  # IBM
        file.write_bytes(whole)
        self.ends_with(7, "byte 3225", "shoot", "--model=vp.sgy")


class Hdf5(Others):
    def setUp(self):
        super().setUp()
        self.h5py = module("h5py")
        with self.h5py.File(self.file("probe.h5"), "w") as file:
            file["vp"] = velocities()
        run = ladder("shoot", "--model=probe.h5", "--spacing=10", "--dry-run", cwd=self.path)
        if "built without HDF5" in run.stderr:
            self.skipTest("ladder was built without HDF5")

    def test_an_array_with_attributes(self):
        with self.h5py.File(self.file("vp.h5"), "w") as file:
            array = file.create_dataset("model/vp", data=velocities() / 1000.0, compression="gzip",
                                        shuffle=True)
            array.attrs["spacing"] = [SPACING, SPACING]
            array.attrs["units"] = "km/s"
            array.dims[0].label = "x"
            array.dims[1].label = "z"
        self.gives_the_shot_of_the_explicit_case("vp.h5")

    def test_depth_first_with_names_of_its_own(self):
        with self.h5py.File(self.file("vp.hdf5"), "w") as file:
            file["vp"] = numpy.ascontiguousarray(velocities().T)
            file.attrs["axes"] = numpy.bytes_("zx")
            file.attrs["dx"] = SPACING
            file.attrs["dz"] = SPACING
        self.gives_the_shot_of_the_explicit_case("vp.hdf5")

    def test_lengths_in_kilometres_of_a_file_that_does_not_say_so(self):
        with self.h5py.File(self.file("vp.h5"), "w") as file:
            file["vp"] = velocities()
            file["vp"].attrs["spacing"] = SPACING / 1000
        self.gives_the_shot_of_the_explicit_case("vp.h5", "--length-units=km")

    def test_one_array_of_several(self):
        with self.h5py.File(self.file("vp.h5"), "w") as file:
            file["vp"] = velocities()
            file["deep/rho"] = velocities() * 0.7
            file["title"] = "no array"
        self.ends_with(7, "several arrays: name one, such as vp.h5:/deep/rho .of /deep/rho, /vp",
                       "shoot", "--model=vp.h5", "--spacing=12.5")
        self.gives_the_shot_of_the_explicit_case("vp.h5:/vp", f"--spacing={SPACING}")

    def test_files_that_are_none(self):
        (self.path / "text.h5").write_text("no HDF5")
        whole = pathlib.Path(self.file("probe.h5")).read_bytes()
        (self.path / "cut.h5").write_bytes(whole[:-2000])
        for name, words in (("text.h5", "may be truncated"), ("cut.h5", "truncated"),
                            ("none.h5", "does not exist"),
                            ("probe.h5:rho", "'rho' is not an array|no array 'rho'")):
            with self.subTest(name):
                self.ends_with(7, words, "shoot", f"--model={name}", "--spacing=10")

    def test_the_file_is_no_output(self):
        (self.path / "link.sgy").hardlink_to(self.path / "probe.h5")
        self.ends_with(7, "is an input of this command", "shoot", "--model=probe.h5:/vp",
                       "--spacing=10", "--overwrite", "--output=link.sgy")


class Text(Others):
    def write(self, name, heading, rows, separator=" "):
        lines = [heading] + [separator.join(f"{value:g}" for value in row) for row in rows]
        (self.path / name).write_text("\n".join(line for line in lines if line) + "\n")
        return name

    def rows(self):
        return [(x * SPACING, z * SPACING, velocities()[x, z]) for x in range(NX)
                for z in range(NZ)]

    def test_x_z_velocity(self):
        self.gives_the_shot_of_the_explicit_case(self.write("vp.txt", "# made by hand",
                                                            self.rows()))

    def test_a_table(self):
        self.gives_the_shot_of_the_explicit_case(self.write("vp.asc", "", velocities()),
                                                 f"--spacing={SPACING}")

    def test_bytes_that_are_no_text_are_not_shown(self):
        (self.path / "raw.txt").write_bytes(b"0 0 1500\n0 \xde\xad 1600\n")
        self.ends_with(7, r"line 2 is not a line of numbers: '0 \?\? 1600'", "shoot",
                       "--model=raw.txt")

    def test_what_is_no_grid(self):
        rows = self.rows()
        for words, broken in (("every cell needs one", rows[:-1]),
                              ("position of an earlier line", rows[:-1] + [rows[0]]),
                              ("not evenly spaced", [(x + (x == 0) * 3, z, v) for x, z, v in rows]),
                              ("depths count downwards", [(x, -z, v) for x, z, v in rows]),
                              ("every cell needs one line",
                               rows[:7] + [(0, 0, float("nan"))])):
            with self.subTest(words):
                self.ends_with(7, words, "shoot", f"--model={self.write('vp.xyz', '', broken)}")
