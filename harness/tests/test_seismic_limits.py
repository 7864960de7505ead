# label: cli
# room: seismic
"""What cannot end well is refused before the first step: the format, the disk or the memory does
not suffice."""

import json
import re
import resource
import shlex
import subprocess

from command import LADDER
from seismic_command import SMALL, Seismic
from source_tree import SOURCE, execute

CASE = (SOURCE / "data/wave/small.toml").read_text()


def with_little_address_space():
    resource.setrlimit(resource.RLIMIT_AS, (3 << 29, 3 << 29))


class Limits(Seismic):
    def case(self, *changes):
        text = CASE
        for before, after in changes:
            self.assertIn(before, text)
            text = text.replace(before, after)
        (self.path / "mine.toml").write_text(text)
        return "--case=%s" % self.file("mine.toml")

    def refused_and_nothing_there(self, words, *arguments, **options):
        before = sorted(self.path.iterdir())
        run = self.ends_with(7, words, *arguments, **options)
        self.assertNotIn("unexpected", run.stderr)
        # Nor the folder of the snapshots that some of these ask for, which is made before the first
        # step.
        self.assertEqual(sorted(self.path.iterdir()), before)


class Formats(Limits):
    def test_more_samples_than_segy_and_su_count(self):
        for command in ("shoot", "zsr"):
            for ending in ("sgy", "su"):
                self.refused_and_nothing_there(
                    "traces of 32768 samples: its headers hold at most 32767. Write an .rsf file",
                    command, *SMALL,
                    "--nt=32768", "--snapshots=10000", "--output=%s" % self.file("shot." + ending))

    def test_an_interval_of_parts_of_a_microsecond(self):
        case = self.case(("dt = 0.004", "dt = 0.0039999"))
        for command in ("shoot", "zsr"):
            for ending in ("sgy", "su"):
                self.refused_and_nothing_there(
                    "a sample interval of 0.0039999 s.*Write an .rsf file", command, case,
                    "--stage=c-simd",
                    "--snapshots=100", "--output=%s" % self.file("shot." + ending))

    def test_rsf_holds_both_and_they_go_back(self):
        tiny = [("nz = 70", "nz = 9"), ("nx = 110", "nx = 12"),
                ("x = 2200.0\nz = 400.0", "x = 200.0\nz = 40.0")]
        case = self.case(*tiny, ("left = 20", "left = 0"), ("right = 20", "right = 0"),
                         ("bottom = 20", "bottom = 0"))
        self.ends_with(0, "12 traces of 40000 samples", "shoot", case, "--stage=c-simd",
                       "--nt=40000", "--output=%s" % self.file("shot.rsf"))
        self.ends_with(0, "case: x = ", "locate", case, "--stage=c-simd",
                       "--gather=%s" % self.file("shot.rsf"), "--every=1000", "--json")
        case = self.case(("dt = 0.004", "dt = 0.0039999"))
        self.ends_with(0, "110 traces of 251 samples, 3.9999 ms", "shoot", case, "--stage=c-simd",
                       "--output=%s" % self.file("short.rsf"))
        run = self.exits(0, "locate", case, "--stage=c-simd",
                         "--gather=%s" % self.file("short.rsf"), "--json")
        found = json.loads(run.stdout)
        self.assertLessEqual(abs(found["x"] - 2200), 40)
        self.assertLessEqual(abs(found["z"] - 400), 40)

    def test_a_picture_of_rsf_is_refused_before_the_run(self):
        self.ends_with(2, "--plot draws gathers of .sgy and .su", "shoot", *SMALL, "--plot",
                       "--output=%s" % self.file("shot.rsf"))


class Disk(Limits):
    def test_the_product_and_the_checkpoint_of_its_run(self):
        """A file system of 200 kB takes the gather, but not two checkpoints as well."""
        (self.path / "disk").mkdir()
        mount = "mount -t tmpfs -o size=200k tmpfs %s" % (self.path / "disk")
        if subprocess.run(["unshare", "-rm", "sh", "-c", mount], capture_output=True).returncode:
            self.skipTest("this machine lets nobody but root mount a file system")
        command = [str(LADDER), "shoot", *SMALL, "--output=%s" % self.file("disk/shot.sgy")]
        look = "%s; code=$?; ls -A %s; exit $code" % (shlex.join(command), self.path / "disk")
        run = execute("unshare", "-rm", "sh", "-c", mount + " && " + look, timeout=100)
        self.assertEqual((run.returncode, run.stdout), (7, ""), run.stderr)
        self.assertRegex(run.stderr, "checkpoint of its run needs [56][0-9]{2} kB of disk space, "
                                     "but only [12][0-9]{2} kB are free")


class Memory(Limits):
    """In an address space of 1.5 GiB, where the kernel refuses what on a small machine it would
    kill for."""

    def refused(self, *arguments):
        self.refused_and_nothing_there(r"needs [0-9.]+ [GTP]B of memory, but only [0-9.]+ [MG]B "
                                       r"are free in", *arguments,
                                       preexec_fn=with_little_address_space)

    def test_the_traces_of_a_shot(self):
        self.refused("shoot", *SMALL, "--nt=9000000", "--output=%s" % self.file("shot.rsf"))

    def test_the_traces_of_a_section(self):
        self.refused("zsr", *SMALL, "--nt=9000000", "--output=%s" % self.file("zsr.rsf"))

    def test_a_grid(self):
        case = self.case(("nz = 70", "nz = 30000"), ("nx = 110", "nx = 30000"))
        for command in (["shoot", "--output=%s" % self.file("shot.sgy")],
                        ["verify", "--stage=c-O3"], ["--stage=c-O3"], ["sweep", "--stage=c-O3"]):
            self.refused(*command, case)

    def test_the_oracle(self):
        """These grids and traces fit as float32, and not as what the proof in float64 takes."""
        text = re.sub(r"\[model.salt\][^[]*", "",
                      CASE).replace('recipe = "salt"', 'recipe = "constant"\nvelocity = 2000.0')
        (self.path / "mine.toml").write_text(
            text.replace("nz = 70", "nz = 4000").replace("nx = 110", "nx = 4000"))
        case = "--case=%s" % self.file("mine.toml")
        self.assertLess(4020 * 4040 * 4 * 3, (3 << 29) / 2)
        for command in (["verify"], ["--output=%s" % self.output],
                        ["sweep", "--output=%s" % self.output]):
            self.refused(*command, "--stage=c-O3", "--nt=3", case)
        self.refused("verify", "--stage=c-O3", "--size=4000x4000")
        self.refused("verify", "--stage=c-O3", "--size=40000x50000")

    def test_the_last_case_of_a_sweep(self):
        self.refused("sweep", "--case=small", "--stage=c-O3", "--nt=3,9000000",
                     "--output=%s" % self.output)
