# label: cli
# room: seismic
"""Standard streams that are closed or full: words for the user never get into a file, and lost data
has an exit code."""

import subprocess

from command import LADDER, Command, lines_of

QUICK = ["--case=small", "--stage=c-O3", "--nt=3", "--repetitions=1"]


class Closed(Command):
    def run_closed(self, which, *words):
        return subprocess.run(["sh", "-c", f'exec "$@" {which}', "sh", LADDER,
                               *words], cwd=self.path, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                              timeout=300).returncode

    def test_records_hold_records_alone_whatever_is_closed(self):
        for which in (">&-", "2>&-", "<&- >&- 2>&-"):
            with self.subTest(which):
                self.assertEqual(self.run_closed(which, *QUICK, "--output=records.jsonl"), 0)
        self.assertEqual(len({record["session"] for record in lines_of(self.output)}), 3)

    def test_a_product_has_the_bytes_that_it_has_otherwise(self):
        for name, which in (("open.sgy", ""), ("closed.sgy", "<&- >&- 2>&-")):
            self.assertEqual(self.run_closed(which, "shoot", "--case=small", "--nt=20",
                                             f"--output={name}"), 0)
        self.assertEqual((self.path / "open.sgy").read_bytes(),
                         (self.path / "closed.sgy").read_bytes())

    def test_a_failure_keeps_its_exit_code(self):
        self.assertEqual(self.run_closed("2>&-", "--case=nowhere.toml"), 7)


class Full(Command):
    def into_full(self, *words):
        with open("/dev/full", "w") as full:
            return subprocess.run([LADDER, *words], stdout=full, stderr=subprocess.PIPE, text=True,
                                  timeout=300)

    def test_output_that_is_lost_is_an_unusable_file(self):
        for words in (["list"], ["list", "--stage=c-O3"], ["list", "--json"],
                      ["doctor", "--stage=c-O3"], ["--help"],
                      ["completion", "bash"], ["operator"], [*QUICK, "--dry-run"]):
            with self.subTest(words):
                run = self.into_full(*words)
                self.assertEqual(run.returncode, 7, run.stderr)
                self.assertIn("standard output", run.stderr)
                self.assertNotIn("unexpected", run.stderr)

    def test_words_that_are_lost_end_with_the_code_of_a_file_and_not_of_a_result(self):
        with open("/dev/full", "w") as full:
            run = subprocess.run([LADDER, "--case=small", "--dry-run"], stdout=subprocess.DEVNULL,
                                 stderr=full, timeout=300)
        self.assertEqual(run.returncode, 7)
