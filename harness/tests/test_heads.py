# label: unit
"""Heads of stages: what changes, why, what is expected, the launch, the work where it changed, the
command. The difference from the parent reads like a slide, or the head says why it is longer."""

import re
import statistics
import unittest

from stage_sources import changed_lines, headers, parts, stages

# In this order. Those in brackets are where a head needs them.
ORDER = ("Changes", "(Order)", "(Longer than a slide)", "Why", "(Against it)", "(Accuracy)",
         "(Rounding)", "Expected", "Launch", "(Work per point)", "(Work per point and step)", "Run")
OPTIONAL = {label.strip("()") for label in ORDER if label.startswith("(")}
LABELS = [label.strip("()") for label in ORDER]

SLIDE = 80  # lines of a difference that fit one
# Of a stage in the median, without those that it includes for predictions alone. The aim is 500; it
# must not rise meanwhile.
MOST_HEADER_LINES = 720


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

    def test_the_command_runs_the_stage(self):
        for stage, _, found in self.heads():
            self.assertRegex(dict(found)["Run"], rf"\bladder .*--stage={re.escape(stage.name)}\b")

    def test_a_long_difference_has_its_reason_and_a_short_one_needs_none(self):
        for ladder, stage, parent in stages():
            if parent is None:
                continue
            changed = changed_lines(parent.path, stage.path)
            reason = dict(parts(stage.head())).get("Longer than a slide", "")
            with self.subTest(f"{ladder}: {stage.path.name}", changed=changed):
                if changed > SLIDE:
                    self.assertTrue(reason,
                                    f"{changed} lines differ from {parent.name}: shorten it, or "
                                    "say why in a line 'Longer than a slide: ...' of the head")
                else:
                    self.assertFalse(reason, f"only {changed} lines differ from {parent.name}: the "
                                             "reason is out of date")

    def test_every_stage_but_the_original_has_a_parent_in_its_ladder(self):
        for ladder, stage, parent in stages():
            with self.subTest(f"{ladder}: {stage.path.name}"):
                self.assertEqual(parent is None, stage.name == "fortran")

    def test_a_stage_needs_few_headers(self):
        lines = [sum(len(header.read_text().splitlines()) for header in headers(stage.path))
                 for _, stage, _ in stages()]
        self.assertLessEqual(statistics.median(lines), MOST_HEADER_LINES)
