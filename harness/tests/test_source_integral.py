# label: physics
# room: seismic
"""What the document's source, the time integral of the wavelet, changes in an image: a phase of 90
degrees, and lower wavenumbers."""

import importlib.util
import unittest

from command import Command, lines_of
from migration import NX, NZ, REFLECTOR, SPACING, Migration, read_npy
from source_tree import SOURCE

HALF = 9  # cells around the reflector that are looked at: two wavelengths of the image


@unittest.skipUnless(importlib.util.find_spec("numpy"), "needs numpy")
class TheSourcesIntegral(Migration):
    def spectrum(self, wavelet):
        """Of the image around the reflector: positive wavenumbers [1/m], and amplitudes."""
        import numpy

        self.migrate(f"--wavelet={wavelet}", "--mute=2000", output=f"{len(wavelet)}.npy")
        shape, values = read_npy(self.path / f"{len(wavelet)}.npy")
        self.assertEqual(shape, (NX, NZ))
        below = numpy.reshape(values, shape)[NX // 2 - 5 : NX // 2 + 6].mean(axis=0)
        window = below[REFLECTOR - HALF : REFLECTOR + HALF] * numpy.hanning(2 * HALF)
        return numpy.fft.rfftfreq(512, SPACING)[1:], numpy.fft.rfft(window, 512)[1:]

    def test_turns_an_image_by_90_degrees_and_lowers_its_wavenumbers(self):
        import numpy

        wavenumbers, usual = self.spectrum("ricker:20")
        _, integral = self.spectrum("ricker:20:integral")
        both = numpy.vdot(usual, integral)
        self.assertAlmostEqual(abs(numpy.degrees(numpy.angle(both))), 90, delta=8)
        self.assertGreater(abs(both) ** 2, 0.9 * numpy.vdot(usual, usual).real
                           * numpy.vdot(integral, integral).real)
        middle, lower = (numpy.average(wavenumbers, weights=abs(one) ** 2)
                         for one in (usual, integral))
        self.assertLess(lower, 0.98 * middle)
        self.assertGreater(lower, 0.8 * middle)


class ACaseOfImaging(Command):
    def case_with(self, signal):
        """imaging-small with this line in [source]."""
        text = (SOURCE / "data/imaging/imaging-small.toml").read_text()
        self.assertIn("[source]\n", text)
        path = self.path / "c.toml"
        path.write_text(text.replace("[source]\n", f"[source]\n{signal}\n"))
        return f"--case={path}"

    def hash_of(self, signal):
        words = ["--stage=fortran", "--repetitions=1", f"--output={self.output}"]
        self.ends_with(0, "right", self.case_with(signal), *words)
        record = lines_of(self.output)[-1]
        self.output.unlink()
        return record["case"]["hash"]

    def test_takes_the_integral_by_its_key(self):
        usual = self.hash_of("")
        self.assertEqual(self.hash_of('signal = "ricker"'), usual)
        self.assertNotEqual(self.hash_of('signal = "integral"'), usual)

    def test_refuses_another_signal(self):
        case = self.case_with('signal = "other"')
        self.ends_with(7, "c.toml:[0-9]+: .*signal.*expected ricker or integral", case)
