# label: cli
"""`ladder compare`: what each step did, and what changed between two files of records. `ladder
explain`: one stage in words, for every stage."""

import json
import re
import types
from unittest import mock

import command
import made_up
from check_baseline import WithBaseline
from command import lines_of, write_lines
from source_tree import SOURCE
from plots import records
from reporting import difference, explained, reasons, stage_files


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


class Explain(command.Command):
    def setUp(self):
        super().setUp()
        self.records = self.path / "made_up.jsonl"
        command.write_lines(self.records, made_up.ladder())

    def test_every_stage_of_the_program_is_explained(self):
        """In this process, which reads the records once."""
        asked = types.SimpleNamespace(records=[self.records], case="thesis", all=False)
        read = records.read(asked.records, SOURCE)
        for stage in command.json_lines("list", "--ladder=wave"):
            asked.stage = stage["name"]
            with self.subTest(asked.stage), mock.patch.object(records, "read", lambda *_: read):
                text = explained.of(asked, SOURCE)
                self.assertIn(stage["file"], text)
                self.assertRegex(text, r"Run: (mpirun -n \d+ )?ladder .*--stage=")
                self.assertIn(f"expected: {stage['expectation']}", " ".join(text.split()))
                if stage["parent"]:
                    self.assertIn(f"against {stage['parent']} (", text)
                self.assertLessEqual(len(text.splitlines()), 45)

    def test_a_stage_of_another_ladder_is_explained_with_a_case_of_it(self):
        """Of each ladder the first and the last three."""
        for ladder, case in (("heat", "heat-small"), ("wave3d", "wave3d-small"),
                             ("imaging", "imaging-small")):
            stages = command.json_lines("list", f"--ladder={ladder}")
            for stage in stages[:1] + stages[-3:]:
                with self.subTest(stage["name"]):
                    run = self.ends_with(0, re.escape(stage["file"]), "explain", stage["name"],
                                         f"--case={case}", self.records)
                    self.assertIn(f"expected: {stage['expectation']}", " ".join(run.stdout.split()))
                    self.assertNotRegex(run.stdout, "published|ladder explain [^ ]* --all")

    def test_without_a_stage_it_asks_for_one(self):
        for words in ([], ["--all"]):
            run = self.ends_with(2, "no stage is given: name one, as in `ladder explain smem`; "
                                    "`ladder list` shows", "explain", *words)
            self.assertNotIn("FILE are required", run.stderr)

    def test_what_the_tree_says_is_what_the_program_says(self):
        files = stage_files.every()
        for stage in command.json_lines("list", "--ladder=wave"):
            for field in ("parent", "change", "expectation"):
                self.assertEqual(files[stage["name"]].field(field), stage[field])

    def test_what_was_measured_and_published_is_printed(self):
        run = self.ends_with(0, "2026-01-02: 2.50 s \\(2.45 s to 2.55 s\\); floor 500 us",
                             "explain", "cmem", self.records)
        self.assertRegex(" ".join(run.stdout.split()),
                         r"wall \+54.3 % \(\+28.6 to \+85.2\) against resident-taps")
        self.assertIn("whole run (user + sys) 4.59 s, convolution with its copies 1.08 s, "
                      "kernels 295 ms", run.stdout)
        self.assertIn(f"why: {reasons.of(SOURCE)['cmem']}.",
                      " ".join(run.stdout.split()))
        run = self.ends_with(0, "for one\\s+of 6 shots; floor 83.3\\s+us", "explain", "batch",
                             self.records)
        self.assertNotIn("published", run.stdout)
        self.ends_with(0, "wall -80.0 % \\(-83.3 to -76.0\\) against resident", "explain", "fused",
                       self.records)

    def test_what_is_left_out_is_counted_and_shown_when_asked_for(self):
        for name, words in (("graph", "more lines"), ("persistent", "lines differ")):
            run = self.ends_with(0, rf"\.\.\. \d+ {words}: ladder explain {name} --all", "explain",
                                 name, self.records)
            self.assertEqual("\n+__global__ " in run.stdout, name == "graph")
            self.assertNotIn("\033", run.stdout)
            whole = self.ends_with(0, r"\n--- cuda_stages/.*\n\+\+\+ cuda_stages/", "explain", name,
                                   "--all", self.records).stdout
            left = int(re.search(r"\.\.\. (\d+) ", run.stdout).group(1))
            self.assertEqual(len(whole.splitlines()) - 2 - len(run.stdout.splitlines()) + 1, left)

    def test_the_hunks_that_change_most_are_shown_in_the_order_of_the_file(self):
        hunks = [["@@ 1", "+a"], ["@@ 2", "-b", "+b", "+c"], ["@@ 3", "-d", "+d"],
                 ["@@ 4", "-e", "+e", " e", " e"]]
        self.assertEqual(difference.chosen(hunks, 7), hunks[1] + hunks[2])
        self.assertEqual(difference.chosen(hunks, 9), hunks[0] + hunks[1] + hunks[2])
        self.assertEqual(difference.chosen(hunks, 3), hunks[1][:3])

    def test_machines_that_have_the_stage_are_shown_that_with_most_stages_first(self):
        more = made_up.ladder()
        fewer = made_up.plotting.on_another_machine(made_up.part_of_ladder())
        without = [one for one in more if one["stage"]["name"] != "c-omp"]
        for kept, first, other in ((more, "2026-01-02", "2026-12-24"),
                                   (without, "2026-12-24", "2026-01-02")):
            command.write_lines(self.output, fewer + kept)
            shown = command.ladder("explain", "c-omp", self.output).stdout
            self.assertIn(first, shown)
            self.assertNotIn(other, shown)

    def test_a_wrong_name_gets_the_nearest_and_another_ladder_a_case_of_it(self):
        for words, *line in (
                ("no stage 'smem-mnior'; did you mean smem-minor", "smem-mnior"),
                (r"the stages are fortran, .*c-O0, ", "qqqqqq"),
                ("'c-temporal' belongs to the ladder 'heat': .*--case=heat-", "c-temporal"),
                ("no case 'heat-smal'; did you mean heat-small", "naive", "--case=heat-smal")):
            self.ends_with(2, words, "explain", *line)

    def test_without_a_record_it_says_so(self):
        others = [r for r in made_up.ladder() if r["stage"]["name"] != "cmem"]
        command.write_lines(self.output, others)
        self.ends_with(0, "no record of the case thesis ", "explain", "cmem", self.output)
        own = made_up.record("cmem")
        own["case"].update(name="small", hash="small")
        command.write_lines(self.output, [*others, own])
        self.ends_with(0, "no record of the case thesis; --case=small has one", "explain", "cmem",
                       self.output)
