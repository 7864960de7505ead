# label: cli
"""`ladder sweep`: ranges, what is left out and why, what is on disk at any moment, and going on
from there. `ladder verify --shapes`: which launches are tried."""

import os
import pathlib
import random
import signal
import struct
import subprocess
import tempfile
import time
import unittest

from command import LADDER, Command, json_lines, ladder, lines_of, write_lines
from source_tree import execute

# A sweep whose points are over in milliseconds.
QUICK = ["sweep", "--case=small", "--nt=3", "--repetitions=1"]


def point(record):
    return record["stage"]["name"], record["case"]["half_length"]


class Ranges(Command):
    def points(self, *arguments):
        run = self.exits(0, "sweep", "--case=small", "--dry-run", *arguments)
        return run.stdout.splitlines()

    def test_a_dry_run_prints_the_points_and_writes_nothing(self):
        lines = self.points("--stage=c-O2,c-O3", "--half-length=1:3", "--output=%s" % self.output)
        self.assertEqual(len(lines), 6)
        self.assertEqual(lines[0], "small half-length=1 nt=251 c-O2 ")
        self.assertFalse(self.output.exists())

    def test_powers_and_lists(self):
        lines = self.points("--stage=c-omp", "--threads=1:4:*2,16")
        self.assertEqual([line.split("threads=")[1].split()[0] for line in lines],
                         ["1", "2", "4", "16"])

    def test_a_value_that_comes_twice_is_one_point(self):
        self.assertEqual(len(self.points("--stage=c-omp", "--threads=2,4", "--threads=1:4:*2")), 3)
        self.assertEqual(len(self.points("--stage=c-O3", "--nt=3", "--nt=3,4")), 2)

    def test_what_a_stage_refuses_is_left_out_with_the_reason(self):
        run = self.ends_with(0, "left out: --threads=2048: stage 'c-omp' takes", "sweep",
                             "--case=small", "--dry-run", "--stage=c-omp", "--threads=2,2048")
        self.assertEqual(len(run.stdout.splitlines()), 1)

    def test_ranges_that_are_none(self):
        for option, words in (("--half-length=5:3", "=5:3: the range runs backwards"),
                              ("--half-length=1:8:-1", "=1:8:-1: the range would not end"),
                              ("--half-length=1:8:*1", r"=1:8:\*1: the range would not end")):
            self.ends_with(2, words, *QUICK, option)


class Resume(Command):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            ladder(*QUICK, "--stage=c-O2,c-O3", "--half-length=1:4", "--output=records.jsonl",
                   cwd=folder, code=0)
            cls.swept = (pathlib.Path(folder) / "records.jsonl").read_text()

    def sweep(self, *arguments, stages="c-O2,c-O3", code=0):
        return self.exits(code, *QUICK, "--stage=" + stages, "--half-length=1:4",
                          "--output=%s" % self.output, *arguments)

    def test_goes_on_where_the_file_ends(self):
        self.sweep(stages="c-O3")
        run = self.sweep("--resume")
        self.assertIn("4 points are already in", run.stderr)
        points = [point(record) for record in lines_of(self.output)]
        self.assertEqual(len(points), 8)
        self.assertEqual(len(set(points)), 8)

    def changed(self, change):
        """The text of the file, whose first record is changed."""
        self.output.write_text(self.swept)
        records = lines_of(self.output)
        change(records[0])
        write_lines(self.output, records)
        return self.output.read_text()

    def refused(self, change, words):
        before = self.changed(change)
        run = self.sweep("--resume", code=5)
        self.assertRegex(run.stderr, words)
        self.assertEqual(self.output.read_text(), before)

    def test_refuses_records_of_anything_else(self):
        for change, words in (
                (lambda r: r["environment"].update(cpu="another CPU"),
                 "environment.cpu differs(?s:.*)without --resume"),
                (lambda r: r["environment"]["build"].update(c="GNU 99"),
                 "environment.build.c differs"),
                (lambda r: r["environment"]["build"].update(program="0123456789abcdef"),
                 "environment.build.program differs"),
                (lambda r: r["case"].update(hash="0123456789abcdef"), "case.hash differs"),
                (lambda r: r["stage"].update(hash="0123456789abcdef"),
                 "stage.hash of 'c-O2' differs")):
            with self.subTest(words):
                self.refused(change, words)

    def test_refuses_another_model_of_the_same_name(self):
        model = self.path / "v.f32"
        words = [*QUICK, "--stage=c-O3", "--output=%s" % self.output, "--model=%s" % model,
                 "--axes=xz", "--units=m/s"]
        for velocity, code in ((2000, 0), (2000, 0), (2500, 5)):
            model.write_bytes(struct.pack("<f", velocity) * (70 * 110))
            resume = ["--resume"] if self.output.exists() else []
            run = ladder(*words, *resume, code=code)
        self.assertIn("case.hash differs", run.stderr)

    def test_records_of_other_cases_and_grids_in_the_file_are_left_alone(self):
        heat = ["sweep", "--case=heat-small", "--stage=c-O3", "--nt=3", "--repetitions=1",
                "--output=%s" % self.output]
        ladder(*heat, code=0)
        self.sweep("--grid=60x100")
        before = self.output.read_text()
        for done, words in ((0, "9 records of other points"), (8, "9 records of other points")):
            run = self.sweep("--resume")
            self.assertIn(words, run.stderr)
            self.assertEqual(f"{done} points are already in" in run.stderr, done > 0)
        self.assertTrue(self.output.read_text().startswith(before))
        self.assertEqual(len(lines_of(self.output)), 9 + 8)

    def test_records_of_others_may_be_of_another_machine_and_build(self):
        def another(record):
            record["case"].update(name="another", hash="0123456789abcdef")
            record["environment"].update(cpu="another CPU")
            record["environment"]["build"].update(program="0123456789abcdef")
        before = self.changed(another)
        run = self.sweep("--resume")
        self.assertIn("7 points are already in", run.stderr)
        self.assertIn("1 record of other points", run.stderr)
        self.assertTrue(self.output.read_text().startswith(before))
        self.assertEqual(point(lines_of(self.output)[-1]), ("c-O2", 1))

    def test_a_broken_last_line_is_kept_aside_and_measured_again(self):
        whole = self.swept
        self.output.write_text(whole[:-100])
        run = self.sweep("--resume")
        self.assertIn("was truncated", run.stderr)
        self.assertEqual({point(r) for r in lines_of(self.output)},
                         {(s, m) for s in ("c-O2", "c-O3") for m in range(1, 5)})
        aside = self.path / "records.jsonl.broken"
        self.assertEqual(aside.read_text().strip(), whole.splitlines()[-1][:-99])


