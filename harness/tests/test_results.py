# label: unit
"""Every record that is kept in results/ is whole, adds up, and was judged; the README of
harness/answers/records lists its fields. What the published documents say adds up as stated."""

import collections
import functools
import json
import re
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of
from plots import experiments, published

RESULTS = SOURCE / "results"
FIELDS = SOURCE / "harness/answers/records/README.md"
FIELDS_OF_MACHINES = SOURCE / "harness/predict/microbench/README.md"
# Fields that a record may lack, and those whose parts are not listed one by one.
OPTIONAL = re.compile(
    r"why_not_traced|traced\.(profile\..*|outlier_share|timeline\..*|exposed_copy_ns|ratio|"
    r"disturbed|runs)|canary(\..*)?"
    r"|environment\.(build\.program|openmp)|work\.shots|summary\.without_transfers_ns|ladder"
    r"|traced\.scopes_ns\.(stage|exchange)|traced\.parts\..*|proof\..*|timed_steps|"
    r"verdict\.(details|helpers_counted|status)"
    r"|floor\.speeds\.host\.memory_age_s|case\.not_detected")
# Null or empty as a whole, with all their fields, where a record has nothing to say about them: the
# tracer sees no kernel of another process.
NULLABLE = {"floor", "traced", "traced.profile", "canary.device", "environment.gpu",
            "floor.speeds.device", "environment.after.gpu"}
WHOLE = ("launch.asked", "launch.used", "verdict.details")


def lines_of(paths):
    """[(where it is, what it holds)] of all lines."""
    return [(f"{path.relative_to(RESULTS)}:{number}", json.loads(line)) for path in paths
            for number, line in enumerate(path.read_text().splitlines(), 1)]


@functools.cache
def records():
    return lines_of(experiments.all_records(SOURCE))


@functools.cache
def machines():
    """The records of `ladder microbench`."""
    return lines_of(experiments.files(SOURCE, "machine.jsonl"))


@functools.cache
def documented(readme=FIELDS):
    """The fields of the table of a README, by their paths with dots; `a.{b,c}` is `a.b` and
    `a.c`."""
    rows = [line.split("|")[1]
            for line in readme.read_text().splitlines() if line.startswith("| `")]
    found = []
    for field in (field for row in rows for field in re.findall(r"`([^`]+)`", row)):
        path, _, names = field.partition("{")
        found += [path + name for name in names.rstrip("}").split(",")] if names else [path]
    return found


def fields(value, path=""):
    """The paths of a record's leaves; a list of objects is one path for all of them."""
    if isinstance(value, dict) and path not in WHOLE:
        return {leaf for key, part in value.items()
                for leaf in fields(part, f"{path}.{key}" if path else key)}
    if isinstance(value, list) and value and isinstance(value[0], dict):
        return {leaf for part in value for leaf in fields(part, path)}
    return {path}


