# label: unit
"""A stage shows its idea: the difference from its parent reads like a slide, or its head says why
it is longer."""

import pathlib
import statistics
import tempfile
import unittest

from stage_sources import changed_lines, headers, parts, stages

SLIDE = 80  # lines of a difference that fit one
# Of a stage in the median, without those that it includes for predictions alone. The aim is 500; it
# must not rise meanwhile.
MOST_HEADER_LINES = 720


class Slides(unittest.TestCase):
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


class Counted(unittest.TestCase):
    """What counts as a changed line."""

    def changed(self, before, after, header=None):
        with tempfile.TemporaryDirectory() as folder:
            parent, child = pathlib.Path(folder, "parent.c"), pathlib.Path(folder, "child.c")
            parent.write_text(before)
            child.write_text(after)
            if header is not None:
                pathlib.Path(folder, "shared.h").write_text(header)
            return changed_lines(parent, child)

    def test_comments_blanks_and_indentation_do_not(self):
        self.assertEqual(self.changed("int a;\n", "/* Head.\n * more */\n  int a;  // one\n\n"), 0)

    def test_a_mark_of_a_comment_within_a_string_does(self):
        self.assertEqual(self.changed('f("a // b");\n', 'f("a // c");\n'), 2)

    def test_a_replaced_line_is_two_and_a_new_one_is_one(self):
        self.assertEqual(self.changed("int a;\nint b;\n", "int a;\nint c;\nint d;\n"), 3)

    def test_what_moved_into_a_header_of_the_child_is_not_changed(self):
        self.assertEqual(self.changed("int a;\nint b;\n", '#include "shared.h"\nint b;\n',
                                      "int a;\n"), 0)


if __name__ == "__main__":
    unittest.main()
