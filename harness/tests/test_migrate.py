# label: cli
# room: seismic
"""`ladder migrate`: the image of a survey, and its products in every format; and what the time
integral of the wavelet changes in an image: a phase of 90 degrees, and lower wavenumbers."""

import json
import math
import struct
import unittest

from command import Command, lines_of
from migration import DT, NX, NZ, REFLECTOR, SAMPLES, SHOTS, SPACING, TRACE, Migration, read_npy
from source_tree import SOURCE, lacks

if not lacks("numpy"):
    import numpy


def traces_of(data):
    return [data[at:at + TRACE] for at in range(3600, len(data), TRACE)]


def close(a, b):
    """The largest difference, over the largest value."""
    return max(abs(x - y) for x, y in zip(a, b)) / max(abs(y) for y in b)


class Drawn(Migration):
    @unittest.skipIf(lacks("numpy", "matplotlib"), "plots cannot be drawn here")
    def test_an_image_is_drawn_as_it_was_written(self):
        """NumPy's format holds no spacing: a file next to it does."""
        self.migrate()
        self.assertEqual(json.loads((self.path / "image.npy.json").read_text())["spacing"],
                         [SPACING, SPACING])
        self.exits(0, "plot", "image", "image.npy")
        picture = (self.path / "image.png").read_bytes()
        self.migrate("--plot", output="drawn.npy")
        self.assertTrue((self.path / "drawn_image.png").read_bytes().startswith(picture[:8]))

    def test_only_arrays_are_drawn(self):
        self.refused(2, "are drawn of .npy files only", "--plot", output="image.vti")


