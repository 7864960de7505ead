# label: unit
"""Heads of stages: what changes, why, what is expected, the launch, the work where it changed, the
command; nothing that the ladder's README says for all of them."""

import re
import unittest

from stage_sources import SOURCE, parts, stages

# In this order. Those in brackets are where a head needs them.
ORDER = ("Changes", "(Order)", "(Longer than a slide)", "Why", "(Against it)", "(Accuracy)",
         "(Rounding)", "Expected", "Launch", "(Work per point)", "(Work per point and step)", "Run")
OPTIONAL = {label.strip("()") for label in ORDER if label.startswith("(")}
LABELS = [label.strip("()") for label in ORDER]
WIDTH = 100
EQUATION = re.compile(r"[pT]\(n\+1\) = |\bL p, |I\(x, h\) = sum over image times")
FOLDERS = ("fortran", "c_port", "cuda_stages")


class Heads(unittest.TestCase):
    def heads(self):
        return [(stage, parent, parts(stage.head())) for _, stage, parent in stages()]

    def test_parts_stand_in_the_order_of_the_rule(self):
        for stage, parent, found in self.heads():
            labels = [label for label, _ in found if label != "The original"]
            needed = set(LABELS) - OPTIONAL - (set() if parent else {"Why"})
            with self.subTest(stage.path):
                self.assertLessEqual(set(labels), set(LABELS))
                self.assertEqual(labels, sorted(labels, key=LABELS.index))
                self.assertLessEqual(needed, set(labels))

    def test_equation_layout_and_units_stand_in_the_readme_alone(self):
        for stage, _, _ in self.heads():
            with self.subTest(stage.path):
                self.assertIsNone(EQUATION.search(stage.head()))

    def test_the_readme_of_a_ladder_has_them_and_the_other_folders_name_it(self):
        for ladder in {ladder for ladder, *_ in stages()}:
            with self.subTest(ladder):
                readme = (SOURCE / "cuda_stages" / ladder / "README.md").read_text()
                self.assertTrue(
                    EQUATION.search(readme.partition("\n## Equation, layout, units\n")[2]))
                for folder in ("fortran", "c_port"):
                    other = SOURCE / folder / ladder / "README.md"
                    self.assertTrue(f"cuda_stages/{ladder}/README.md#equation-layout-units"
                                    in other.read_text(), other)

    def test_the_expectation_is_the_one_of_the_table(self):
        for stage, _, found in self.heads():
            with self.subTest(stage.path):
                self.assertEqual(dict(found)["Expected"], stage.field("expectation"))

    def test_work_is_said_where_it_differs_from_the_parents(self):
        work = {stage.path: [words for label, words in found if label.startswith("Work")]
                for stage, _, found in self.heads()}
        for stage, parent, _ in self.heads():
            if parent and work[stage.path]:
                with self.subTest(stage.path):
                    self.assertNotEqual(work[stage.path], work[parent.path])

    def test_no_line_is_longer_than_the_rule(self):
        for ladder, stage, _ in stages():
            for number, line in enumerate(stage.text.splitlines(), 1):
                self.assertLessEqual(len(line), WIDTH, f"{stage.path.relative_to(SOURCE)}:{number}")

    def test_the_command_runs_the_stage(self):
        for stage, _, found in self.heads():
            self.assertRegex(dict(found)["Run"], rf"\bladder .*--stage={re.escape(stage.name)}\b")


class Tables(unittest.TestCase):
    def test_what_all_stages_of_a_problem_state_comes_from_a_macro(self):
        for folder in FOLDERS:
            for path in sorted((SOURCE / folder).glob("*/[0-9]*.c*")):
                table = path.read_text().partition("\nLADDER_STAGE = {")[2].partition("};")[0]
                with self.subTest(path.name):
                    self.assertNotRegex(table, r"\.(abi_version|problem|name)\b")

    def test_every_stage_has_a_language_and_files_that_are_written_in_it(self):
        for _, stage, _ in stages():
            with self.subTest(stage.path):
                self.assertRegex(stage.language, r"^(Fortran|C|C\+\+|CUDA)( \w+.*)?$")
                self.assertTrue(stage.written and all(path.is_file() for path in stage.written))

    def test_counts_stand_next_to_the_stage(self):
        for path in sorted((SOURCE / "cuda_stages").glob("*/[0-9]*")):
            with self.subTest(path.name):
                counts = path.name.endswith(".counts.cuh")
                self.assertEqual("LADDER_COUNTS = " in path.read_text(), counts)
                if counts:
                    stage = path.with_name(path.name.replace(".counts.cuh", ".cu"))
                    self.assertTrue(stage.read_text().endswith(
                        f'\n#include "{path.relative_to(SOURCE).as_posix()}"\n'))


if __name__ == "__main__":
    unittest.main()
