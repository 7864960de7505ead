# label: cli
# room: seismic
"""The image and the gathers of `ladder migrate` in the formats of other programs."""

import os
import struct
import sys
import unittest

from migration import NX, NZ, SPACING, Migration
from missing import lacks

os.environ.setdefault("LADDER_PYTHON", sys.executable)


class Formats(Migration):
    def setUp(self):
        super().setUp()
        self.migrate("--offsets-x=2", output="image.npy")
        self.image, self.gather = self.values("image.npy"), self.values("image_hx.npy")

    def test_rsf(self):
        self.migrate("--offsets-x=2", output="image.rsf")
        for name, values, entries in (("image.rsf", self.image,
                                       ["n1=60", "n2=90", "d1=10", 'label1="Depth"']),
                                      ("image_hx.rsf", self.gather,
                                       ["n3=5", "d3=10", "o3=-20", 'label3="Offset in x"'])):
            header, data = (self.path / name).read_bytes().split(b"\x0c\x0c\x04", 1)
            self.same_values(struct.unpack("<%df" % (len(data) // 4), data), values)
            for entry in entries:
                self.assertIn(entry, header.decode())

    @unittest.skipIf(lacks("segyio"), lacks("segyio"))
    def test_segyio_reads_the_image_and_the_gathers(self):
        import segyio
        self.migrate("--offsets-x=2", output="image.sgy")
        for name, values in (("image.sgy", self.image), ("image_hx.sgy", self.gather)):
            with segyio.open(self.path / name, ignore_geometry=True) as file:
                self.same_values(tuple(file.trace.raw[:].ravel()), values)
                self.assertEqual(file.bin[segyio.BinField.Interval], 10000)
                self.assertEqual(list(file.attributes(segyio.TraceField.GroupX)[:3]), [0, 10, 20])
        with segyio.open(self.path / "image_hx.sgy", ignore_geometry=True) as file:
            self.assertEqual(sorted(set(file.attributes(segyio.TraceField.GroupY)[:])),
                             [-20, -10, 0, 10, 20])

    @unittest.skipIf(lacks("numpy", "vtkmodules"), lacks("numpy", "vtkmodules"))
    def test_vtk_reads_the_image_and_the_gathers(self):
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkIOXML import vtkXMLImageDataReader
        self.migrate("--offsets-x=2", output="image.vti")
        for name, values, planes in (("image.vti", self.image, 1),
                                     ("image_hx.vti", self.gather, 5)):
            reader = vtkXMLImageDataReader()
            reader.SetFileName(str(self.path / name))
            reader.Update()
            image = reader.GetOutput()
            # A grid of two dimensions has z as its second axis, one of three as its third.
            self.assertEqual(image.GetDimensions(),
                             (NX, NZ, 1) if planes == 1 else (NX, planes, NZ))
            self.assertEqual(image.GetSpacing()[0], SPACING)
            turned = vtk_to_numpy(image.GetPointData().GetScalars()).reshape(NZ, planes,
                                                                             NX).transpose(1, 2, 0)
            self.same_values(tuple(turned.ravel()), values)

    def test_vti_without_vtk(self):
        self.migrate(output="image.vti")
        data = (self.path / "image.vti").read_bytes()
        at = data.index(b"_", data.index(b"<AppendedData")) + 1
        count, = struct.unpack("<Q", data[at:at + 8])
        values = struct.unpack("<%df" % (count // 4), data[at + 8:at + 8 + count])
        turned = tuple(values[x + NX * z] for x in range(NX) for z in range(NZ))
        self.same_values(turned, self.image)

    def test_su(self):
        self.migrate(output="image.su")
        data = (self.path / "image.su").read_bytes()
        length = 240 + 4 * NZ
        values = [value for at in range(0, len(data), length)
                  for value in struct.unpack("<%df" % NZ, data[at + 240:at + length])]
        self.same_values(tuple(values), self.image)
