# label: unit
"""Words that prose does not use are found in comments and Markdown, and nowhere else."""

import unittest

import source_tree  # noqa: F401  (scripts are modules by it)
import words


class Words(unittest.TestCase):
    def found(self, text, kind):
        return [(line, word) for line, word, _ in words.used(text, kind)]

    def test_each_word_is_found_with_its_line(self):
        page = "The page\ntells what it came\nto.\n"
        self.assertEqual(self.found(page, ".md"), [(2, "tells"), (2, "came to")])

    def test_comments_are_read_and_code_is_not(self):
        self.assertEqual(self.found("int told = 0;\nf();  // beside it\n", ".cpp"), [(2, "beside")])
        self.assertEqual(self.found('"""What\ntells."""\ntells = 1\n', ".py"), [(2, "tells")])
        self.assertEqual(self.found("stands = 1\n! It stands\n! for it\n", ".f90"),
                         [(2, "stands for")])

    def test_quotations_and_code_of_markdown_are_left_out(self):
        self.assertEqual(self.found('"it is told", `told`\n```\ntold\n```\nbeside\n', ".md"),
                         [(5, "beside")])
