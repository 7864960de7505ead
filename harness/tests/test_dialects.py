# label: unit
"""Loops of a Fortran routine as `ladder new-stage openacc` and `do-concurrent` mark them."""

import unittest

import source_tree  # noqa: F401  (scripts are modules by it)
from adopting import dialects

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
