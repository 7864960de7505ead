# label: unit
"""Stages: the difference from the parent reads like a slide, or the head says why it is longer; few
headers are needed; knobs have names."""

import re
import statistics
import unittest

from source_tree import SOURCE
from stage_sources import changed_lines, headers, parts, stages

SLIDE = 80  # lines of a difference that fit one
# Of a stage in the median, without those that it includes for predictions alone. The aim is 500; it
# must not rise meanwhile.
MOST_HEADER_LINES = 718


class Heads(unittest.TestCase):
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

    def test_a_stage_needs_few_headers(self):
        lines = [sum(len(header.read_text().splitlines()) for header in headers(stage.path))
                 for _, stage, _ in stages()]
        self.assertLessEqual(statistics.median(lines), MOST_HEADER_LINES)

    def test_a_knob_is_asked_for_by_its_name(self):
        files = [file for folder in ("fortran", "c_port", "cuda_stages")
                 for file in (SOURCE / folder).glob("*/*.*")]
        self.assertGreater(len(files), 300)
        self.assertEqual([file.name for file in files
                          if re.search(r"\bknob\[[0-9]", file.read_text())], [])