class Schema(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        """found: [(where it is, its problem, its fields)] of one of this build and all kept."""
        output = folder_of(cls) / "records.jsonl"
        execute(LADDER, "--case=small", "--nt=3", "--repetitions=1", "--stage=fortran",
                f"--output={output}", check=True)
        own = json.loads(output.read_text().splitlines()[0])
        cls.found = [(where, record["problem"], fields(record))
                     for where, record in [("this build", own), *records()]]

    def test_every_field_is_documented_and_every_documented_one_is_there(self):
        """What a case consists of is its problem's business: a field that one record of a problem
        has, all have."""
        table = set(documented())
        of_problem = collections.defaultdict(set)
        for _, problem, there in self.found:
            of_problem[problem] |= there
        for where, problem, there in self.found:
            with self.subTest(where):
                self.assertEqual(there - NULLABLE - table, set())
                of_others = {row for row in documented() if row.startswith("case.")
                             and row not in of_problem[problem]}
                empty = tuple(f"{name}." for name in NULLABLE & there)
                missing = [row for row in documented()
                           if row not in there | of_others and not OPTIONAL.fullmatch(row)
                           and not row.startswith(empty)]
                self.assertEqual(missing, [])

    def test_no_documented_field_is_of_no_record(self):
        seen = set().union(*(there for _, _, there in self.found))
        # Some are in a record in rare cases only; the code that writes them has their names.
        writes = "".join(file.read_text() for file in [
            *SOURCE.glob("harness/answers/records/*.cpp"), *SOURCE.glob("harness/bench/trace/*")])
        self.assertEqual([row for row in set(documented()) - seen
                          if f'"{row.split(".")[-1]}"' not in writes], [])


class Machines(unittest.TestCase):
    def test_every_field_is_documented_and_every_documented_one_is_there(self):
        table = set(documented(FIELDS_OF_MACHINES))
        self.assertTrue(table)
        for where, record in machines():
            with self.subTest(where):
                self.assertEqual(fields(record) - {"not_measured"}, table
                                 - ({"not_measured.group", "not_measured.why"} - fields(record)))

    def test_values_are_finite_and_more_certain_than_not(self):
        for where, record in machines():
            for one in record["measured"]:
                with self.subTest(f"{where}: {one['name']} {one['at']}"):
                    self.assertTrue(abs(one["value"]) < float("inf") and one["uncertainty"] >= 0)


class Results(unittest.TestCase):
    def test_each_record_is_whole_adds_up_was_judged_and_names_no_host(self):
        self.assertTrue(records())
        for where, record in records():
            with self.subTest(where):
                self.samples_are_as_many_as_their_rounds(record)
                self.parts_add_up_to_the_traced_run(record)
                self.has_a_verdict_the_launch_that_was_asked_for_and_a_clean_commit(record)
                self.assertNotRegex(json.dumps(record), r'"/|/(home|root|tmp|work|mnt)/')

    def samples_are_as_many_as_their_rounds(self, record):
        samples = record["samples"]
        self.assertTrue(samples["wall_ns"] and min(samples["wall_ns"]) > 0)
        self.assertEqual({len(values) for values in samples.values()}, {len(samples["wall_ns"])})

    def parts_add_up_to_the_traced_run(self, record):
        """The scopes to its wall time; every event of its timeline, if it has one, touches that."""
        traced = record["traced"]
        if traced is None:  # work that is done elsewhere, or an interruption
            self.assertTrue(record["why_not_traced"])
            return
        self.assertAlmostEqual(sum(traced["scopes_ns"].values()) / traced["wall_ns"], 1,
                               delta=0.001)
        if traced.get("timeline"):
            events, length = traced["timeline"]["events"], traced["timeline"]["length_ns"]
            self.assertEqual({len(column) for column in events.values()}, {len(events["kind"])})
            for begin, end in zip(events["begin_ns"], events["end_ns"]):
                self.assertTrue(begin < end and begin < length and end > 0)

    def has_a_verdict_the_launch_that_was_asked_for_and_a_clean_commit(self, record):
        self.assertTrue(record["verdict"]["passed"])
        self.assertLessEqual(record["verdict"]["error"], record["verdict"]["limit"])
        self.assertTrue(record["floor"]["plausible"])
        if record["traced"]:
            self.assertTrue(record["traced"]["launch_confirmed"])
        for knob, asked in record["launch"]["asked"].items():
            self.assertEqual(record["launch"]["used"][knob], asked)
        self.assertNotIn("dirty", record["environment"]["build"]["commit"])


class Published(unittest.TestCase):
    """The arithmetic of the documents is redone: results/published/README.md."""

    def test_what_holds_and_what_does_not_is_as_stated(self):
        for path in sorted((RESULTS / "published").glob("*.json")):
            document = published.read(path)
            for one in document.content["derived"]:
                with self.subTest(f"{path.name}: {one['id']}",
                                  recomputed=document.recomputed(one["id"])):
                    self.assertEqual(document.agrees(one["id"]), one["holds"])
                    self.assertTrue(one["holds"] or one["why"])

    def test_a_formula_is_arithmetic_and_nothing_else(self):
        self.assertEqual(published.arithmetic("(1 + 2) * 4 / 3 - 1"), 3)
        for words in ("__import__('os')", "open", "2 ** 9", "[1][0]"):
            with self.subTest(words), self.assertRaises(ValueError):
                published.arithmetic(words)
