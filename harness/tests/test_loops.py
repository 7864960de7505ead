# label: cli
"""explain --loops: no loop that carries is called independent, and the reason names both places.
Which sums of step 0 have their signs apart, which of its indices are watched, and its loops as
`ladder new-stage openacc` and `do-concurrent` mark them."""

import json
import os
import unittest
from unittest import mock

import adopted_program
import schema_check
import source_tree
from adopting import constants, dialects, indices, orders, parsing
from adopting.failure import Failure
from adopting.fortran import walk

SOURCE = adopted_program.PROGRAMS / "loops" / "cases.f90"
INDEPENDENT, OBSERVED, CARRIED = "independent", "observed", "carried"
# Of each procedure the verdicts of its loops, in the order of the source.
RIGHT = {
    "wavefront": [CARRIED, CARRIED],
    "scatter": [CARRIED, OBSERVED],
    "single_statements": [CARRIED, INDEPENDENT, CARRIED, INDEPENDENT, INDEPENDENT],
    "private_values": [INDEPENDENT] * 6,
    "scalars": [CARRIED, OBSERVED, CARRIED],
    "last_values": [INDEPENDENT, CARRIED],
    "reductions": [INDEPENDENT, INDEPENDENT, INDEPENDENT, INDEPENDENT, CARRIED],
    "of_the_module": [CARRIED, CARRIED],
    "stencil_of_two": [INDEPENDENT, INDEPENDENT, INDEPENDENT],
    "whole_arrays": [CARRIED, CARRIED, INDEPENDENT],
    "by_the_owner": [CARRIED, INDEPENDENT],
    "shift": [CARRIED],
    "other_names": [CARRIED, CARRIED, CARRIED],
    "jumps": [CARRIED, INDEPENDENT, CARRIED, INDEPENDENT, INDEPENDENT, INDEPENDENT, CARRIED,
              INDEPENDENT, CARRIED],
}


class Loops(adopted_program.Adopting):
    program = "loops"
    maxDiff = None

    recorded_as = ("cases.f90", "every", "1,last")

    def setUp(self):
        super().setUp()
        if "rows" not in vars(type(self)):
            done = self.run_in(0, "wavefront", "explain", "--loops", "--json")
            type(self).rows = [json.loads(line) for line in done.stdout.splitlines()]

    def of(self, procedure):
        return [row for row in self.rows if row["procedure"] == procedure]

    def test_a_row_is_as_the_schema_says(self):
        for row in self.rows:
            self.assertEqual(schema_check.defects(row), [])

    def test_each_loop_has_its_verdict(self):
        found = {}
        for row in self.rows:
            found.setdefault(row["procedure"], []).append(row["verdict"])
        self.assertEqual(found, RIGHT)

    def test_a_witness_names_both_places_the_element_the_turns_and_the_call(self):
        line = next(number for number, text in enumerate(SOURCE.read_text().splitlines(), 1)
                    if "a(i - 1, j) + a(i, j - 1)" in text)
        outer, inner = (row["witness"] for row in self.of("wavefront"))
        place = f"cases.f90:{line}"
        self.assertEqual((outer["earlier"]["place"], outer["later"]["place"]), (place, place))
        self.assertEqual((outer["element"], outer["turns"], outer["call"]), ("a(2,2)", [2, 3], 1))
        self.assertEqual((inner["variable"], inner["turns"]), ("i", [2, 3]))
        scatter, _ = self.of("scatter")
        self.assertEqual((scatter["witness"]["element"], scatter["witness"]["turns"]),
                         ("m(2)", [1, 5]))

    def test_an_overwritten_element_counts_as_one_that_is_read(self):
        sweep = self.of("single_statements")[0]
        self.assertEqual((sweep["witness"]["kind"], sweep["witness"]["element"]), ("anti", "b(2)"))
        self.assertEqual(self.of("last_values")[1]["witness"]["kind"], "output")

    def test_what_explains_a_conflict_is_listed(self):
        array, inner = self.of("private_values")[:2]
        self.assertEqual((array["private"], inner["private"]), (["t", "work"], []))
        kept = self.of("last_values")[0]
        self.assertEqual((kept["private"], kept["last"]), (["k"], ["k"]))
        self.assertEqual(self.of("stencil_of_two")[0]["private"], ["row"])
        self.assertEqual(self.of("scalars")[1]["private"], ["chosen"])
        sums, extremes, place, all_of, _ = (row["reductions"] for row in self.of("reductions"))
        self.assertEqual(sums, [["+", "total"]])
        self.assertEqual(sorted(extremes), [["*", "factor"], ["max", "most"], ["min", "least"]])
        self.assertEqual(sorted(place), [["max", "highest"], ["maxloc", "at"]])
        self.assertEqual(all_of, [["and", "flag"]])

    def test_the_owners_word_overrules_and_is_shown(self):
        serial, free = self.of("by_the_owner")
        self.assertRegex(serial["why"], "owner's word.*else: independent")
        self.assertRegex(free["why"], r"owner's word.*else: carried.*m\(2\)")

    def test_turns_are_those_of_the_recorded_calls(self):
        self.assertEqual([row["turns"] for row in self.of("single_statements")],
                         [8, 9, 0, 9, 9])

    def test_a_line_of_ladder_toml_overrules_too(self):
        file = self.ladder / "ladder.toml"
        place = f"{self.of('scatter')[0]['file']}:{self.of('scatter')[0]['line']}"
        text = file.read_text()
        marker = "# ---- written by"
        file.write_text(text.replace(marker, f'[loops]\n"{place}" = "independent"\n{marker}', 1))
        done = self.run_in(0, "scatter", "explain", "scatter", "--loops", "--json")
        row = json.loads(done.stdout.splitlines()[0])
        self.assertEqual(row["verdict"], INDEPENDENT)
        self.assertRegex(row["why"], r"ladder.toml says independent \(else: carried")
        file.write_text(text.replace(marker, f'[loops]\n"{place}" = "fast"\n{marker}', 1))
        self.run_in(7, r"\[loops\].*'fast'.*serial.*independent", "explain", "--loops")

    def test_what_cannot_be_shown_is_refused(self):
        self.run_in(2, "has no loop in 'nothere'; there are loops in wavefront", "explain",
                    "nothere", "--loops")
        self.run_in(2, "--json is of --loops", "explain", "original", "--json")
        self.run_in(2, "--loops is of an adopted routine and reads no records", "explain",
                    "every", "--loops", "--verdict")
        self.ends_with(2, "--loops is of an adopted routine: run it in that ladder's folder",
                       "explain", "every", "--loops", env=self.environment)

    def test_without_recorded_calls_it_asks_for_them(self):
        for file in (self.ladder / "calls").rglob("index.json"):
            file.unlink()
        self.run_in(7, "has no recorded calls: run `ladder record", "explain", "--loops")


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
