"""Records of c-O3, measured once, of which each test of `ladder check` and `compare` changes a
copy."""

import pathlib
import tempfile

from command import Command, ladder, lines_of, write_lines

# c-O3 on a case of milliseconds, in about two seconds.
QUICK = ["--case=small", "--nt=26", "--stage=c-O3"]


class WithBaseline(Command):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as folder:
            ladder(*QUICK, "--repetitions=12", "--output=records.jsonl", cwd=folder, code=0)
            cls.measured = (pathlib.Path(folder) / "records.jsonl").read_text()

    def setUp(self):
        super().setUp()
        self.output.write_text(self.measured)
        self.records = [record
                        for record in lines_of(self.output) if record["stage"]["name"] == "c-O3"]

    def check(self, code, words, *arguments):
        # A verdict ends a check; what stays inconclusive takes all of the budget.
        return self.ends_with(code, words, "check", f"--baseline={self.output}",
                              f"--budget={4 if code == 4 else 30}", *arguments)

    def changed(self, change):
        for record in self.records:
            change(record)
        write_lines(self.output, self.records)

    def times(self, factor, canary=1):
        """Factors are far from 1: other tests run on the same cores during the baseline and the
        check."""
        def change(record):
            record["samples"]["wall_ns"] = [int(factor * ns) for ns in record["samples"]["wall_ns"]]
            for field in ("median_ns", "low_ns", "high_ns"):
                record["summary"][field] = int(factor * record["summary"][field])
            for part, values in record["canary"]["host"].items():
                record["canary"]["host"][part] = [int(canary * ns) for ns in values]
        self.changed(change)
