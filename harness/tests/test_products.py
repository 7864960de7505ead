# label: cli
# room: seismic predict
# cost: 40
"""Products appear whole or not at all, where the user is, from one process at a time, and leave
nothing older next to them. No output may be an input; a wrong option is reported before an output
that exists."""

import fcntl
import math
import os
import resource
import signal
import unittest

from command import ladder
from writing_commands import MIGRATED, WRITERS, Folder, run_in

PRODUCTS = [writer for writer in WRITERS if not writer.appends]


def without_room():
    """A process that can write no byte to a file: a full disk, as it meets it."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


class Whole(Folder):
    def test_on_a_full_disk_nothing_is_left_and_nothing_is_lost(self):
        for writer in PRODUCTS:
            if writer.name in ("check", "ladder", "sweep"):
                continue  # their runs keep files of their own
            options = {"cwd": self.path, "preexec_fn": without_room, "restore_signals": False}
            with self.nothing_changes(writer):
                self.refused(writer.run(f"new{writer.ending}", **options))
            for product in writer.products(f"old{writer.ending}"):
                (self.path / product).write_bytes(b"<!DOCTYPE html>\nolder")
            with self.nothing_changes(writer, "--overwrite"):
                self.refused(writer.run(f"old{writer.ending}", "--overwrite", **options))
            for product in writer.products(f"old{writer.ending}"):
                (self.path / product).unlink()

    def test_a_summary_that_does_not_fit_leaves_what_was_there(self):
        (self.path / "full.md").symlink_to("/dev/full")
        with self.nothing_changes():
            self.refused(run_in(self.path, "check", "--against=nothing", "--markdown=full.md"))


class OneAtATime(Folder):
    def test_the_second_on_one_output_is_refused_at_once(self):
        """This test is the first: it holds the lock. What a killed process left behind holds
        nothing."""
        locked = [w for w in WRITERS if not w.appends or w.name == "locate"]
        for number, writer in enumerate(locked):
            output = f"new{number}{writer.ending}"
            name = writer.products(output)[0]
            lock = self.path / f".{name}.lock"
            with open(lock, "w") as held:
                fcntl.flock(held, fcntl.LOCK_EX)
                if writer.appends:
                    self.put(output, writer.appends)
                with self.nothing_changes(writer):
                    run = writer.run(output, cwd=self.path)
                    self.refused(run)
                    self.assertIn(f"{name}", run.stderr)
                    self.assertIn("is being written by another ladder process", run.stderr)
            with self.subTest(f"{writer}, a lock that nobody holds"):
                self.assertTrue(lock.exists())
                self.ends_well(writer.run(output, cwd=self.path))
                self.assertFalse(lock.exists())

    def test_gathers_of_two_formats_do_not_share_their_snapshots(self):
        with open(self.path / ".a_snapshots.lock", "w") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.refused(run_in(self.path, "shoot", "--snapshots=20", "--output=a.su"))

    def test_a_file_that_only_looks_like_a_lock_stays(self):
        (self.path / ".a.sgy.lock").write_text("mine")
        with self.nothing_changes():
            self.refused(run_in(self.path, "shoot", "--output=a.sgy"))

    def test_a_run_that_was_interrupted_is_not_begun_anew_unasked(self):
        (self.path / "a.sgy.checkpoint").write_text("ladder checkpoint of hours")
        with self.nothing_changes():
            run = run_in(self.path, "shoot", "--output=a.sgy")
            self.refused(run)
            self.assertIn("--resume", run.stderr)


class Snapshots(Folder):
    def shoot(self, *words):
        return run_in(self.path, "shoot", "--output=a.sgy", *words)

    def names(self):
        return sorted(path.name for path in (self.path / "a_snapshots").iterdir())

    def test_fewer_ones_or_another_format_leave_no_older_ones(self):
        one = {"npy": ["p_000040.npy", "series.json", "velocity.npy", "velocity.npy.json"],
               "vti": ["p_000040.vti", "series.json", "series.pvd", "velocity.vti",
                       "velocity.vti.json"],
               "rsf": ["p_000040.rsf", "series.json", "velocity.rsf", "velocity.rsf.json"]}
        self.ends_well(self.shoot("--snapshots=10"))
        self.assertEqual(len(self.names()), 7)
        for ending in ("npy", "vti", "rsf", "npy"):
            self.ends_well(self.shoot("--snapshots=40", f"--snapshot-format={ending}",
                                      "--overwrite"))
            self.assertEqual(self.names(), one[ending])
        with self.nothing_changes():
            (self.path / "a.sgy").rename(self.path / "b.sgy")
            self.refused(self.shoot("--snapshots=40"))
            (self.path / "b.sgy").rename(self.path / "a.sgy")

    @unittest.skipUnless(any(writer.name == "report" for writer in WRITERS),
                         "numpy or matplotlib is missing")
    def test_a_shot_is_drawn_whatever_its_snapshots_are(self):
        run = self.shoot("--snapshots=40", "--snapshot-format=vti", "--plot")
        self.ends_well(run)
        self.assertIn("are not drawn", run.stderr)
        self.assertTrue((self.path / "a_gather.png").exists())

    def test_a_folder_that_holds_something_else_is_refused(self):
        self.ends_well(self.shoot("--snapshots=20"))
        folder = self.path / "a_snapshots"
        for name in ("p_000010.npy", "notes", "series.pvd.old"):
            (folder / name).write_text("mine")
            with self.nothing_changes(name):
                self.refused(self.shoot("--snapshots=20", "--overwrite"))
            (folder / name).unlink()

    def test_a_list_that_names_files_of_others_removes_none(self):
        (self.path / "a_snapshots").mkdir()
        self.put("model.npy", "model")
        for files in ('["../model.npy"]', '["mine.npy"]', '"p_000010.npy"', "[7]"):
            (self.path / "a_snapshots/series.json").write_text('{"steps": [10], "times": [0], '
                                                               '"files": %s}' % files)
            with self.nothing_changes(files):
                self.refused(self.shoot("--snapshots=20", "--overwrite"))

    def test_what_is_refused_later_has_removed_nothing(self):
        self.ends_well(self.shoot("--snapshots=10"))
        with self.nothing_changes():
            self.refused(self.shoot("--snapshots=20", "--overwrite", "--stage=nosuch"), 2)


class Place(Folder):
    @unittest.skipUnless(any(writer.name == "report" for writer in WRITERS),
                         "numpy or matplotlib is missing")
    def test_plot_and_report_write_where_the_user_is(self):
        for words, names in ((["plot", "gather", "input.sgy"], ["gather.svg", "gather.png"]),
                             (["report", "input.jsonl", "--case=small"], ["report.html"])):
            run = ladder(*words, cwd=self.path, code=0)
            self.assertEqual(run.stdout.split(), names)
            self.assertTrue(all((self.path / name).is_file() for name in names))


class Inputs(Folder):
    """No output may be one of the inputs, whatever it is called: another spelling, a link, a hard
    link."""

    def test_the_same_file_under_another_name(self):
        self.put("case.toml", "case")
        self.put("model.npy", "model")
        (self.path / "places").write_text("400 0\n")
        (self.path / "wavelet").write_text("".join(f"{math.exp(-((n - 20) / 8) ** 2):.6f}\n"
                                                   for n in range(41)))
        for source, words, ending in (
                ("input.sgy", ["locate", "--gather=input.sgy"], ".jsonl"),
                ("input.sgy", ["reverse", "--gather=input.sgy", "--overwrite"], ".npy"),
                ("case.toml", ["shoot", "--case=case.toml", "--overwrite"], ".sgy"),
                ("model.npy", ["reverse", "--gather=input.sgy", "--model=model.npy", "--overwrite"],
                 ".npy"),
                ("model.npy", ["zsr", "--model=model.npy", "--overwrite"], ".su"),
                ("input.sgy", ["migrate", *MIGRATED, "--overwrite"], ".npy"),
                ("input.npy", ["migrate", *MIGRATED, "--overwrite"], ".npy"),
                ("places", ["shoot", "--receivers=places", "--overwrite"], ".sgy"),
                ("wavelet", ["ladder", "--wavelet=wavelet"], ".jsonl"),
                ("wavelet", ["sweep", "--wavelet=wavelet"], ".jsonl"),
                ("input.jsonl", ["export", "--format=csv", "input.jsonl", "--overwrite"], ".csv"),
                ("input.jsonl", ["check", "--baseline=input.jsonl", "--overwrite"], "--junit"),
                ("input.jsonl", ["check", "--baseline=input.jsonl"], "--markdown"),
                *((("input.jsonl", ["report", "input.jsonl", "--overwrite"], ".html"),
                   ("input.jsonl", ["plot", "waterfall", "input.jsonl", "--overwrite"], ".svg"))
                  if any(writer.name == "report" for writer in WRITERS) else ())):
            option, end = (ending, ".md") if ending.startswith("--") else ("--output", ending)
            os.link(self.path / source, self.path / f"hard{end}")
            os.symlink(source, self.path / f"link{end}")
            outputs = [f"hard{end}", f"./hard{end}", f"link{end}"]
            outputs += [source] if source.endswith(end) else []
            for output in outputs:
                with self.nothing_changes(*words, f"{option}={output}"):
                    run = run_in(self.path, *words, f"{option}={output}")
                    self.refused(run)
                    self.assertIn("is an input of this command", run.stderr)
            for output in (f"hard{end}", f"link{end}"):
                (self.path / output).unlink()


class Order(Folder):
    def test_a_wrong_option_is_reported_before_an_output_that_exists(self):
        for writer in WRITERS:
            for product in writer.products(f"text{writer.ending}"):
                self.put(product, "text")
            with self.nothing_changes(writer, *writer.wrong):
                words = [word for word in writer.words
                         if word.split("=")[0] != writer.wrong[0].split("=")[0]]
                self.refused(run_in(self.path, *writer.name.split(), *words,
                                    f"{writer.option}=text{writer.ending}",
                                    *writer.wrong), 2)
