# label: cli
"""Files that ladder writes, opened with the readers of others: NumPy, segyio, VTK.

scripts/requirements-readers.txt lists those that are not in the main list, since they are large. To
read with all:

    build/venv/bin/python3 -m pip install -r scripts/requirements-readers.txt
"""

import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

from source_tree import BUILD, execute, folder_of, module

# What FormatSamples of test_format_grid.cpp writes.
TRACES = [[0.1 * (4 * trace + sample) - 0.35 for sample in range(4)] for trace in range(3)]
MODEL = [[1500, 1501, 1502], [1600, 1601, 1602]]  # [x][z]
CUBE = [[[1500 + 100 * y + 10 * x + z for z in range(3)] for x in range(2)] for y in range(4)]


class Readers(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = folder_of(cls)
        subprocess.run([BUILD / "ladder_tests", "--gtest_filter=FormatSamples.AreWritten"],
                       check=True,
                       stdout=subprocess.DEVNULL,
                       env=dict(os.environ, LADDER_WRITE_SAMPLES=str(cls.folder)))

    def path(self, name):
        return str(self.folder / name)

    def close(self, values, expected):
        values, expected = list(values), list(expected)
        self.assertEqual(len(values), len(expected))
        for value, wanted in zip(values, expected):
            self.assertAlmostEqual(float(value), wanted, places=6)

    def each_close(self, traces, expected):
        for trace, wanted in zip(traces, expected):
            self.close(trace, wanted)


class NumPy(Readers):
    def test_npy_and_raw_hold_x_then_z(self):
        numpy = module("numpy")
        model = numpy.load(self.path("model.npy"))
        self.assertEqual(model.dtype, numpy.dtype("<f4"))
        self.assertEqual(model.tolist(), MODEL)
        self.assertEqual(numpy.load(self.path("cube.npy")).tolist(), CUBE)
        self.assertEqual(numpy.fromfile(self.path("model.f32"), "<f4").reshape(2, 3).tolist(),
                         MODEL)

    def test_rsf_has_its_data_behind_the_mark(self):
        numpy = module("numpy")
        whole = pathlib.Path(self.path("cube.rsf")).read_bytes()
        header, data = whole.split(b"\x0c\x0c\x04", 1)
        words = dict(word.split("=", 1) for word in header.decode().split() if "=" in word)
        self.assertEqual([words[key] for key in ("n1", "n2", "n3", "d1", "d2", "d3", "o2")],
                         ["3", "2", "4", "20", "12.5", "25", "100"])
        self.assertEqual(words["label1"], '"Depth"')
        self.assertEqual(words["in"], '"stdin"')
        self.assertEqual(words["unit"], '"m/s"')
        self.assertEqual(numpy.frombuffer(data, "<f4").reshape(4, 2, 3).tolist(), CUBE)


class Segyio(Readers):
    def test_a_gather_has_its_geometry_and_times(self):
        segyio = module("segyio")
        with segyio.open(self.path("gather.sgy"), strict=False) as file:
            self.assertEqual(file.tracecount, 3)
            self.assertEqual(int(file.format), 5)
            self.assertEqual(segyio.tools.dt(file), 2000)
            self.close(file.samples, [-16, -14, -12, -10])
            self.each_close(file.trace, TRACES)
            field = segyio.TraceField
            wanted = {field.SourceGroupScalar: -100, field.SourceX: 12050, field.GroupX: 1225,
                      field.SourceDepth: 10, field.ReceiverGroupElevation: -5, field.offset: -108,
                      field.TraceIdentificationCode: 1, field.CDP_X: 6638}
            self.assertEqual({one: file.header[1][one] for one in wanted}, wanted)
            self.assertEqual(file.bin[segyio.BinField.MeasurementSystem], 1)
            text = bytes(file.text[0]).decode("ascii")
            self.assertTrue(text.startswith("C 1 Shot 2 over the salt"), text)
            self.assertIn("C32 Written by ladder: a shot gather", text)
            self.assertIn("C39 SEG Y REV1", text)

    def test_a_model_has_a_column_a_trace_and_its_steps(self):
        segyio = module("segyio")
        with segyio.open(self.path("model.sgy"), strict=False) as file:
            self.assertEqual([trace.tolist() for trace in file.trace[:]], MODEL)
            self.assertEqual(file.bin[segyio.BinField.Interval], 20000)
            self.assertEqual(file.attributes(segyio.TraceField.SourceGroupScalar)[:].tolist(),
                             [-10, -10])
            self.assertEqual(file.attributes(segyio.TraceField.GroupX)[:].tolist(), [1000, 1125])
            self.assertIn("Values: velocity [m/s]", bytes(file.text[0]).decode("ascii"))

    def test_su_is_read_as_little_endian(self):
        segyio = module("segyio")
        with segyio.su.open(self.path("gather.su"), endian="little", ignore_geometry=True) as file:
            self.assertEqual(file.tracecount, 3)
            self.each_close(file.trace, TRACES)
            self.assertEqual([file.header[2][one] for one in (segyio.su.gx, segyio.su.dt,
                                                              segyio.su.delrt)], [2450, 2000, -16])
        with segyio.su.open(self.path("model.su"), endian="little", ignore_geometry=True) as file:
            self.assertEqual([trace.tolist() for trace in file.trace[:]], MODEL)
        first = pathlib.Path(self.path("model.su")).read_bytes()[180:196]
        self.assertEqual(struct.unpack("<4f", first), (20, 0, 12.5, 100))


class Vtk(Readers):
    def image(self, name):
        io, util = module("vtkmodules.vtkIOXML"), module("vtkmodules.util.numpy_support")
        reader = io.vtkXMLImageDataReader()
        failures = []
        reader.AddObserver("ErrorEvent", lambda *_: failures.append("error"))
        reader.SetFileName(self.path(name))
        reader.Update()
        self.assertEqual(failures, [])
        image = reader.GetOutput()
        return image, util.vtk_to_numpy(image.GetPointData().GetScalars())

    def test_a_model_lies_with_x_fastest_and_positive_spacings(self):
        image, values = self.image("model.vti")
        self.assertEqual(image.GetDimensions(), (2, 3, 1))
        self.assertEqual(image.GetSpacing(), (12.5, 20, 1))
        self.assertEqual(image.GetOrigin(), (100, 0, 0))
        self.assertEqual(values.reshape(3, 2).T.tolist(), MODEL)
        self.assertEqual(image.GetPointData().GetScalars().GetName(), "velocity")

    def test_a_volume_has_x_y_z_and_says_so(self):
        image, values = self.image("cube.vti")
        self.assertEqual(image.GetDimensions(), (2, 4, 3))
        self.assertEqual(image.GetSpacing(), (12.5, 25, 20))
        self.assertEqual(values.reshape(3, 4, 2).transpose(1, 2, 0).tolist(), CUBE)
        fields = image.GetFieldData()
        self.assertEqual(fields.GetAbstractArray("axes").GetValue(0), "x y z")
        self.assertEqual(fields.GetAbstractArray("unit").GetValue(0), "m/s")
        self.assertEqual(fields.GetAbstractArray("lengths").GetValue(0), "m")

    def test_vtk_writes_what_ladder_reads(self):
        io = module("vtkmodules.vtkIOXML")
        image, _ = self.image("model.vti")
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for mode in ("Ascii", "Binary", "Appended"):
                for packer in ("None", "ZLib"):
                    for order in ("LittleEndian", "BigEndian"):
                        writer = io.vtkXMLImageDataWriter()
                        writer.SetInputData(image)
                        getattr(writer, f"SetDataModeTo{mode}")()
                        getattr(writer, f"SetCompressorTypeTo{packer}")()
                        getattr(writer, f"SetByteOrderTo{order}")()
                        writer.SetEncodeAppendedData(order == "LittleEndian")
                        names.append(f"{mode}-{packer}-{order}.vti")
                        writer.SetFileName(str(pathlib.Path(folder) / names[-1]))
                        self.assertEqual(writer.Write(), 1)
            run = execute(BUILD / "ladder_tests", "--gtest_filter=FormatSamples.OfVtkAreRead",
                          env=dict(os.environ, LADDER_READ_SAMPLES=folder), code=0)
            self.assertIn(f"{len(names)} files", run.stdout)

    def test_a_series_lists_its_times(self):
        import xml.etree.ElementTree as ElementTree
        sets = ElementTree.parse(self.path("series.pvd")).getroot().findall("./Collection/DataSet")
        self.assertEqual([one.get("timestep") for one in sets], ["0", "0.25"])
        for one in sets:
            self.assertTrue((self.folder / one.get("file")).exists())
