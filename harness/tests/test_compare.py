# label: cli
"""`ladder compare`: what each step did, and what changed between two files of records."""

import json

from check_baseline import WithBaseline
from command import lines_of, write_lines


def slow_down(times, name):
    times[name] = [100 * ns for ns in times[name]]


class Compare(WithBaseline):
    def setUp(self):
        super().setUp()
        self.other = self.path / "other.jsonl"

    def write_other(self, change):
        """The same records, each of which is changed."""
        records = lines_of(self.output)
        for record in records:
            change(record)
        write_lines(self.other, records)

    def test_one_file_shows_the_table_of_a_live_run_and_words_where_they_are_asked_for(self):
        run = self.ends_with(0, "vs fortran", "compare", self.output)
        self.assertRegex(run.stdout,
                         r"(?m)^c-O3 .* (helped|slower|no difference|inconclusive) +right")
        self.assertRegex(run.stdout, r"(?m)^Fastest: (c-O3|fortran), ")
        self.assertNotIn("expected:", run.stdout)
        run = self.ends_with(0, "c-O3: wall .* against fortran", "compare", "--steps", self.output)
        self.assertIn("expected:", run.stdout)

    def answers(self, *files):
        run = self.ends_with(0, "compare_schema", "compare", "--json", "--stages", *files)
        lines = [json.loads(line) for line in run.stdout.splitlines()]
        self.assertEqual({line["compare_schema"] for line in lines}, {1})
        return {kind: [line for line in lines if line["kind"] == kind]
                for kind in ("machine", "together", "ladder")}

    def test_json_names_the_line_of_each_record_of_several_files(self):
        self.write_other(lambda record: record.update(session="another"))
        found = self.answers(self.output, self.other)
        self.assertEqual(len(found["machine"]), 1)
        self.assertTrue(found["ladder"][0]["here"])
        places = [(stage["file"], stage["line"], stage["stage"]) for group in found["together"]
                  for stage in group["stages"]]
        self.assertEqual(sorted(places), sorted((str(file), number, record["stage"]["name"])
                                                for file in (self.output, self.other)
                                                for number, record in enumerate(
                                                    lines_of(self.output), 1)))
        (ladder,) = found["ladder"]
        self.assertEqual([stage["file"] for stage in ladder["stages"]],
                         2 * [ladder["stages"][0]["file"]])

    def test_machines_differ_by_their_cores_and_memory(self):
        for field, value in (("cores", 1000), ("memory_bytes", 10**15)):
            self.write_other(lambda record: record["environment"].update({field: value}))
            found = self.answers(self.output, self.other)
            self.assertEqual(len(found["machine"]), 2, field)
            self.assertEqual([ladder["here"] for ladder in found["ladder"]], [True, False], field)

    def test_a_stage_without_its_parent_has_a_time_and_no_step(self):
        write_lines(self.other, [record for record in lines_of(self.output)
                                 if record["stage"]["name"] == "c-O3"])
        (group,) = self.answers(self.other)["together"]
        (stage,) = group["stages"]
        self.assertIsNone(stage["step"])
        self.assertGreater(stage["wall_s"]["median"], 0)
        self.assertIn("was not measured together with it", stage["words"])

    def test_a_field_of_another_kind_is_an_unusable_file_that_is_named(self):
        for part, field, value in (("stage", "parent", True), ("case", "steps", {}),
                                   ("work", "shots", True),
                                   (None, "traced", "x"), (None, "traced", None)):
            def change(record, part=part, field=field, value=value):
                of = record[part] if part else record
                of[field] = value
                if value is None:
                    del of[field]
            with self.subTest(field, value=value):
                self.write_other(change)
                run = self.ends_with(7, "a record has a field that is not as ladder writes it",
                                     "compare", self.other)
                self.assertIn("other.jsonl'", run.stderr)
                self.assertNotIn("unexpected", run.stderr)

    def test_what_changed_between_two_files(self):
        self.write_other(lambda record: slow_down(record["samples"], "wall_ns"))
        self.ends_with(1, "SLOWER", "compare", self.output, self.other)
        self.ends_with(0, "not slower", "compare", self.other, self.output)

    def test_a_slower_machine_is_no_slower_program(self):
        def change(record):
            slow_down(record["samples"], "wall_ns")
            slow_down(record["canary"]["host"], "memory_ns")
        self.write_other(change)
        self.ends_with(4, "the machine itself may have changed", "compare", self.output, self.other)

    def test_nothing_in_common(self):
        self.write_other(lambda record: record["case"].update(name="another"))
        self.ends_with(5, "nothing to compare|nothing in common|hold no", "compare", self.output,
                       self.other)