class Disk(Command):
    def test_two_sweeps_into_one_file_do_not_mix_their_lines(self):
        words = [LADDER, *QUICK, "--half-length=1:8", "--output=%s" % self.output]
        both = [subprocess.Popen([*words, "--stage=" + stage], stdout=subprocess.DEVNULL,
                                 stderr=subprocess.DEVNULL)
                for stage in ("c-O2", "c-O3")]
        self.assertEqual([one.wait(timeout=300) for one in both], [0, 0])
        self.assertEqual(len({point(record) for record in lines_of(self.output)}), 16)

    def test_a_full_disk_is_reported_and_stops_the_sweep(self):
        self.ends_with(7, "a record could not be written to '/dev/full'", *QUICK, "--stage=c-O3",
                       "--output=/dev/full")

    def test_killed_at_any_moment_and_resumed_nothing_is_lost_or_repeated(self):
        """LADDER_KILLS says how many times; the moments are random, the seed is printed."""
        kills = int(os.environ.get("LADDER_KILLS", "4"))
        seed = int(os.environ.get("LADDER_SEED", time.time_ns() % 1000000))
        chance = random.Random(seed)
        words = [LADDER, *QUICK, "--stage=fortran,c-O2,c-O3,c-restrict", "--half-length=1:8",
                 "--nt=3,4,5", "--output=%s" % self.output]
        wanted = 4 * 8 * 3
        seen = []
        for kill in range(kills):
            resume = ["--resume"] if self.output.exists() else []
            with self.subTest(seed=seed, kill=kill):
                sweep = subprocess.Popen(words + resume, stdout=subprocess.DEVNULL,
                                         stderr=subprocess.DEVNULL)
                time.sleep(chance.uniform(0, 0.6))
                sweep.send_signal(signal.SIGKILL)
                sweep.wait()
                # A line is finished by its end; what was finished before is there as it was.
                lines = self.output.read_text().split("\n") if self.output.exists() else [""]
                self.assertEqual(lines[: len(seen)], seen)
                seen = lines[:-1]
                if len(seen) == wanted:  # start over, so that the last kills have something to hit
                    self.output.unlink()
                    seen = []
        execute(*words, *(["--resume"] if self.output.exists() else []), timeout=300, code=0)
        # What was sampled of a point that was killed is kept, and the point is measured again.
        points = [(*point(record), record["case"]["steps"]) for record in lines_of(self.output)
                  if record["summary"]["stopped_by"] != "killed"]
        self.assertEqual((len(points), len(set(points))), (wanted, wanted))


def launches(*asked, stage="c-blocked"):
    return [row["launch"] for row in json_lines("verify", "--size=17x17", "--nt=2",
                                                f"--stage={stage}", "--shapes", *asked)]


class AskedKnobs(unittest.TestCase):
    def test_every_shape_is_tried(self):
        self.assertEqual(launches(), ["", "threads=64"])

    def test_what_is_asked_for_holds_in_every_shape(self):
        self.assertEqual(launches("--steps=4"), ["steps=4", "steps=4 threads=64"])

    def test_shapes_that_are_alike_with_it_are_tried_once(self):
        self.assertEqual(launches("--threads=1"), ["threads=1"])
        self.assertEqual(launches("--threads=1,2"), ["threads=1", "threads=2"])

    def test_a_shape_of_two_knobs_keeps_the_other_one(self):
        if "smem-major" not in (one["name"] for one in json_lines("list", "--ladder=wave")):
            self.skipTest("this build has no CUDA stages")
        stripes = launches("--stripes=2", stage="smem-major")
        self.assertIn("method=3 stripes=2", stripes)
        self.assertIn("method=4 stripes=2", stripes)
        self.assertFalse([launch for launch in stripes if "stripes=2" not in launch])