class Image(Migration):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.compute("all.npy")

    def shot(self, number):
        traces = traces_of(self.survey)[number * NX:(number + 1) * NX]
        return self.shots(self.survey[:3600] + b"".join(traces))

    @unittest.skipIf(lacks("numpy"), lacks("numpy"))
    def test_a_flat_reflector_is_imaged_within_a_cell_of_its_depth(self):
        self.migrate("--laplacian")
        image = numpy.load(self.path / "image.npy")
        below_the_sources = 15
        spectrum = numpy.fft.fft(image[30:60, below_the_sources:], axis=1)
        # of the analytic signal, whose modulus is the envelope
        spectrum[:, 1 + spectrum.shape[1] // 2:] = 0
        envelope = abs(numpy.fft.ifft(spectrum, axis=1)).mean(axis=0)
        self.assertAlmostEqual(below_the_sources + envelope.argmax(), REFLECTOR - 0.5, delta=1)

    def test_a_survey_is_the_sum_of_its_shots(self):
        total = [0.0] * (NX * NZ)
        for number in range(SHOTS):
            self.migrate(self.shot(number), "--overwrite", output="one.npy")
            total = [a + b for a, b in zip(total, self.values("one.npy"))]
        self.assertLess(close(total, self.values("all.npy")), 1e-6)

    def test_the_order_of_the_traces_in_the_file_does_not_matter(self):
        traces = traces_of(self.survey)
        mixed = [traces[shot * NX + i] for i in range(NX) for shot in range(SHOTS)]
        self.migrate(self.shots(self.survey[:3600] + b"".join(mixed)), output="mixed.npy")
        self.same_values(self.values("mixed.npy"), self.values("all.npy"))

    def test_a_step_between_offsets_keeps_the_planes_of_the_full_gathers(self):
        self.migrate("--offsets-x=5", "--offsets-z=2", output="full.npy")
        self.migrate("--offsets-x=5", "--offsets-z=2", "--offset-step=2", output="thin.npy")
        self.same_values(self.values("thin.npy"), self.values("full.npy"))
        # of offset -4, -2, 0, 2, 4
        for suffix, planes in (("_hx", (1, 3, 5, 7, 9)), ("_hz", (0, 2, 4))):
            full, plane = self.values(f"full{suffix}.npy"), NX * NZ
            self.same_values(self.values(f"thin{suffix}.npy"),
                             [value for k in planes for value in full[k * plane:(k + 1) * plane]])

    @unittest.skipIf(lacks("numpy"), lacks("numpy"))
    def test_a_flat_reflector_is_bright_at_the_angle_of_its_source(self):
        """From a source at one side, tan(angle) is the way along x over the depth, positive towards
        larger x."""
        source_z, depth = 10.0, (REFLECTOR - 0.5) * SPACING
        for number, source_x in enumerate((150.0, 350.0, 550.0, 750.0)):
            self.migrate(self.shot(number), "--offsets-x=20", "--angles=70", "--overwrite")
            angles = numpy.load(self.path / "image_angles.npy")
            for x in (25, 35, 45, 55, 65):
                theory = numpy.degrees(numpy.arctan((x * SPACING - source_x) / (depth - source_z)))
                if abs(theory) > 45:
                    continue  # 20 offsets are too few to tell such angles apart
                energy = (angles[:, x, 25:45] ** 2).sum(axis=1)
                self.assertAlmostEqual(energy.argmax() - 70, theory, delta=4)

    def test_filters_come_after_the_sum(self):
        plain, light = self.values("all.npy"), self.values("all_illumination.npy")
        self.migrate("--illumination", output="even.npy")
        floor = 0.01 * sum(light) / len(light)
        even = [value / (by + floor) for value, by in zip(plain, light)]
        self.assertLess(close(self.values("even.npy"), even), 1e-5)
        self.migrate("--laplacian", output="sharp.npy")
        at = 40 * NZ + 30
        around = plain[at - 1] + plain[at + 1] + plain[at - NZ] + plain[at + NZ]
        self.assertAlmostEqual(self.values("sharp.npy")[at], (4 * plain[at] - around)
                               / SPACING ** 2, delta=1e-5 * max(map(abs, plain)) / SPACING ** 2)

    def test_a_survey_that_is_too_coarse_in_time_is_cut_finer(self):
        coarse = self.survey[:3600]
        coarse[3216:3218] = coarse[3218:3220] = struct.pack(">H", 4000)
        coarse[3220:3222] = coarse[3222:3224] = struct.pack(">H", 201)
        for trace in traces_of(self.survey):
            header = trace[:240]
            header[114:118] = struct.pack(">HH", 201, 4000)
            samples = b"".join(trace[240 + 8 * n:244 + 8 * n] for n in range(201))
            coarse += header + samples
        self.migrate("--image-step=4", output="fine.npy")
        run = self.migrate(self.shots(coarse), "--image-step=2", output="coarse.npy")
        self.assertRegex(run.stderr, "each sample of 4 ms is divided into 2 steps")
        self.assertLess(close(self.values("coarse.npy"), self.values("fine.npy")), 0.02)

    def test_a_survey_that_begins_later_is_put_in_at_its_times(self):
        first = 20  # samples that are cut off
        late, silent = self.survey[:3600], self.survey[:3600]
        late[3220:3222] = late[3222:3224] = struct.pack(">H", SAMPLES - first)
        for trace in traces_of(self.survey):
            silent += trace[:240] + bytes(4 * first) + trace[240 + 4 * first:]
            header = trace[:240]
            header[108:110] = struct.pack(">h", 40)  # [ms] of the first sample
            header[114:116] = struct.pack(">H", SAMPLES - first)
            late += header + trace[240 + 4 * first:]
        for name, data in (("late.npy", late), ("silent.npy", silent)):
            self.migrate(self.shots(data), output=name)
        self.same_values(self.values("late.npy"), self.values("silent.npy"))

    def test_a_wavelet_from_a_file_is_at_the_times_of_the_traces(self):
        arguments = [(math.pi * 20 * (n * DT - 1.2 / 20)) ** 2 for n in range(SAMPLES)]
        (self.path / "wavelet.txt").write_text("".join(f"{(1 - 2 * a) * math.exp(-a):.9g}\n"
                                                       for a in arguments))
        self.migrate("--image-step=5", output="known.npy")
        self.migrate("--image-step=5", "--wavelet=wavelet.txt", output="read.npy")
        self.assertLess(close(self.values("read.npy"), self.values("known.npy")), 1e-5)

    def test_dead_traces_are_left_out_and_counted(self):
        survey = self.survey
        survey[3600 + 240:3600 + TRACE] = struct.pack(">f", float("nan")) * SAMPLES
        run = self.migrate(self.shots(survey))
        self.assertRegex(run.stderr, f"1 of {SHOTS * NX} traces are dead")


HALF = 9  # cells around the reflector that are looked at: two wavelengths of the image


@unittest.skipIf(lacks("numpy"), lacks("numpy"))
class TheSourcesIntegral(Migration):
    def spectrum(self, wavelet):
        """Of the image around the reflector: positive wavenumbers [1/m], and amplitudes."""
        self.migrate(f"--wavelet={wavelet}", "--mute=2000", output=f"{len(wavelet)}.npy")
        shape, values = read_npy(self.path / f"{len(wavelet)}.npy")
        self.assertEqual(shape, (NX, NZ))
        below = numpy.reshape(values, shape)[NX // 2 - 5 : NX // 2 + 6].mean(axis=0)
        window = below[REFLECTOR - HALF : REFLECTOR + HALF] * numpy.hanning(2 * HALF)
        return numpy.fft.rfftfreq(512, SPACING)[1:], numpy.fft.rfft(window, 512)[1:]

    def test_turns_an_image_by_90_degrees_and_lowers_its_wavenumbers(self):
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
        path = self.case_file(text, ("[source]\n", f"[source]\n{signal}\n"))
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
        self.ends_with(7, "mine.toml:[0-9]+: .*signal.*expected ricker or integral", case)
