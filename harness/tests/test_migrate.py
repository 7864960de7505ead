"""`ladder migrate`: the image of a survey, its products in every format, and that no finished shot is lost."""

import math
import os
import pathlib
import signal
import struct
import subprocess
import time
import unittest

from command import LADDER
from migration import DT, NX, NZ, REFLECTOR, SAMPLES, SHOTS, SPACING, WORDS, Migration
from missing import lacks

TRACE = 240 + 4 * SAMPLES  # [bytes]


def traces_of(data):
    return [data[at:at + TRACE] for at in range(3600, len(data), TRACE)]


def close(a, b):
    """The largest difference, over the largest value."""
    return max(abs(x - y) for x, y in zip(a, b)) / max(abs(y) for y in b)


class Image(Migration):
    @unittest.skipIf(lacks("numpy"), lacks("numpy"))
    def test_a_flat_reflector_is_imaged_within_a_cell_of_its_depth(self):
        import numpy
        self.migrate("--laplacian")
        image = numpy.load(self.path / "image.npy")
        below_the_sources = 15
        spectrum = numpy.fft.fft(image[30:60, below_the_sources:], axis=1)
        spectrum[:, 1 + spectrum.shape[1] // 2:] = 0  # of the analytic signal, whose modulus is the envelope
        envelope = abs(numpy.fft.ifft(spectrum, axis=1)).mean(axis=0)
        self.assertAlmostEqual(below_the_sources + envelope.argmax(), REFLECTOR - 0.5, delta=1)

    def test_a_survey_is_the_sum_of_its_shots(self):
        self.migrate(output="all.npy")
        survey = (self.path / "survey.sgy").read_bytes()
        head, traces = survey[:3600], traces_of(survey)
        total = [0.0] * (NX * NZ)
        for shot in range(SHOTS):
            (self.path / "one.sgy").write_bytes(head + b"".join(traces[shot * NX:(shot + 1) * NX]))
            self.migrate("--shots=one.sgy", "--overwrite", output="one.npy")
            total = [a + b for a, b in zip(total, self.values("one.npy"))]
        self.assertLess(close(total, self.values("all.npy")), 1e-6)

    def test_the_order_of_the_traces_in_the_file_does_not_matter(self):
        self.migrate(output="all.npy")
        survey = (self.path / "survey.sgy").read_bytes()
        traces = traces_of(survey)
        mixed = [traces[shot * NX + i] for i in range(NX) for shot in range(SHOTS)]
        (self.path / "mixed.sgy").write_bytes(survey[:3600] + b"".join(mixed))
        self.migrate("--shots=mixed.sgy", output="mixed.npy")
        self.same_values(self.values("mixed.npy"), self.values("all.npy"))

    def test_gathers_hold_the_image_at_offset_zero(self):
        self.migrate("--offsets-x=3", "--offsets-z=2")
        image = self.values("image.npy")
        for name, offsets in (("image_hx.npy", 3), ("image_hz.npy", 2)):
            gather = self.values(name)
            self.assertEqual(len(gather), (2 * offsets + 1) * NX * NZ)
            self.same_values(gather[offsets * NX * NZ:(offsets + 1) * NX * NZ], image)

    def test_the_angle_zero_is_the_sum_over_offsets(self):
        self.migrate("--offsets-x=3", "--angles=2")
        gather, angles = self.values("image_hx.npy"), self.values("image_angles.npy")
        self.assertEqual(len(angles), 5 * NX * NZ)
        plane = NX * NZ
        summed = [sum(gather[h * plane + i] for h in range(7)) for i in range(plane)]
        self.assertLess(close(angles[2 * plane:3 * plane], summed), 1e-6)

    @unittest.skipIf(lacks("numpy"), lacks("numpy"))
    def test_a_flat_reflector_is_bright_at_the_angle_of_its_source(self):
        """From a source at one side, tan(angle) is the way along x over the depth, positive towards larger x."""
        import numpy
        survey = (self.path / "survey.sgy").read_bytes()
        source_z, depth = 10.0, (REFLECTOR - 0.5) * SPACING
        for shot, source_x in enumerate((150.0, 350.0, 550.0, 750.0)):
            traces = traces_of(survey)[shot * NX:(shot + 1) * NX]
            (self.path / "one.sgy").write_bytes(survey[:3600] + b"".join(traces))
            self.migrate("--shots=one.sgy", "--offsets-x=20", "--angles=70", "--overwrite")
            angles = numpy.load(self.path / "image_angles.npy")
            for x in (25, 35, 45, 55, 65):
                theory = numpy.degrees(numpy.arctan((x * SPACING - source_x) / (depth - source_z)))
                if abs(theory) > 45:
                    continue  # 20 offsets are too few to tell such angles apart
                energy = (angles[:, x, 25:45] ** 2).sum(axis=1)
                self.assertAlmostEqual(energy.argmax() - 70, theory, delta=4)

    def test_filters_come_after_the_sum(self):
        self.migrate(output="plain.npy")
        plain, light = self.values("plain.npy"), self.values("plain_illumination.npy")
        self.migrate("--illumination", output="even.npy")
        floor = 0.01 * sum(light) / len(light)
        even = [value / (by + floor) for value, by in zip(plain, light)]
        self.assertLess(close(self.values("even.npy"), even), 1e-5)
        self.migrate("--laplacian", output="sharp.npy")
        at = 40 * NZ + 30
        around = plain[at - 1] + plain[at + 1] + plain[at - NZ] + plain[at + NZ]
        self.assertAlmostEqual(self.values("sharp.npy")[at], (4 * plain[at] - around) / SPACING ** 2,
                               delta=1e-5 * max(map(abs, plain)) / SPACING ** 2)

    def test_a_survey_that_is_too_coarse_in_time_is_cut_finer(self):
        survey = (self.path / "survey.sgy").read_bytes()
        coarse = bytearray(survey[:3600])
        coarse[3216:3218] = coarse[3218:3220] = struct.pack(">H", 4000)
        coarse[3220:3222] = coarse[3222:3224] = struct.pack(">H", 201)
        for trace in traces_of(survey):
            header = bytearray(trace[:240])
            header[114:118] = struct.pack(">HH", 201, 4000)
            samples = b"".join(trace[240 + 8 * n:244 + 8 * n] for n in range(201))
            coarse += header + samples
        (self.path / "coarse.sgy").write_bytes(coarse)
        self.migrate("--image-step=4", output="fine.npy")
        run = self.migrate("--shots=coarse.sgy", "--image-step=2", output="coarse.npy")
        self.assertRegex(run.stderr, "each sample of 4 ms is cut into 2 steps")
        self.assertLess(close(self.values("coarse.npy"), self.values("fine.npy")), 0.02)

    def test_a_survey_that_begins_later_is_put_in_at_its_times(self):
        late, first = bytearray(), 20  # samples that are cut off
        survey = bytearray((self.path / "survey.sgy").read_bytes())
        late += survey[:3600]
        late[3220:3222] = late[3222:3224] = struct.pack(">H", SAMPLES - first)
        silent = bytearray(survey[:3600])
        for trace in traces_of(bytes(survey)):
            silent += trace[:240] + bytes(4 * first) + trace[240 + 4 * first:]
            header = bytearray(trace[:240])
            header[108:110] = struct.pack(">h", 40)  # [ms] of the first sample
            header[114:116] = struct.pack(">H", SAMPLES - first)
            late += header + trace[240 + 4 * first:]
        (self.path / "late.sgy").write_bytes(late)
        (self.path / "silent.sgy").write_bytes(silent)
        self.migrate("--shots=late.sgy", output="late.npy")
        self.migrate("--shots=silent.sgy", output="silent.npy")
        self.same_values(self.values("late.npy"), self.values("silent.npy"))

    def test_a_wavelet_from_a_file_is_at_the_times_of_the_traces(self):
        arguments = [(math.pi * 20 * (n * DT - 1.2 / 20)) ** 2 for n in range(SAMPLES)]
        (self.path / "wavelet.txt").write_text("".join(f"{(1 - 2 * a) * math.exp(-a):.9g}\n" for a in arguments))
        self.migrate("--image-step=5", output="known.npy")
        self.migrate("--image-step=5", "--wavelet=wavelet.txt", output="read.npy")
        self.assertLess(close(self.values("read.npy"), self.values("known.npy")), 1e-5)

    def test_dead_traces_are_left_out_and_counted(self):
        survey = bytearray((self.path / "survey.sgy").read_bytes())
        survey[3600 + 240:3600 + TRACE] = struct.pack(">f", float("nan")) * SAMPLES
        (self.path / "dead.sgy").write_bytes(survey)
        run = self.migrate("--shots=dead.sgy")
        self.assertRegex(run.stderr, f"1 of {SHOTS * NX} traces are dead")


class Formats(Migration):
    def setUp(self):
        super().setUp()
        self.migrate("--offsets-x=2", output="image.npy")
        self.image, self.gather = self.values("image.npy"), self.values("image_hx.npy")

    def test_rsf(self):
        self.migrate("--offsets-x=2", output="image.rsf")
        for name, values, told in (("image.rsf", self.image, ["n1=60", "n2=90", "d1=10", 'label1="Depth"']),
                                   ("image_hx.rsf", self.gather, ["n3=5", "d3=10", "o3=-20", 'label3="Offset in x"'])):
            header, data = (self.path / name).read_bytes().split(b"\x0c\x0c\x04", 1)
            self.same_values(struct.unpack("<%df" % (len(data) // 4), data), values)
            for words in told:
                self.assertIn(words, header.decode())

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
            self.assertEqual(sorted(set(file.attributes(segyio.TraceField.GroupY)[:])), [-20, -10, 0, 10, 20])

    @unittest.skipIf(lacks("numpy", "vtkmodules"), lacks("numpy", "vtkmodules"))
    def test_vtk_reads_the_image_and_the_gathers(self):
        from vtkmodules.util.numpy_support import vtk_to_numpy
        from vtkmodules.vtkIOXML import vtkXMLImageDataReader
        self.migrate("--offsets-x=2", output="image.vti")
        for name, values, planes in (("image.vti", self.image, 1), ("image_hx.vti", self.gather, 5)):
            reader = vtkXMLImageDataReader()
            reader.SetFileName(str(self.path / name))
            reader.Update()
            image = reader.GetOutput()
            # A grid of two dimensions has z as its second axis, one of three as its third.
            self.assertEqual(image.GetDimensions(), (NX, NZ, 1) if planes == 1 else (NX, planes, NZ))
            self.assertEqual(image.GetSpacing()[0], SPACING)
            turned = vtk_to_numpy(image.GetPointData().GetScalars()).reshape(NZ, planes, NX).transpose(1, 2, 0)
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


class Resumed(Migration):
    """A run that is killed goes on behind its last finished shot, and ends in the same bits."""

    WORDS = ["--offsets-x=10", "--angles=30", "--image-step=5"]

    def setUp(self):
        super().setUp()
        self.checkpoint = self.path / "image.npy.checkpoint"

    def stopped(self, by, *more):
        """Stopped as soon as a shot is in the checkpoint. Returns how many shots are in it."""
        run = subprocess.Popen([LADDER, *WORDS, *self.WORDS, *more, "--output=image.npy"], cwd=self.path,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        while not self.checkpoint.exists() and run.poll() is None:
            time.sleep(0.001)
        run.send_signal(by)
        words = run.communicate(timeout=60)[1]
        self.assertEqual(run.returncode, 130 if by == signal.SIGINT else -by, words)
        self.assertTrue(self.checkpoint.exists(), "it ended before it was stopped")
        self.assertFalse((self.path / "image.npy").exists())
        return int(self.checkpoint.read_bytes().split(b"\n", 2)[1].split(b'"shots":')[1].split(b"}")[0])

    def uninterrupted(self):
        self.migrate(*self.WORDS, output="whole.npy")
        return self.products("whole")

    def test_after_kill_9(self):
        done = self.stopped(signal.SIGKILL)
        self.assertGreaterEqual(done, 1)
        self.assertLess(done, SHOTS)
        run = self.migrate(*self.WORDS, "--resume")
        self.assertIn(f"going on behind shot {done} of {SHOTS}", run.stderr)
        self.assertIn(f"{SHOTS - done} shots in", run.stdout)
        self.same_bytes(self.products("image"), self.uninterrupted())
        self.assertFalse(self.checkpoint.exists())

    def test_after_each_of_several_kills(self):
        done = self.stopped(signal.SIGKILL)
        kept = self.checkpoint.read_bytes()
        run = subprocess.Popen([LADDER, *WORDS, *self.WORDS, "--resume", "--output=image.npy"], cwd=self.path,
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while self.checkpoint.exists() and self.checkpoint.read_bytes() == kept and run.poll() is None:
            time.sleep(0.001)
        run.kill()
        run.wait()
        if self.checkpoint.exists():  # else the last shot ended it
            again = self.migrate(*self.WORDS, "--resume")
            self.assertRegex(again.stderr, f"going on behind shot [{done + 1}-{SHOTS}] of {SHOTS}")
        self.same_bytes(self.products("image"), self.uninterrupted())

    def test_after_ctrl_c(self):
        self.stopped(signal.SIGINT)
        self.migrate(*self.WORDS, "--resume")
        self.same_bytes(self.products("image"), self.uninterrupted())

    def test_with_other_filters_which_come_after_the_sum(self):
        self.stopped(signal.SIGKILL)
        self.migrate("--offsets-x=10", "--image-step=5", "--laplacian", "--resume")
        self.migrate("--offsets-x=10", "--image-step=5", "--laplacian", output="whole.npy")
        self.same_bytes(self.products("image"), self.products("whole"))

    def test_of_anything_else_is_refused_and_keeps_its_checkpoint(self):
        self.stopped(signal.SIGKILL)
        other = pathlib.Path(self.path / "other.sgy")
        data = bytearray((self.path / "survey.sgy").read_bytes())
        data[3600 + TRACE - 1] ^= 1
        other.write_bytes(data)
        fast = bytearray((self.path / "slow.npy").read_bytes())
        fast[-4:] = struct.pack("<f", 2001)
        (self.path / "fast.npy").write_bytes(fast)
        for what, option in (("survey", "--shots=other.sgy"), ("model", "--model=fast.npy"), ("model", "--sponge=20"),
                             ("model", "--image-step=3"), ("model", "--offsets-x=9"), ("model", "--top=absorbing"),
                             ("model", "--half-length=3"), ("wavelet", "--wavelet=ricker:18")):
            with self.subTest(option):
                given = option.split("=")[0]
                words = [word for word in self.WORDS if word.split("=")[0] != given]
                self.refused(5, f"cannot resume .*: the {what} differs", *words, option, "--resume")

    def test_another_program_of_the_same_name_is_refused(self):
        self.stopped(signal.SIGKILL)
        program = self.path / "ladder"
        program.write_bytes(LADDER.read_bytes() + b"changed")
        program.chmod(0o755)
        run = subprocess.run([program, *WORDS, *self.WORDS, "--resume", "--output=image.npy"], cwd=self.path,
                             capture_output=True, text=True, env=dict(os.environ, LADDER_HOME=os.environ["LADDER_SOURCE"]))
        self.assertEqual(run.returncode, 5, run.stderr)
        self.assertIn("the program differs", run.stderr)

    def test_the_same_survey_by_another_name(self):
        done = self.stopped(signal.SIGKILL)
        (self.path / "survey.sgy").rename(self.path / "renamed.sgy")
        run = self.migrate(*self.WORDS, "--shots=renamed.sgy", "--resume")
        self.assertIn(f"going on behind shot {done}", run.stderr)

    def test_a_checkpoint_that_was_changed_or_cut_is_refused(self):
        self.stopped(signal.SIGKILL)
        whole = self.checkpoint.read_bytes()
        for kept in (whole[:-50000] + b"x" + whole[-49999:], whole[:-9], whole[:400], b"my notes\n"):
            self.checkpoint.write_bytes(kept)
            self.refused(7, "is no checkpoint", *self.WORDS, "--resume")

    def test_without_resume_a_checkpoint_is_left_alone(self):
        self.stopped(signal.SIGKILL)
        self.refused(7, "--resume goes on with it", *self.WORDS)
        self.migrate(*self.WORDS, "--overwrite")
        self.assertFalse(self.checkpoint.exists())


if __name__ == "__main__":
    unittest.main()
