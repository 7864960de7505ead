# label: cli
"""explain --loops: no loop that carries is called independent, and the reason names both places."""

import json

import adopted_program
import schema_check

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
    "jumps": [CARRIED, INDEPENDENT, INDEPENDENT, INDEPENDENT, CARRIED, INDEPENDENT, CARRIED],
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
                       "explain", "every", "--loops", cwd=self.path, env=self.environment)

    def test_without_recorded_calls_it_asks_for_them(self):
        for file in (self.ladder / "calls").rglob("index.json"):
            file.unlink()
        self.run_in(7, "has no recorded calls: run `ladder record", "explain", "--loops")
