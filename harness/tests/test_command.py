# label: cli
"""The command as an annoyed user meets it: a sentence on stderr, its exit code, nothing
overwritten."""

import json
import unittest

import command
from command import json_lines, ladder
from declared import COMMANDS


class Command(command.Command):
    def refused(self, code, words, *arguments):
        run = self.exits(code, *arguments, f"--output={self.output}")
        self.assertIn(words, run.stderr)
        self.assertEqual(run.stdout, "")
        self.assertNotIn("terminate", run.stderr)
        self.assertFalse(self.output.exists() and self.output.stat().st_size,
                         "records of a refused run")


class WrongCommandLines(Command):
    def test_each_says_what_is_possible(self):
        for words, *line in (
                ("did you mean fortran?", "--stage=fortarn"),
                ("did you mean verify?", "verfy"),
                ("has no knob 'threads'", "--stage=fortran", "--threads=128"),
                ("unknown option '--treads'; did you mean --threads", "--treads=128"),
                ("outside", "--source=99999,100"), ("--source", "--source=9"),
                ("windowed or taylor", "--operator=spectral"), ("thesis", "--case=thesys")):
            with self.subTest(line):
                self.refused(2, words, *line)

    def test_each_ends_with_its_code(self):
        (self.path / "vp.npy").touch()
        for code, words, *line in (
                (2, "needs --format=NAME: the formats are google-benchmark,", "export", "x.jsonl"),
                (2, "there is no command ''; the commands are list,", ""),
                (2, "a velocity model goes into --model=vp.npy", "--case=vp.npy"),
                (2, "ladder: `ladder` takes one case", "--case=small", "--nt=3,4"),
                (2, "no such file; did you mean surface", "verify", "--receivers=sufrace"),
                (2, "no such file; did you mean borehole", "verify", "--receivers=borhole:200"),
                (2, "no such file; did you mean ricker", "verify", "--wavelet=riker:12"),
                (6, "nothing ran", "sweep", "--stage=c-omp", "--threads=7777", "--dry-run"),
                (7, "nowhere", "--case=nowhere.toml")):
            with self.subTest(line):
                case = ["--case=small"] if line[0] in ("verify", "sweep") else []
                self.ends_with(code, words, *line, *case, cwd=self.path)


class WrongFiles(Command):
    def test_an_unwritable_output_is_found_before_measuring(self):
        blocked = self.path / "file"
        blocked.write_bytes(b"x")
        run = self.exits(7, "--case=small", "--output=%s" % (blocked / "records.jsonl"))
        self.assertEqual(run.stdout, "")
        self.assertEqual(blocked.read_bytes(), b"x")


class NothingRuns(Command):
    def test_a_stage_without_its_device_is_skipped_with_the_reason(self):
        cuda = [stage["name"] for stage in json_lines("list", "--ladder=wave")
                if stage["device"] == "cuda"]
        if not cuda or json.loads(ladder("doctor", "--json").stdout)["gpu"]:
            self.skipTest("no CUDA stage in this build, or a GPU is here")
        self.ends_with(6, "skipped", "verify", "--case=small", "--stage=%s" % cuda[0])
        self.exits(6, "--case=small", "--stage=%s" % cuda[0], "--repetitions=1",
                   "--output=%s" % self.output)


class Ladders(Command):
    def test_a_stage_of_another_ladder_is_refused(self):
        self.ends_with(2, "stage 'c-temporal' belongs to the ladder 'heat', but the case "
                          "belongs to 'wave'", "--case=small", "--stage=c-temporal")

    @unittest.skipUnless("shoot" in COMMANDS, "this build leaves out harness/seismic")
    def test_a_case_of_no_ladder_is_refused_with_a_list(self):
        case = self.path / "volcano.toml"
        case.write_text('ladder = "volcano"\n')
        for words in ([], ["--stage=c-O3"], ["verify", "--stage=c-O3"], ["shoot"], ["operator"]):
            self.ends_with(7, r"volcano.toml': there is no ladder 'volcano'; this program has "
                              r"heat, imaging, wave, wave3d\n", *words,
                           f"--case={case}")
        case.write_text('ladder = "wave-3d"\n')
        self.ends_with(7, "there is no ladder 'wave-3d'; .*did you mean wave3d", "--stage=c-O3",
                       f"--case={case}")

    def test_the_stages_of_a_case_are_those_of_its_ladder(self):
        names = {one["stage"] for one in json_lines("--case=heat-small", "--dry-run")}
        self.assertIn("c-temporal", names)
        self.assertNotIn("c-restrict", names)

    def test_a_ladder_is_listed_by_itself(self):
        self.assertEqual({stage["ladder"] for stage in json_lines("list", "--ladder=heat")},
                         {"heat"})
