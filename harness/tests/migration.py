"""What the tests of `ladder migrate` share: a model of two layers, a survey over it, and files of
numbers."""

import os
import signal
import struct

from command import LADDER, Command, ladder, npy, started, stopped_when
from source_tree import execute, folder_of

NX, NZ, SPACING = 90, 60, 10.0
REFLECTOR = 35  # the first cell of the lower layer
SLOW, FAST = 2000.0, 2500.0
SAMPLES, DT = 401, 0.002
TRACE = 240 + 4 * SAMPLES  # [bytes]
SHOTS = 4
CASE = f"""
pad = {{left = 30, right = 30, bottom = 30}}
sponge = {{left = 30, right = 30, bottom = 30}}
time = {{dt = {DT}, samples = {SAMPLES}}}
wavelet = {{peak = 20.0}}
receivers = {{z = 10.0}}
source = [{{name = "1", x = 450.0, z = 10.0}}]
[model]
recipe = "layers"
nz = {NZ}
nx = {NX}
spacing = {SPACING}
layer = [{{velocity = {SLOW}}}, {{velocity = {FAST}, top = {REFLECTOR * SPACING}}}]
"""

def write_npy(path, values, shape):
    path.write_bytes(npy(values, shape))


def read_npy(path):
    """The shape, and the values as a flat tuple."""
    data = path.read_bytes()
    length = struct.unpack("<H", data[8:10])[0]
    header = data[10:10 + length].decode()
    shape = tuple(int(n) for n in header.split("(")[1].split(")")[0].split(",") if n.strip())
    return shape, struct.unpack("<%df" % ((len(data) - 10 - length) // 4), data[10 + length:])


def make_survey(folder):
    """survey.sgy over two layers, and slow.npy, the velocity of the upper one everywhere."""
    (folder / "two.toml").write_text(CASE)
    write_npy(folder / "slow.npy", [SLOW] * (NX * NZ), (NX, NZ))
    ladder("shoot", "--case=two.toml", "--stage=c-simd", "--sources=150:750:200,10",
           "--half-length=4", "--output=survey.sgy", cwd=folder, code=0)


WORDS = ["migrate", "--model=slow.npy", "--spacing=10", "--shots=survey.sgy", "--wavelet=ricker:20",
         "--stage=fortran", "--sponge=30"]


class Migration(Command):
    """Each test in a folder of its own, with the survey in it."""

    @classmethod
    def setUpClass(cls):
        cls.source = folder_of(cls)
        make_survey(cls.source)

    @classmethod
    def compute(cls, output, *arguments):
        """The image of one process, once for all tests of the class."""
        ladder(*WORDS, *arguments, f"--output={output}", cwd=cls.source, code=0)

    def setUp(self):
        super().setUp()
        for path in self.source.iterdir():
            os.link(path, self.path / path.name)

    def run_in(self, *arguments, output="image.npy", without="", **expected):
        """What a test says of an option takes the place of what all say."""
        given = {word.split("=")[0] for word in arguments} | {without}
        words = [word for word in WORDS if word.split("=")[0] not in given]
        return execute(LADDER, *words, *arguments, f"--output={output}", timeout=300, cwd=self.path,
                       **expected)

    def migrate(self, *arguments, output="image.npy"):
        return self.run_in(*arguments, output=output, code=0)

    def killed_when(self, ready, output, *words):
        """With -9. On a busy machine a run may end before this sees that it is so far."""
        for _ in range(50):
            stopped_when(ready, started(*words, f"--output={output}", cwd=self.path),
                         signal.SIGKILL)
            if not (self.path / output).exists():
                return
            for made in self.path.glob(f"{output.partition('.')[0]}*"):
                made.unlink()
        self.fail("each run ended before it was killed")

    def every_byte(self):
        """Of the files that are seen: locks of a killed process are hidden, and hold nothing."""
        return {path.name: path.read_bytes()
                for path in self.path.iterdir() if not path.name.startswith(".")}

    def same_bytes(self, files, others):
        """By their names: a difference of megabytes takes minutes to print."""
        self.assertEqual(sorted(files), sorted(others))
        self.assertEqual([name for name in files if files[name] != others[name]], [])

    def same_values(self, values, others):
        self.assertEqual(len(values), len(others))
        self.assertEqual(sum(a != b for a, b in zip(values, others)), 0, "values differ")

    def refused(self, code, words, *arguments, output="image.npy", without=""):
        before = self.every_byte()
        run = self.run_in(*arguments, output=output, without=without, code=code, says=words)
        self.assertNotIn("unexpected", run.stderr)
        self.same_bytes(self.every_byte(), before)

    @property
    def survey(self):
        return bytearray((self.path / "survey.sgy").read_bytes())

    def with_field(self, byte, value, traces=SHOTS * NX):
        """The survey with a number of 32 bits in the headers of its first traces, from this byte
        on, counted from 1."""
        data = self.survey
        for at in range(3600, 3600 + traces * TRACE, TRACE):
            data[at + byte - 1:at + byte + 3] = struct.pack(">i", value)
        return self.shots(data)

    def shots(self, data):
        (self.path / "changed.sgy").write_bytes(data)
        return "--shots=changed.sgy"

    def values(self, name):
        return read_npy(self.path / name)[1]

    def products(self, stem="image"):
        return {path.name[len(stem):]: path.read_bytes() for path in self.path.iterdir()
                if path.name.startswith(stem)}
