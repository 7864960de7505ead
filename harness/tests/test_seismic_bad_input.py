# label: cli
# room: seismic
"""What the seismic commands refuse: in words, with its exit code, and nothing is overwritten."""

import os
import pathlib

from seismic_command import SMALL, Seismic


class BadInput(Seismic):
    def refused(self, code, words, *arguments):
        run = self.ends_with(code, words, *arguments)
        self.assertNotIn("unexpected", run.stderr)

    def test_without_output(self):
        self.refused(2, "needs --output=FILE", "shoot", *SMALL)

    def test_an_output_of_another_kind(self):
        self.refused(2, "writes .sgy or", "shoot", *SMALL, "--output=%s" % self.file("shot.txt"))

    def test_an_output_that_is_there(self):
        gather = self.shoot()
        before = pathlib.Path(gather).read_bytes()
        self.refused(7, "exists and is not replaced", "shoot", *SMALL, "--output=%s" % gather)
        self.assertEqual(pathlib.Path(gather).read_bytes(), before)
        self.ends_with(0, "110 traces", "shoot", *SMALL, "--output=%s" % gather, "--overwrite")

    def test_an_output_without_its_folder(self):
        self.refused(7, "folder", "shoot", *SMALL, "--output=%s" % self.file("nowhere/shot.sgy"))

    def test_a_source_in_the_sponge(self):
        case = (pathlib.Path(os.environ["LADDER_SOURCE"]) / "data/wave/small.toml").read_text()
        case = case.replace("[pad]\nleft = 20", "[pad]\nleft = 0")
        (self.path / "mine.toml").write_text(case)
        self.refused(2, "is in the sponge", "shoot", "--case=%s" % self.file("mine.toml"),
                     "--source=40,400", "--output=%s" % self.file("shot.sgy"))

    def test_receivers_outside_the_model(self):
        self.refused(2, "outside the model", "shoot", *SMALL, "--receivers=borehole:99999",
                     "--output=%s" % self.file("shot.sgy"))
        (self.path / "places.txt").write_text("400 0\n400 deep\n")
        self.refused(7, "places.txt:2: expected x z", "shoot", *SMALL, "--receivers=%s"
                     % self.file("places.txt"), "--output=%s" % self.file("shot.sgy"))

    def test_a_wavelet_that_is_none(self):
        for wavelet in ("ricker:", "ricker:0", "ricker:8,x", "ricker:8,0.1,3", "ricker:8:whole",
                        "ricker::integral"):
            self.refused(2, "expected ricker:HZ", "shoot", *SMALL, "--wavelet=%s" % wavelet,
                         "--output=%s" % self.file("shot.sgy"))
        self.refused(7, "nothing.txt", "shoot", *SMALL, "--wavelet=%s" % self.file("nothing.txt"),
                     "--output=%s" % self.file("shot.sgy"))

    def test_snapshots_beyond_the_end(self):
        self.refused(2, "the run has 250 steps", "shoot", *SMALL, "--snapshots=50,300",
                     "--output=%s" % self.file("shot.sgy"))

    def test_snapshots_that_would_fill_the_disk(self):
        case = (pathlib.Path(os.environ["LADDER_SOURCE"]) / "data/wave/small.toml").read_text()
        (self.path / "long.toml").write_text(case.replace("samples = 251", "samples = 8000000"))
        self.refused(7, "snapshots of 34.9 kB needs 279 GB of disk space, but only .* are free",
                     "shoot",
                     "--case=%s" % self.file("long.toml"), "--stage=c-simd", "--snapshots=1",
                     "--receivers=%s" % self.one_receiver(), "--output=%s" % self.file("shot.rsf"))

    def one_receiver(self):
        (self.path / "one.txt").write_text("400 0\n")
        return self.file("one.txt")

    def test_a_gather_that_is_not_there(self):
        self.refused(7, "nothing.sgy", "locate", *SMALL, "--gather=%s" % self.file("nothing.sgy"))

    def test_without_gather(self):
        self.refused(2, "needs --gather", "locate", *SMALL)

    def test_a_truncated_gather(self):
        gather = pathlib.Path(self.shoot())
        gather.write_bytes(gather.read_bytes()[:-100])
        self.refused(7, "shot.sgy", "locate", *SMALL, "--gather=%s" % gather)

    def test_a_gather_of_another_model(self):
        case = (pathlib.Path(os.environ["LADDER_SOURCE"]) / "data/wave/small.toml").read_text()
        (self.path / "narrow.toml").write_text(case.replace("nx = 110", "nx = 80"))
        self.refused(7, "30 of the gather's 110 receivers are outside the model", "locate",
                     "--case=%s" % self.file("narrow.toml"), "--gather=%s" % self.shoot())

    def test_a_gather_of_zeros(self):
        gather = pathlib.Path(self.shoot())
        data = bytearray(gather.read_bytes())
        length = 240 + 4 * 251
        for trace in range(110):
            begin = 3600 + trace * length + 240
            data[begin:begin + 4 * 251] = bytes(4 * 251)
        gather.write_bytes(data)
        self.refused(7, "all 110 traces of the gather are zero", "locate", *SMALL,
                     "--gather=%s" % gather)

    def test_a_model_that_is_none(self):
        self.refused(2, "a number from", "locate", *SMALL, "--gather=%s" % self.shoot(),
                     "--models=case*fast")

    def test_several_stages(self):
        self.refused(2, "runs one stage", "shoot", "--case=small", "--stage=c-O2,c-O3",
                     "--output=%s" % self.file("shot.sgy"))
