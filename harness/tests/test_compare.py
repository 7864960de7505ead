# serial: it decides whether times differ
"""`ladder compare`: what each step did, and what changed between two files of records."""

import unittest

from command import Command, ladder, lines_of, write_lines

# c-O3 on a case of milliseconds, in about two seconds.
QUICK = ["--case=small", "--nt=26", "--stage=c-O3"]


class Compare(Command):
    def setUp(self):
        super().setUp()
        run = ladder(*QUICK, "--repetitions=8", "--output=%s" % self.output)
        self.assertEqual(run.returncode, 0, run.stderr)
        self.other = self.path / "other.jsonl"

    def test_one_file_tells_each_step(self):
        run = self.ends_with(0, "c-O3: wall .* against fortran", "compare", self.output)
        self.assertRegex(run.stdout, r"(helped|did not help|inconclusive)")
        self.assertIn("expected:", run.stdout)

    def test_a_stage_without_its_parent_is_no_step(self):
        write_lines(self.other, [record for record in lines_of(self.output) if record["stage"]["name"] == "fortran"])
        for format in ([], ["--json"]):
            run = self.ends_with(6, "holds no step to show", "compare", *format, self.other)
            self.assertEqual(run.stdout, "")

    def test_a_field_of_another_kind_is_an_unusable_file_that_is_named(self):
        for part, field, value in (("stage", "parent", True), ("case", "steps", {}), ("work", "shots", True),
                                   (None, "traced", "x"), (None, "traced", None)):
            with self.subTest(field, value=value):
                records = lines_of(self.output)
                for record in records:
                    of = record[part] if part else record
                    of[field] = value
                    if value is None:
                        del of[field]
                write_lines(self.other, records)
                run = self.ends_with(7, "a record has a field that is not as ladder writes it", "compare", self.other)
                self.assertIn("other.jsonl'", run.stderr)
                self.assertNotIn("unexpected", run.stderr)

    def test_two_files_tell_what_changed(self):
        records = lines_of(self.output)
        for record in records:
            record["samples"]["wall_ns"] = [100 * ns for ns in record["samples"]["wall_ns"]]
        write_lines(self.other, records)
        self.ends_with(1, "SLOWER", "compare", self.output, self.other)
        self.ends_with(0, "not slower", "compare", self.other, self.output)

    def test_a_slower_machine_is_no_slower_program(self):
        records = lines_of(self.output)
        for record in records:
            record["samples"]["wall_ns"] = [100 * ns for ns in record["samples"]["wall_ns"]]
            record["canary"]["host"]["memory_ns"] = [100 * ns for ns in record["canary"]["host"]["memory_ns"]]
        write_lines(self.other, records)
        self.ends_with(4, "the machine itself is slower", "compare", self.output, self.other)

    def test_nothing_in_common(self):
        records = lines_of(self.output)
        for record in records:
            record["case"]["name"] = "another"
        write_lines(self.other, records)
        self.ends_with(5, "nothing to compare|nothing in common|hold no", "compare", self.output, self.other)


if __name__ == "__main__":
    unittest.main()
