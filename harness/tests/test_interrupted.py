"""Ctrl-C before the first record, of a stage that interrupts its program itself: nothing is left behind, nothing is lost."""

import unittest

from command import BUILD, Command, ladder, lines_of

PLUGIN = "--stage=%s" % (BUILD / "plugins/interrupts_in_its_probe.so")
QUICK = ["--case=small", "--nt=3", "--repetitions=1"]


class BeforeTheFirstRecord(Command):
    def interrupted(self, *words):
        run = ladder(*words, PLUGIN, *QUICK, "--output=%s" % self.output)
        self.assertEqual(run.returncode, 130, run.stdout + run.stderr)
        self.assertIn("interrupted", run.stderr)
        self.assertEqual(run.stdout, "", "a table of nothing")
        return run

    def test_no_file_is_left_behind(self):
        for command in ([], ["sweep"]):
            self.interrupted(*command)
            self.assertEqual(list(self.path.iterdir()), [], command)

    def test_records_of_before_stay_and_nothing_beside_them(self):
        ladder("--stage=c-O3", *QUICK, "--output=%s" % self.output)
        before = self.output.read_bytes()
        for command in ([], ["sweep"], ["sweep", "--resume"]):
            self.interrupted(*command)
            self.assertEqual(self.output.read_bytes(), before, command)
            self.assertEqual(list(self.path.iterdir()), [self.output], command)

    def test_an_empty_file_of_before_stays(self):
        self.output.write_text("")
        self.interrupted()
        self.assertTrue(self.output.exists())

    def test_a_refused_run_leaves_none_either(self):
        run = ladder("--stage=%s" % (BUILD / "plugins/device_fails.so"), *QUICK, "--output=%s" % self.output)
        self.assertEqual(run.returncode, 8, run.stderr)
        self.assertEqual({r["stage"]["name"] for r in lines_of(self.output)}, {"fortran"})
        sweep = self.path / "sweep.jsonl"
        run = ladder("sweep", "--stage=%s" % (BUILD / "plugins/device_fails.so"), *QUICK, "--output=%s" % sweep)
        self.assertEqual(run.returncode, 8, run.stderr)
        self.assertIn("no record was written", run.stderr)
        self.assertFalse(sweep.exists())


if __name__ == "__main__":
    unittest.main()
