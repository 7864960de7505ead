# label: cli
"""scripts/experiments/several_gpus compares bits and bytes, prints times, and keeps what it knows:
with made-up programs."""

import re
import signal
import subprocess
import sys

from made_up_gpus import SCRIPT, SOURCE, MadeUpGpus


class SeveralGpus(MadeUpGpus):
    def test_all_parts_pass_and_say_on_what(self):
        words = self.run_it()
        self.assertEqual(self.failures(words), [])
        self.assertEqual(words.splitlines()[0], "# 4 x Made-up GPU, 1.2")
        self.assertRegex(words.splitlines()[1],
                         r"^# 4 GPUs; ladder made-up \(0123456789ab\); \d{4}-\d\d-\d\dT.*Z; "
                         r"bits,scaling,volume,records,survey$")
        for part in ("bits", "scaling", "volume", "records", "survey"):
            self.assertRegex(words, rf"\n# {part} took \d+\.\d s\n")
        self.assertEqual(sorted(path.name for path in self.out.iterdir()),
                         ["several-gpus.jsonl", "several-gpus.txt"])
        self.assertEqual([line for line in self.asked() if not line.endswith("multicast 0")], [])

    def test_every_command_and_every_comparison_counts(self):
        # At two sizes 6 commands with 3 x 4 + 1 launches to compare, at the third 4 with 4 + 1.
        self.assertTrue(self.run_it("bits", gpus=2).endswith("\n47 passed, 0 failed\n"))
        self.assertTrue(self.run_it("records").endswith("\n2 passed, 0 failed\n"))
        self.assertTrue(self.run_it("survey").endswith("\n6 passed, 0 failed\n"))

    def test_other_bits_fail_and_are_named(self):
        words = self.run_it("bits", code=1, WRONG="nccl 131 half-length=8 devices=4")
        self.assertEqual(self.failures(words), ["FAILED bits: wave3d nccl, 31 x 37 x 131 cells, "
                                                "half-length 8, 4 parts: not those of tma"])
        self.assertIn("bits: wave3d nccl, 31 x 37 x 131 cells, 2,4 parts: 7 of 8 launches have the "
                      "bits of tma", words)
        found = self.failures(self.run_it("bits", code=1, WRONG="peer .*planes=3$"))
        self.assertTrue(any("heat peer" in line for line in found))

    def test_bits_without_those_of_one_gpu_are_not_right(self):
        found = self.failures(self.run_it("bits", code=1, BREAKS="large_volume tma 31"))
        self.assertIn("large_volume tma 31 37 131", found[0])
        self.assertIn("FAILED bits: wave3d peer, 31 x 37 x 131 cells, half-length 1, 2 parts: not "
                      "those of tma", found)

    def test_a_volume_has_the_same_bits_on_any_number_of_gpus_and_by_any_stage(self):
        for wrong, named in (("peer 1024 half-length=4 devices=4", "wave3d peer order 8, 4 GPUs"),
                             ("nccl 1024 half-length=4 devices=1", "wave3d nccl order 8, 1 GPU:"),
                             ("peer 512 devices=2", "heat peer, 2 GPUs")):
            found = self.failures(self.run_it("scaling", code=1, WRONG=wrong))
            self.assertEqual(len(found), 1, found)
            self.assertIn(named, found[0])
        found = self.failures(self.run_it("volume", code=1, WRONG="stream"))
        self.assertEqual(found, ["FAILED volume: peer and stream have different bits"])

    def test_rates_are_held_against_one_gpu(self):
        words = self.run_it("scaling")
        for kind, size in (("strong", "1024 x 1024 x 1024"), ("weak  ", "1024 x 1024 x 4096")):
            self.assertRegex(words,
                             rf"{kind} wave3d nccl-overlap order 16 {size} +4 GPUs: best +2\.0000 "
                             r"median +2\.1000 ms a step, +360\.0 Gpoint/s,  90\.0 %")
        self.assertRegex(words, r"strong heat +peer +512 x 512 x 512 +1 GPU +: .* 100\.0 %")
        weak = [line for line in self.asked("large_volume") if "1024 1024 2048" in line]
        self.assertEqual(len(weak), 3)
        self.assertTrue(all("distinct-planes=61" in line and "devices=2 " in line for line in weak))

    def test_other_products_fail_and_are_named(self):
        found = self.failures(self.run_it("survey", code=1, WRONG="survey-4_illumination"))
        self.assertEqual(found, ["FAILED survey: survey-1_illumination.npy and "
                                 "survey-4_illumination.npy differ"])

    def test_the_times_of_a_survey(self):
        words = self.run_it("survey")
        self.assertIn("survey: 100 shots, 1 worker: shots 52.00 s, whole command ", words)
        self.assertIn("survey: 4 workers take 0.250 of the time of one for the shots "
                      "(asked: 0.27), ", words)
        self.assertIn("survey: T(50) / T(100) of one worker: 0.519, so 2.00 s do not depend on the "
                      "number of shots", words)
        self.assertEqual(list(self.path.glob("survey-*")), [])

    def test_one_gpu_does_what_it_can(self):
        words = self.run_it(gpus=1)
        self.assertIn("two parts share it", words)
        self.assertIn("two workers share it, as a trial", words)
        self.assertIn("survey: 2 workers take ", words)
        self.assertEqual({line.split()[1]
                          for line in self.asked("large_volume") if "devices=2" in line}, {"peer"})
        self.assertEqual([line.split()[1] for line in self.asked("large_volume")
                          if "distinct-planes=13" in line], ["stream"])

    def test_a_host_with_little_memory_makes_the_volume_smaller_or_leaves_stream_out(self):
        self.assertIn("a volume of 1.25 times the memory of a GPU, not of 1.5",
                      self.run_it("volume", host=1.2e11))
        self.assertIn("100.0 GB, 1.25 times", self.text.read_text())
        words = self.run_it("volume", host=9e10)
        self.assertIn("# stream is left out", words)
        self.assertTrue(words.endswith("\n1 passed, 0 failed\n"))

    def test_a_command_that_fails_is_named_and_the_others_go_on(self):
        found = self.failures(self.run_it(code=1,
                                          BREAKS="sweep.*=peer|large_volume stream|migrate.*half"))
        self.assertEqual(len(found), 3, found)
        self.assertRegex(found[0], r"^FAILED programs/large_volume stream .*: exit 1: first word; "
                                   r"it was built to fail$")
        self.assertEqual(len([line for line in self.asked("ladder sweep")]), 2)

    def test_a_program_that_leaves_launches_out_fails(self):
        found = self.failures(self.run_it("scaling", code=1, SHORT="nccl .*devices=1,2,4"))
        self.assertEqual(len(found), 1, found)
        self.assertTrue(found[0].endswith(": 1 of 3 results"))

    def limited(self, **limits):
        """The script with other limits of time."""
        words = (f"import runpy, sys; sys.path.insert(0, {str(SOURCE / 'scripts/experiments')!r}); "
                 "import several.session as s; ")
        words += "; ".join(f"s.{name} = {value}" for name, value in limits.items())
        return (sys.executable, "-B", "-c", f"{words}; sys.argv[0] = {str(SCRIPT)!r}; "
                                            f"runpy.run_path({str(SCRIPT)!r}, run_name='__main__')")

    def test_a_command_that_hangs_is_ended_and_the_others_go_on(self):
        found = self.failures(self.run_it("volume", script=self.limited(HANG_S=1), code=1,
                                          HANGS="large_volume peer"))
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], "large_volume peer .*: took longer than 1 s")
        self.assertIn("volume: stream", self.text.read_text())

    def test_a_part_whose_time_is_over_says_what_it_leaves_out(self):
        words = self.run_it("records", script=self.limited(PART_S=-1))
        self.assertIn("# left out, as this part has taken -1 s: ladder sweep", words)
        self.assertTrue(words.endswith("\n0 passed, 0 failed\n"))

    def ended_by(self, number):
        process = subprocess.Popen([SCRIPT, self.path, self.out, "scaling"], stdout=subprocess.PIPE,
                                   text=True,
                                   env=self.environment(HANGS="large_volume nccl-overlap"))
        for line in process.stdout:
            if "nccl-overlap" in line:
                break
        self.assertIsNone(process.poll(), "the lines of a command were printed at its end")
        process.send_signal(number)
        process.communicate(timeout=20)
        return process.returncode

    def test_a_killed_run_keeps_its_lines_and_the_next_appends_to_them(self):
        self.assertEqual(self.ended_by(signal.SIGKILL), -signal.SIGKILL)
        kept = self.text.read_text()
        self.assertRegex(kept, r"^# 4 x Made-up GPU(.*\n)*strong wave3d peer .* 4 GPUs: best (.*\n"
                               r")*strong wave3d nccl-overlap .*\n$")
        self.run_it("records")
        self.run_it("records")
        self.assertTrue(self.text.read_text().startswith(kept + "# 4 x Made-up GPU"))
        resumed = ["--resume" in line for line in self.asked("ladder sweep")]
        self.assertEqual(resumed, [False, True, True, True])

    def test_a_run_that_is_ended_ends_its_command(self):
        self.assertEqual(self.ended_by(signal.SIGTERM), 128 + signal.SIGTERM)

    def test_parts_that_are_named_run_in_their_own_order(self):
        words = self.run_it("records,bits")
        self.assertEqual(re.findall(r"# (\w+) took", words), ["bits", "records"])

    def test_wrong_arguments_run_nothing(self):
        for words in ((), (self.path, self.out, "bits", "more"),
                      (self.path, self.out, "bits,sclaing"),
                      (self.path, self.out, ""), (self.path / "programs", self.out)):
            done = subprocess.run([SCRIPT, *words], text=True, capture_output=True,
                                  env=self.environment())
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn("usage: scripts/experiments/several_gpus BUILD_DIR [FOLDER", done.stderr)
        self.assertFalse(self.out.exists() or (self.path / "asked").exists())

    def test_without_a_gpu_nothing_is_written(self):
        self.assertIn("finds no GPU", self.run_it(code=6, gpus=0))
        self.assertFalse(self.out.exists())
