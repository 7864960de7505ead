# label: cli
# room: seismic
"""Standard streams that are closed or full: words for the user never get into a file, and lost data
has an exit code. Pipes in place of files: records come through what a shell opened; a named pipe,
which may have no writer, is refused."""

import os
import subprocess

from command import LADDER, Command, ladder, lines_of
from source_tree import execute

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


class Named(Command):
    """None of them has a writer: opening one would never end."""

    def test_it_is_refused_with_what_to_give(self):
        pipe = self.path / "pipe"
        os.mkfifo(pipe)
        survey = ["shoot", "--case=small", "--stage=c-O3", "--sources=400:800:200,10",
                  f"--output={self.path}/survey.sgy"]
        for words in (["compare", pipe], ["export", "--format=csv", pipe],
                      ["check", f"--baseline={pipe}"],
                      ["check", f"--baseline={pipe}", "--metric=instructions"],
                      [*survey, f"--workers={pipe}"]):
            with self.subTest(words):
                run = execute(LADDER, *words, timeout=60)
                self.assertEqual((run.returncode, run.stdout), (7, ""), run.stderr)
                self.assertIn(f"'{pipe}' is a named pipe, which is not opened", run.stderr)
                self.assertIn("give a file, or /dev/stdin", run.stderr)
        self.assertEqual(list(self.path.iterdir()), [pipe])


class OfAShell(Command):
    def test_records_are_read_from_it(self):
        self.exits(0, *QUICK, f"--output={self.output}")
        plain = ladder("compare", self.output).stdout
        named = self.path / "pipe"
        os.mkfifo(named)
        for line in ("$LADDER compare <(cat $RECORDS)", "cat $RECORDS | $LADDER compare /dev/stdin",
                     "$LADDER compare /dev/stdin < $RECORDS",
                     "cat $RECORDS > $PIPE & cat $PIPE | $LADDER compare /dev/stdin"):
            with self.subTest(line):
                run = execute("bash", "-c", line, timeout=60,
                              env={**os.environ, "LADDER": str(LADDER),
                                   "RECORDS": str(self.output), "PIPE": str(named)})
                self.assertEqual((run.returncode, run.stdout), (0, plain), run.stderr)
