# label: cli
# room: seismic
"""Pipes in place of files: records come through what a shell opened; a named pipe, which may have
no writer, is refused."""

import os
import subprocess

from command import LADDER, Command, ladder
from source_tree import execute

QUICK = ["--case=small", "--stage=c-O3", "--nt=3", "--repetitions=2"]


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
        run = self.exits(0, *QUICK, f"--output={self.output}")
        plain = ladder("compare", self.output).stdout
        named = self.path / "pipe"
        os.mkfifo(named)
        for line in ("$LADDER compare <(cat $RECORDS)", "cat $RECORDS | $LADDER compare /dev/stdin",
                     "$LADDER compare /dev/stdin < $RECORDS",
                     "cat $RECORDS > $PIPE & cat $PIPE | $LADDER compare /dev/stdin"):
            with self.subTest(line):
                run = subprocess.run(["bash", "-c", line], capture_output=True, text=True,
                                     timeout=60,
                                     env={**os.environ, "LADDER": str(LADDER),
                                          "RECORDS": str(self.output), "PIPE": str(named)})
                self.assertEqual((run.returncode, run.stdout), (0, plain), run.stderr)
