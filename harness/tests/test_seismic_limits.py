# label: cli
# room: seismic
"""What the seismic commands refuse: in words, with its exit code, and before the first step what
the format, the disk or the memory does not suffice for. What is there already is kept by every
command that writes: test_files_are_kept.py."""

import re
import resource
import shlex

from command import LADDER
from seismic_command import SMALL, Seismic
from source_tree import SOURCE, execute

CASE = (SOURCE / "data/wave/small.toml").read_text()


def with_little_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))


class Limits(Seismic):
    def case(self, *changes):
        return f"--case={self.case_file(CASE, *changes)}"

    def refused(self, code, words, *arguments, **options):
        run = self.ends_with(code, words, *arguments, **options)
        self.assertNotIn("unexpected", run.stderr)

    def refused_and_nothing_there(self, words, *arguments, **options):
        before = sorted(self.path.iterdir())
        self.refused(7, words, *arguments, **options)
        # Nor the folder of the snapshots that some of these ask for, which is made before the first
        # step.
        self.assertEqual(sorted(self.path.iterdir()), before)


class BadInput(Limits):
    def refused_shot(self, code, words, *arguments, case=SMALL):
        self.refused(code, words, "shoot", *case, *arguments, "--output=shot.sgy")

    def places(self, text):
        (self.path / "places.txt").write_text(text)
        return "--receivers=places.txt"

    def test_outputs(self):
        self.refused(2, "needs --output=FILE", "shoot", *SMALL)
        self.refused(2, "writes .sgy or", "shoot", *SMALL, "--output=shot.txt")

    def test_places(self):
        self.refused_shot(2, "is in the sponge", "--source=40,400",
                          case=[self.case(("[pad]\nleft = 20", "[pad]\nleft = 0"))])
        self.refused_shot(2, "outside the model", "--receivers=borehole:99999")
        self.refused_shot(7, "places.txt:2: expected x z", self.places("400 0\n400 deep\n"))

    def test_wavelets_that_are_none(self):
        for wavelet in ("ricker:", "ricker:0", "ricker:8,x", "ricker:8,0.1,3", "ricker:8:whole",
                        "ricker::integral"):
            self.refused_shot(2, "expected ricker:HZ", f"--wavelet={wavelet}")
        self.refused_shot(7, "nothing.txt", "--wavelet=nothing.txt")

    def test_snapshots(self):
        self.refused_shot(2, "the run has 250 steps", "--snapshots=50,300")
        self.refused(7, "snapshots of 34.9 kB needs 279 GB of disk space, but only .* are free",
                     "shoot", self.case(("samples = 251", "samples = 8000000")), "--snapshots=1",
                     self.places("400 0\n"), "--stage=c-simd", "--output=shot.rsf")

    def test_several_stages(self):
        self.refused_shot(2, "runs one stage", case=("--case=small", "--stage=c-O2,c-O3"))

    def test_gathers_and_models(self):
        gather = f"--gather={self.shoot()}"
        self.refused(2, "needs --gather", "locate", *SMALL)
        self.refused(7, "nothing.sgy", "locate", *SMALL, "--gather=nothing.sgy")
        self.refused(7, "30 of the gather's 110 receivers are outside the model", "locate",
                     self.case(("nx = 110", "nx = 80")), "--stage=c-simd", gather)
        self.refused(2, "a number from", "locate", *SMALL, gather, "--models=case*fast")


