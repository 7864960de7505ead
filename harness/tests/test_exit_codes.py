# label: cli
# serial: it decides whether times differ
"""Every exit code of the program, once, by the shortest way to it. harness/base/error.h says what
they mean."""

import pathlib
import re
import signal
import subprocess

from command import (BUILD, LADDER, Command, ladder, lines_of, wait_until_it_catches,
                     write_lines)

QUICK = ["--case=small", "--nt=26", "--repetitions=8"]


class ExitCodes(Command):
    def plugin(self, name):
        return "--stage=%s" % (BUILD / "plugins" / (name + ".so"))

    def doctored(self, change):
        """A baseline of c-O3 that `change` made something else of."""
        ladder("--stage=c-O3", *QUICK, "--output=%s" % self.output)
        records = [record for record in lines_of(self.output) if record["stage"]["name"] == "c-O3"]
        change(records[0])
        write_lines(self.output, records)
        return ["check", "--baseline=%s" % self.output, "--budget=4", "--nt=26"]

    def test_000_ok(self):
        self.ends_with(0, "right", "--stage=c-O3", *QUICK, "--output=%s" % self.output)

    def test_001_slower(self):
        # By far more than what other tests on the same cores can slow a baseline down; and on a
        # machine that is faster now, so that it is no excuse.
        def much_faster(record):
            record["samples"]["wall_ns"] = [ns // 20 for ns in record["samples"]["wall_ns"]]
            record["summary"].update({end: record["summary"][end] // 20
                                      for end in ("median_ns", "low_ns", "high_ns")})
            record["canary"]["host"] = {part: [20 * ns for ns in values]
                                        for part, values in record["canary"]["host"].items()}
        self.ends_with(1, "SLOWER", *self.doctored(much_faster))

    def test_002_usage(self):
        self.ends_with(2, "did you mean", "--stage=c-O4")
        self.ends_with(2, "needs --format=NAME: the formats are google-benchmark,", "export",
                       "old.jsonl")
        self.ends_with(2, "there is no command ''; the commands are list,", "")
        (self.path / "vp.npy").write_text("")
        self.ends_with(2, "a velocity model goes into --model=vp.npy", "--case=vp.npy",
                       cwd=self.path)
        self.ends_with(2, "ladder: `ladder` takes one case", "--case=small", "--nt=3,4")
        self.ends_with(2, "no such file; did you mean surface", "verify", "--case=small",
                       "--receivers=sufrace")
        self.ends_with(2, "no such file; did you mean borehole", "verify", "--case=small",
                       "--receivers=borhole:200")
        self.ends_with(2, "no such file; did you mean ricker", "verify", "--case=small",
                       "--wavelet=riker:12")

    def test_003_wrong(self):
        self.ends_with(3, "WRONG|FAILED", self.plugin("wrong_halo"), *QUICK,
                       "--output=%s" % self.output)

    def test_004_inconclusive(self):
        def one_sample(record):
            for values in record["samples"].values():
                del values[1:]
            record["summary"].update(median_ns=record["samples"]["wall_ns"][0], low_ns=None,
                                     high_ns=None)
        self.ends_with(4, "inconclusive", *self.doctored(one_sample))

    def test_005_not_comparable(self):
        self.ends_with(5, "environment.cpu differs",
                       *self.doctored(lambda r: r["environment"].update(cpu="another")))

    def test_006_nothing_ran(self):
        self.ends_with(6, "nothing ran", "sweep", "--case=small", "--stage=c-omp", "--threads=7777",
                       "--dry-run")

    def test_007_file(self):
        self.ends_with(7, "nowhere", "--case=nowhere.toml")

    def test_008_device(self):
        for plugin in ("device_fails", "device_fails_in_its_loop"):
            self.ends_with(8, "FAILED", self.plugin(plugin), *QUICK, "--output=%s" % self.output)
            self.ends_with(8, "FAILED", "verify", self.plugin(plugin), "--case=small")

    def test_130_interrupted(self):
        run = subprocess.Popen([LADDER, "--stage=c-O0", "--case=small", "--repetitions=1000",
                                "--output=%s" % self.output],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_until_it_catches(signal.SIGINT, run)
        run.send_signal(signal.SIGINT)
        self.assertEqual(run.wait(timeout=60), 130)

    def test_none_is_missing_here(self):
        header = pathlib.Path(__file__).resolve().parents[1] / "base" / "error.h"
        codes = {int(code)
                 for code in re.findall(r"^  \w+ = (\d+),", header.read_text(), re.MULTILINE)}
        tested = {int(name.split("_")[1]) for name in dir(self) if re.match(r"test_\d", name)}
        self.assertEqual(codes, tested)
