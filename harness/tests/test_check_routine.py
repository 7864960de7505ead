# label: cli
# cost: 45
# serial: it decides whether times differ
"""`ladder check` of an adopted routine and of a plug-in: what it compares with, and that it
decides."""

import json
import re
import shutil
import statistics

import adopted_program
import schema_check
from adopted_program import slowed
from command import BUILD, LADDER, Command, lines_of


class Copies(adopted_program.Adopting):
    recorded_as = ("smooth.f90", "smooth", "1,2")

    def setUp(self):
        super().setUp()
        self.old = self.path / "old"
        self.old.mkdir()

    def copy(self, spare):
        """A stage in Fortran, with so many operations that change nothing."""
        text = slowed((self.tree / "smooth.f90").read_text(), spare)
        body = re.search(r"(?s)  subroutine smooth\(.*?end subroutine smooth\n", text)[0]
        return f"! parent: original\n! change: a copy\n! expectation: none\n! flags: -O2\n{body}"

    def write(self, folder, spare):
        (folder / "copy.f90").write_text(self.copy(spare))

    def check(self, code, words, *more, against=None, effect=0.5):
        return self.run_in(code, words, "check", f"--against={against or self.old}",
                           "--stage=copy", f"--least-effect={effect}", *more)


class Routine(Copies):
    def test_it_decides_and_names_both_sources(self):
        self.write(self.old, 0)
        self.write(self.ladder, 0)
        run = self.check(0, "not slower", "--budget=40")
        self.assertRegex(run.stderr, "both sides run the same source")
        self.write(self.ladder, 4000)
        found, = json.loads(self.check(1, "SLOWER", "--budget=40", "--json").stdout)
        self.assertEqual(schema_check.defects(found, "finding"), [])
        self.assertNotEqual(*found["hash"].values())
        self.assertIn(found["rests_on"], ("wall", "instructions"))
        self.assertGreater(found["change"]["ratio"], 1)

    def test_another_program_brings_no_older_source_and_says_so(self):
        self.write(self.ladder, 0)
        self.check(None, "both sides run the same source .*brings no older stage", "--budget=1",
                   against=LADDER)

    def test_a_baseline_is_written_and_read(self):
        self.write(self.ladder, 0)
        base = self.path / "base.jsonl"
        self.run_in(0, "baseline: .*base.jsonl", "check", "--stage=copy",
                    f"--write-baseline={base}", "--budget=3")
        record, = lines_of(base)
        self.assertIn("instructions", record)
        run = self.run_in(7, "exists", "check", "--stage=copy", f"--write-baseline={base}")
        self.assertEqual(lines_of(base), [record], run.stderr)
        record["samples"]["wall_ns"] = [30 * ns for ns in record["samples"]["wall_ns"]]
        record["summary"]["median_ns"] = statistics.median(record["samples"]["wall_ns"])
        base.write_text(json.dumps(record) + "\n")
        # A baseline is what --against=FILE names, too.
        self.check(0, "not slower", "--budget=40", against=base)


class Plugin(Command):
    def setUp(self):
        super().setUp()
        self.plugin = self.path / "mine.so"
        shutil.copy(BUILD / "plugins/honest_loop.so", self.plugin)
        self.case = ("--case=small", "--nt=26")

    def test_it_is_known_by_its_name_whatever_its_path_is(self):
        self.ends_with(0, "records", *self.case, f"--stage={self.plugin}", "--repetitions=12",
                       f"--output={self.output}")
        records = [one for one in lines_of(self.output) if one["stage"]["file"].endswith(".so")]
        self.output.write_text(json.dumps(records[0]) + "\n")
        other = self.path / "build"
        other.mkdir()
        shutil.copy(self.plugin, other / "renamed.so")
        run = self.ends_with(0, "case_hash", "check", f"--baseline={self.output}",
                             "--stage=build/renamed.so", *self.case, "--dry-run", "--json",
                             cwd=self.path)
        self.assertIn("honest-loop", run.stdout)
        self.ends_with(2, "records of the plug-in 'honest-loop': name its file with --stage",
                       "check", f"--baseline={self.output}")

    def test_against_an_older_one(self):
        shutil.copy(BUILD / "plugins/honest/wave_fused.so", self.path / "old.so")
        run = self.ends_with(0, "not slower", "check", "--against=old.so", "--stage=mine.so",
                             *self.case, "--budget=10", "--least-effect=1", "--json",
                             cwd=self.path)
        found, = json.loads(run.stdout)
        self.assertNotEqual(*found["hash"].values())