class Formats(Limits):
    def test_headers_of_segy_and_su_that_cannot_hold_it(self):
        """More samples than they count, and an interval of parts of a microsecond."""
        case = self.case(("dt = 0.004", "dt = 0.0039999"))
        for words, *options in (
                ("traces of 32768 samples: its headers hold at most 32767", *SMALL, "--nt=32768",
                 "--snapshots=10000"),
                ("a sample interval of 0.0039999 s", case, "--stage=c-simd", "--snapshots=100")):
            for command in ("shoot", "zsr"):
                for ending in ("sgy", "su"):
                    self.refused_and_nothing_there(f"{words}.*Write an .rsf file", command,
                                                   *options, f"--output=shot.{ending}")

    def test_rsf_holds_both_and_they_go_back(self):
        tiny = [("nz = 70", "nz = 9"), ("nx = 110", "nx = 12"),
                ("x = 2200.0\nz = 400.0", "x = 200.0\nz = 40.0")]
        case = self.case(*tiny, ("left = 20", "left = 0"), ("right = 20", "right = 0"),
                         ("bottom = 20", "bottom = 0"))
        self.ends_with(0, "12 traces of 40000 samples", "shoot", case, "--stage=c-simd",
                       "--nt=40000", "--output=shot.rsf")
        self.located("shot.rsf", "--every=1000", case=[case, "--stage=c-simd"])
        case = self.case(("dt = 0.004", "dt = 0.0039999"))
        self.ends_with(0, "110 traces of 251 samples, 3.9999 ms", "shoot", case, "--stage=c-simd",
                       "--output=short.rsf")
        found = self.located("short.rsf", case=[case, "--stage=c-simd"])
        self.assertLessEqual(abs(found["x"] - 2200), 40)
        self.assertLessEqual(abs(found["z"] - 400), 40)

    def test_a_picture_of_rsf_is_refused_before_the_run(self):
        self.ends_with(2, "--plot draws gathers of .sgy and .su", "shoot", *SMALL, "--plot",
                       "--output=shot.rsf")


class Disk(Limits):
    def test_the_product_and_the_checkpoint_of_its_run(self):
        """A file system of 200 kB takes the gather, but not two checkpoints as well."""
        (self.path / "disk").mkdir()
        mount = "mount -t tmpfs -o size=200k tmpfs disk"
        if execute("unshare", "-rm", "sh", "-c", mount, cwd=self.path).returncode:
            self.skipTest("this machine lets nobody but root mount a file system")
        command = [str(LADDER), "shoot", *SMALL, "--output=disk/shot.sgy"]
        look = f"{shlex.join(command)}; code=$?; ls -A disk; exit $code"
        run = execute("unshare", "-rm", "sh", "-c", f"{mount} && {look}", timeout=100,
                      cwd=self.path)
        self.assertEqual((run.returncode, run.stdout), (7, ""), run.stderr)
        self.assertRegex(run.stderr, "checkpoint of its run needs [56][0-9]{2} kB of disk space, "
                                     "but only [12][0-9]{2} kB are free")


class Memory(Limits):
    """In an address space of 1.5 GiB, where the kernel refuses what on a small machine it would
    kill for."""

    def no_room(self, *arguments):
        self.refused_and_nothing_there(r"needs [0-9.]+ [GTP]B of memory, but only [0-9.]+ [MG]B "
                                       r"are free in", *arguments,
                                       preexec_fn=with_little_address_space)

    def test_the_traces_of_a_shot_and_of_a_section(self):
        for command in ("shoot", "zsr"):
            self.no_room(command, *SMALL, "--nt=9000000", "--output=shot.rsf")

    def test_a_grid(self):
        case = self.case(("nz = 70", "nz = 30000"), ("nx = 110", "nx = 30000"))
        for command in (["shoot", "--output=shot.sgy"], ["verify", "--stage=c-O3"],
                        ["--stage=c-O3"], ["sweep", "--stage=c-O3"]):
            self.no_room(*command, case)

    def test_the_oracle(self):
        """These grids and traces fit as float32, and not as what the proof in float64 takes."""
        salt = re.search(r"\[model.salt\][^[]*", CASE)[0]
        case = self.case((salt, ""), ('recipe = "salt"', 'recipe = "constant"\nvelocity = 2000.0'),
                         ("nz = 70", "nz = 4000"), ("nx = 110", "nx = 4000"))
        self.assertLess(4020 * 4040 * 4 * 3, (3 << 29) / 2)
        for command in (["verify"], ["--output=records.jsonl"],
                        ["sweep", "--output=records.jsonl"]):
            self.no_room(*command, "--stage=c-O3", "--nt=3", case)
        self.no_room("verify", "--stage=c-O3", "--size=4000x4000")
        self.no_room("verify", "--stage=c-O3", "--size=40000x50000")

    def test_the_last_case_of_a_sweep(self):
        self.no_room("sweep", "--case=small", "--stage=c-O3", "--nt=3,9000000",
                     "--output=records.jsonl")
