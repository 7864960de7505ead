# label: cli
"""Which stages the report shows, and what it says and draws of them."""

import unittest

import command
import made_up
from plotting import MISSING


@unittest.skipIf(MISSING, f"missing in this Python: {', '.join(MISSING)}")
class Stages(command.Command):
    def opening(self, kept):
        from reporting import opening

        return opening.of(self.sources(kept))

    def sources(self, kept):
        from reporting import sources

        command.write_lines(self.output, kept)
        return sources.read([self.output], "thesis")

    def names(self, opening):
        return [row[0].words for row in opening.rows.rows]

    def test_stages_that_lead_to_the_fastest_are_shown_where_no_step_paid(self):
        kept = made_up.ladder()
        for record in kept:  # a single pair decides nothing
            for values in record["samples"].values():
                del values[1:]
            record["summary"].update(low_ns=None, high_ns=None)
        found = self.sources(kept)
        answer = found.measured[0].run.answer
        self.assertEqual(answer["paid"], [])
        parents = {one["stage"]["name"]: one["stage"]["parent"] for one in kept}
        names = self.names(self.opening(kept))
        self.assertEqual(len(names), 10)
        self.assertTrue({answer["fastest"], parents[answer["fastest"]]} <= set(names), names)

    def test_a_wrong_stage_has_neither_time_nor_bar(self):
        kept = made_up.part_of_ladder()
        kept[-2]["verdict"].update(passed=False, words="made up")
        wrong = kept[-2]["stage"]["name"]
        opening = self.opening(kept)
        row = next(row for row in opening.rows.rows if row[0].words == wrong)
        self.assertRegex(row[1].words, "wrong")
        self.assertFalse([cell for cell in row if cell.value is not None])
        self.assertNotIn(wrong, [bar.name for bar in opening.bars])
        self.assertEqual(opening.right, opening.stages - 1)

    def test_one_stage_and_none_that_is_right_have_an_opening_too(self):
        (original, *_) = made_up.ladder()
        self.assertEqual([bar.kind for bar in self.opening([original]).bars], [""])
        original["verdict"].update(passed=False, words="made up")
        self.assertEqual(self.opening([original]).bars, [])

    def test_stages_and_numbers_of_the_thesis_are_not_those_of_another_ladder(self):
        from reporting import stage_files, tables

        kept = made_up.part_of_ladder()
        for record in kept:
            record["stage"]["file"] = record["stage"]["file"].replace("/wave/", "/heat/")
        found = self.sources(kept)
        every = set(stage_files.every("heat")) | {one["stage"]["name"] for one in kept}
        self.assertEqual(set(found.stages), every)
        self.assertFalse([name for name in tables.side_by_side(found).head if "published" in name])
