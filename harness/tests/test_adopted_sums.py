# label: cli
"""Which sums of step 0 have their signs apart, which of its indices are watched, and its loops as
`ladder new-stage openacc` and `do-concurrent` mark them."""

import os
import unittest
from unittest import mock

import source_tree
from adopting import constants, dialects, indices, orders, parsing
from adopting.failure import Failure
from adopting.fortran import walk

TEXT = """module m
contains
{pure}subroutine s(n, a, k, total, t)
  integer, intent(in) :: n, k(n)
  real(8), intent(in) :: a(n)
  real(8), intent(inout) :: total, t(0:9)
  integer :: i, j, half
  do j = 1, 3
    do i = 1, n
      {statement}
    end do
  end do
end subroutine s
end module m
"""


def text(statement, pure=""):
    return TEXT.format(statement=statement, pure=pure)


class Sums(unittest.TestCase):
    def has(self, statement, **more):
        try:
            orders.apart(text(statement, **more))
        except Failure:
            return False
        return True

    def test_of_one_target_that_nothing_else_uses(self):
        for statement in ("total = total + a(i)", "total = 2 * a(i) + total - a(1)",
                          "total = total - a(i) * a(j)", "t(k(i)) = t(k(i)) + a(i)",
                          "t(3) = t(3) + sum(a, mask=a > 0)", "t(0) = dot_product(a, a)"):
            self.assertTrue(self.has(statement), statement)

    def test_what_is_no_sum_or_may_be_none(self):
        for statement in ("total = a(i) - total", "total = total + total * a(i)",
                          "total = total + a(i); t(1) = total", "half = half + i",
                          "total = total * a(i) + 1", "t = t + a(1)"):
            self.assertFalse(self.has(statement), statement)
        self.assertFalse(self.has("total = total + a(i)", pure="pure "))


class Indices(unittest.TestCase):
    def of(self, statement):
        return indices.with_sites(text(statement))[1]

    def test_that_are_computed_of_data_are_watched(self):
        for statement in ("half = int(a(i)); t(half) = 1", "t(k(i)) = 1",
                          "half = k(i); t(half) = 1",
                          "if (a(i) > 0) half = half + 1; t(half) = 1"):
            self.assertEqual(len(self.of(statement)), 1, statement)

    def test_that_follow_from_loops_and_sizes_are_not(self):
        for statement in ("t(i) = 1", "half = i / 2; t(half + 1) = 1", "t(k(1)) = 1",
                          "half = size(a); t(half) = 1", "half = half + 1; t(half) = 1",
                          "half = k(i)\ndo half = 1, 3\nt(half) = 1\nend do"):
            self.assertEqual(self.of(statement), [], statement)


class Trees(unittest.TestCase):
    def test_of_a_text_that_was_parsed_before_are_read_and_the_same(self):
        with mock.patch.dict(os.environ, XDG_CACHE_HOME=str(source_tree.folder_of(self))):
            first = constants.tree_of(text("t(k(i)) = 1"))
            with mock.patch.object(parsing, "parsed", side_effect=AssertionError):
                again = constants.tree_of(text("t(k(i)) = 1"))
                self.assertRaises(AssertionError, constants.tree_of, text("t(k(i)) = 2"))
        self.assertEqual(*([(type(node), str(node), parsing.line_of(node)) for node in walk(tree)]
                           for tree in (first, again)))


NEST = ["  do j = 1, n", "    do i = 1, m", "      a(i, j) = 0", "    end do", "  end do"]


class Dialects(unittest.TestCase):
    def marked(self, dialect, *lines):
        return dialects.marked("\n".join(lines), dialect).splitlines()

    def test_openacc_puts_each_outermost_loop_in_kernels(self):
        self.assertEqual(self.marked("openacc", "x = 1", *NEST, *NEST),
                         ["x = 1"] + 2 * ["  !$acc kernels", *NEST, "  !$acc end kernels"])

    def test_do_concurrent_stands_next_to_the_loop_which_stays(self):
        marked = self.marked("do-concurrent", *NEST)
        self.assertRegex(marked[0], r"^  ! do concurrent \(j = 1:n\)")
        self.assertEqual(marked[1:], NEST)

    def test_a_loop_that_something_leaves_or_that_does_not_count_stays_as_it_is(self):
        for line in ("if (a(1, 1) > 0) return", "GO TO 10", "if (i > 3) exit"):
            text = [*NEST[:2], line, *NEST[2:]]
            with self.subTest(line):
                self.assertEqual(self.marked("openacc", *text), text)
        waiting = ["do while (x > 1)", *NEST, "end do"]
        self.assertEqual(self.marked("openacc", *waiting), waiting)
        stepping = ["do i = 1, n, 2", "a(i) = 0", "end do"]
        self.assertEqual(self.marked("do-concurrent", *stepping), stepping)

    def test_a_loop_of_openmp_is_no_region_of_openacc(self):
        for text in (["!$omp parallel do", *NEST], [NEST[0], "!$OMP simd", *NEST[1:]]):
            self.assertEqual(self.marked("openacc", *text), text)
        self.assertIn("!$acc", "".join(self.marked("openacc", "!$omp barrier", "x = 1", *NEST)))

    def test_loops_that_end_at_labels_stay_as_they_are(self):
        old = ["      DO 20 J = 1, N", "   20 CONTINUE", *NEST]
        self.assertEqual(self.marked("openacc", *old), old)
