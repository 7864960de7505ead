# label: cli
"""Which stages the report shows, and what it says and draws of them."""

import unittest

import command
import made_up
from plotting import MISSING


@unittest.skipIf(MISSING, f"missing in this Python: {', '.join(MISSING)}")
class Stages(command.Command):
    def sources(self, kept):
        from reporting import sources

        command.write_lines(self.output, kept)
        return sources.read([self.output], "thesis")

    def test_stages_and_numbers_of_the_thesis_are_not_those_of_another_ladder(self):
        from reporting import stage_files, tables

        kept = made_up.part_of_ladder()
        for record in kept:
            record["stage"]["file"] = record["stage"]["file"].replace("/wave/", "/heat/")
        found = self.sources(kept)
        every = set(stage_files.every("heat")) | {one["stage"]["name"] for one in kept}
        self.assertEqual(set(found.stages), every)
        self.assertFalse([name for name in tables.side_by_side(found).head if "published" in name])


if __name__ == "__main__":
    unittest.main()
