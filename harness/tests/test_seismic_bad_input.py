# label: cli
# room: seismic
"""What the seismic commands refuse: in words, with its exit code. What is there already is kept by
every command that writes: test_files_are_kept.py."""

from seismic_command import SMALL, Seismic
from source_tree import SOURCE

CASE = (SOURCE / "data/wave/small.toml").read_text()


class BadInput(Seismic):
    def refused(self, code, words, *arguments):
        run = self.ends_with(code, words, *arguments)
        self.assertNotIn("unexpected", run.stderr)

    def refused_shot(self, code, words, *arguments, case=()):
        self.refused(code, words, "shoot", *(case or SMALL), *arguments,
                     "--output=%s" % self.file("shot.sgy"))

    def case(self, *replaced):
        (self.path / "mine.toml").write_text(CASE.replace(*replaced))
        return ["--case=%s" % self.file("mine.toml"), "--stage=c-simd"]

    def places(self, text):
        (self.path / "places.txt").write_text(text)
        return "--receivers=%s" % self.file("places.txt")

    def test_outputs(self):
        self.refused(2, "needs --output=FILE", "shoot", *SMALL)
        self.refused(2, "writes .sgy or", "shoot", *SMALL, "--output=%s" % self.file("shot.txt"))

    def test_places(self):
        self.refused_shot(2, "is in the sponge", "--source=40,400",
                          case=self.case("[pad]\nleft = 20", "[pad]\nleft = 0"))
        self.refused_shot(2, "outside the model", "--receivers=borehole:99999")
        self.refused_shot(7, "places.txt:2: expected x z", self.places("400 0\n400 deep\n"))

    def test_wavelets_that_are_none(self):
        for wavelet in ("ricker:", "ricker:0", "ricker:8,x", "ricker:8,0.1,3", "ricker:8:whole",
                        "ricker::integral"):
            self.refused_shot(2, "expected ricker:HZ", "--wavelet=%s" % wavelet)
        self.refused_shot(7, "nothing.txt", "--wavelet=%s" % self.file("nothing.txt"))

    def test_snapshots(self):
        self.refused_shot(2, "the run has 250 steps", "--snapshots=50,300")
        self.refused(7, "snapshots of 34.9 kB needs 279 GB of disk space, but only .* are free",
                     "shoot", *self.case("samples = 251", "samples = 8000000"), "--snapshots=1",
                     self.places("400 0\n"), "--output=%s" % self.file("shot.rsf"))

    def test_several_stages(self):
        self.refused_shot(2, "runs one stage", case=("--case=small", "--stage=c-O2,c-O3"))

    def test_gathers_and_models(self):
        gather = "--gather=%s" % self.shoot()
        self.refused(2, "needs --gather", "locate", *SMALL)
        self.refused(7, "nothing.sgy", "locate", *SMALL,
                     "--gather=%s" % self.file("nothing.sgy"))
        self.refused(7, "30 of the gather's 110 receivers are outside the model", "locate",
                     *self.case("nx = 110", "nx = 80"), gather)
        self.refused(2, "a number from", "locate", *SMALL, gather, "--models=case*fast")
