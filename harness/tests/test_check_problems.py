# label: cli
"""`ladder check --baseline` makes the cases of records of every problem again."""

from command import Command, json_lines, lines_of


class Problems(Command):
    def test_records_make_their_cases_again(self):
        for case, *more in (("small", "--stage=c-O3", "--nt=26", "--half-length=4"),
                            ("heat-small", "--stage=c-O3", "--nt=6"),
                            ("imaging-small", "--stage=c", "--nt=20")):
            with self.subTest(case):
                output = self.path / f"{case}.jsonl"
                self.ends_with(0, "records:", f"--case={case}", *more, "--repetitions=1",
                               f"--output={output}")
                check = ("check", f"--baseline={output}", "--dry-run")
                self.assertEqual({point["case_hash"] for point in json_lines(*check)},
                                 {record["case"]["hash"] for record in lines_of(output)})
                self.ends_with(5, "no record of the stages", *check, "--operator=taylor")
