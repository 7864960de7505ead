# label: cli
"""`ladder check`: what it refuses, what it leaves for a CI, whatever the times are, and that it
makes the cases of records of every problem again."""

import json
import shutil
import xml.etree.ElementTree as ElementTree

from check_baseline import QUICK, WithBaseline
from command import LADDER, Command, json_lines, ladder, lines_of, write_lines
from source_tree import SOURCE, folder_of

GONE = object()  # no field at all


class Baseline(WithBaseline):
    def test_a_baseline_whose_samples_are_no_times(self):
        samples = self.records[0]["samples"]["wall_ns"]
        for wrong in (0, -1, 1e30):
            for values in ([wrong, *samples[1:]], [wrong] * len(samples)):
                self.changed(lambda record, values=values: record["samples"].update(wall_ns=values))
                self.check(5, "not comparable.*samples.wall_ns has .*, which is no time")
        self.changed(lambda record: record["samples"].update(wall_ns=[]))
        self.check(5, "not comparable.*samples.wall_ns has no times")

    def test_a_baseline_whose_summary_is_of_other_samples(self):
        samples = self.records[0]["samples"]["wall_ns"]
        self.changed(lambda record: record["samples"].update(wall_ns=[2 * ns for ns in samples]))
        self.check(5, "not comparable.*summary.median_ns is .* follows from samples.wall_ns")
        self.changed(lambda record: record["samples"].update(wall_ns=samples))
        self.changed(lambda record: record["summary"].update(median_ns=None))
        self.check(5, "not comparable.*summary.median_ns is null")

    def test_a_record_with_one_field_of_another_value(self):
        whole = json.dumps(self.records)
        memory = self.records[0]["environment"]["memory_bytes"]
        for code, words, table, field, value in (
                (5, "not comparable.*timed_steps differs: 10 and 25", None, "timed_steps", 10),
                (5, "not comparable.*isolated differs: true and false", None, "isolated", True),
                (5, "not comparable.*summary.stopped_by is .*killed", "summary", "stopped_by",
                 "killed"),
                (5, "not comparable.*environment.memory_bytes differs", "environment",
                 "memory_bytes", memory // 2),
                (5, "not comparable.*canary is missing in the baseline.*--against", None, "canary",
                 GONE),
                (5, "canary.version differs", "canary", "version", 0),
                (7, "canary .*damaged", "canary", "host",
                 {**self.records[0]["canary"]["host"], "memory_ns": [0] * 12}),
                (5, "schema differs", None, "schema", 1),
                (5, "environment.cpu differs", "environment", "cpu", "another CPU"),
                (5, "case.hash differs", "case", "hash", "0123456789abcdef"),
                (5, "the baseline is wrong, so it has no time: the result is wrong", "verdict",
                 "passed", False)):
            def change(record, table=table, field=field, value=value):
                of = record[table] if table else record
                of[field] = value
                if value is GONE:
                    del of[field]
            with self.subTest(words):
                self.records = json.loads(whole)
                self.changed(change)
                run = self.check(code, words)
                self.assertNotRegex(run.stdout, r"[+-]\d")  # no ratio

    def test_what_is_no_file_of_records(self):
        whole = json.dumps(self.records[0])
        for words, text in (("holds no record", ""), ("its only line is truncated", whole[:-50]),
                            ("line 1: not valid JSON", "{]\n" + whole + "\n")):
            with self.subTest(words):
                self.output.write_text(text)
                self.check(7, words)
        self.output.unlink()
        self.check(7, "cannot be read: No such file")

    def test_what_a_baseline_does_not_hold(self):
        self.check(5, "no record of the stages that were asked for", "--stage=c-O2")
        self.check(2, "--metric=kernel needs --against", "--metric=kernel")

    def test_two_records_that_contradict_each_other(self):
        slow = json.loads(json.dumps(self.records[0]))
        for end in ("low_ns", "high_ns", "median_ns"):
            slow["summary"][end] *= 100
        write_lines(self.output, [self.records[0], slow])
        self.check(5, "contradicts itself: lines 1 and 2")


class Against(Command):
    def test_what_is_nothing_to_compare_with(self):
        text, library = self.path / "old.txt", self.path / "old.so"
        text.write_text("words\n")
        library.write_text("")
        for code, words, *more in (
                (2, "something to compare with: .*--write-baseline=FILE makes one"),
                (2, "exclude each other", f"--against={LADDER}", "--baseline=x"),
                (7, "neither a program, nor a shared object .*nor records", f"--against={text}"),
                (2, "is one stage: name the one", "--stage=c-O2,c-O3", f"--against={library}"),
                (7, "holds no shared objects of stages", f"--against={folder_of(self)}")):
            with self.subTest(words):
                stage = [] if more and more[0].startswith("--stage") else ["--stage=c-O3"]
                self.ends_with(code, words, "check", *QUICK[:2], *stage, *more)

    def test_counts_of_another_case_are_refused_before_anything_is_counted(self):
        kept = self.path / "counts.json"
        build = dict.fromkeys(("commit", "fortran", "c", "cxx"), "")
        kept.write_text(json.dumps({"counts_schema": 1, "metric": "instructions", "how": "valgrind",
                                    "build": build,
                                    "counts": {"c-O3 on small, half-length 8": 1.0}}))
        self.ends_with(5, "c-O3 on small, half-length 8.*--case", "check", "--metric=instructions",
                       f"--baseline={kept}")

    def test_a_program_that_is_something_else(self):
        for name in ("true", "false", "cat", "yes"):
            for more in ([], ["--metric=instructions"], ["--static"]):
                words = [word for word in QUICK if more == [] or not word.startswith("--nt")]
                self.ends_with(7, "is not a ladder program", "check", *words, *more,
                               "--against=%s" % shutil.which(name))

    def test_a_stage_that_the_other_program_lacks(self):
        old = self.path / "old"
        old.write_text("""#!/bin/sh
case "$1 $*" in
  list*) "%s" "$@" | grep -v '"name":"c-O2"' ;;
  *--stage=c-O2*) exit 2 ;;
  *) exec "%s" "$@" ;;
esac
""" % (LADDER, LADDER))
        old.chmod(0o755)
        words = ["check", *QUICK[:2], "--stage=c-O3,c-O2", "--budget=10", "--against=%s" % old]
        run = self.ends_with(5, "c-O2.* not comparable .*stage differs: .* does not have 'c-O2'",
                             *words)
        found = json.loads(ladder(*words, "--json").stdout)
        one, other = found
        self.assertEqual((other["verdict"], other["change"], other["before"], other["noise"]),
                         ("not comparable", None, None, None))
        self.assertIn(one["verdict"], ("not slower", "SLOWER", "inconclusive"), run.stdout)
        self.assertGreater(one["change"]["ratio"], 0)

    def test_a_program_that_refuses_the_options(self):
        old = self.path / "old"
        old.write_text('#!/bin/sh\ncase "$1" in worker) echo "no such option" >&2; exit 2 ;; *) '
                       'exec "%s" "$@" ;; esac\n' % LADDER)
        old.chmod(0o755)
        self.ends_with(5, "not comparable .*refuses these options", "check", *QUICK,
                       "--budget=1", "--against=%s" % old)

    def test_files_for_a_ci(self):
        junit, markdown = self.path / "check.xml", self.path / "summary.md"
        markdown.write_text("earlier text\n")
        ladder("check", *QUICK, "--against=%s" % LADDER, "--budget=2", "--junit=%s" % junit,
               "--markdown=%s" % markdown)
        cases = list(ElementTree.parse(junit).iter("testcase"))
        self.assertEqual([case.get("classname") for case in cases], ["ladder.check.wall"])
        self.assertIn("c-O3 on small", cases[0].get("name"))
        self.assertTrue(
            markdown.read_text().startswith("earlier text\n### ladder check\n\n| point |"))


class CaseOfAFile(Command):
    """`ladder check` finds a case that is no name of data/."""

    @classmethod
    def setUpClass(cls):
        cls.measured = folder_of(cls)
        shutil.copy(SOURCE / "data/wave/small.toml", cls.measured / "mine.toml")
        ladder("--case=mine.toml", "--stage=c-O3", "--nt=3", "--repetitions=8",
               "--output=old.jsonl", cwd=cls.measured, code=0)

    def setUp(self):
        super().setUp()
        for name in ("mine.toml", "old.jsonl"):
            shutil.copy(self.measured / name, self.path)

    def check(self, code, words, *arguments):
        return self.ends_with(code, words, "check", "--budget=0.1", *arguments)

    def test_in_a_baseline_and_against_a_program(self):
        for more in (["--baseline=old.jsonl"], [f"--against={LADDER}", "--nt=3"]):
            with self.subTest(more):
                run = ladder("check", *more, "--case=mine.toml", "--stage=c-O3", "--budget=0.3",
                             cwd=self.path)
                self.assertIn(run.returncode, (0, 1, 4), run.stderr)
                self.assertIn("c-O3 on mine", run.stdout)

    def test_a_baseline_that_names_it_without_its_file(self):
        self.check(2, "records of case 'mine', which is not in data/: name its file with --case",
                   "--baseline=old.jsonl")


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
