"""Every record that is kept in results/ is whole, adds up, and was judged."""

import json
import os
import pathlib
import unittest

SOURCE = pathlib.Path(os.environ.get("LADDER_SOURCE") or pathlib.Path(__file__).parents[2])
FIELDS = ["schema", "time", "session", "problem", "stage", "case", "launch", "wall_ns", "setup_ns", "rusage", "work",
          "traced", "verdict", "environment"]


def records():
    for path in sorted((SOURCE / "results").glob("*/*.jsonl")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            yield f"{path.parent.name}/{path.name}:{number}", json.loads(line)


class Results(unittest.TestCase):
    def test_there_are_some(self):
        self.assertTrue(list(records()))

    def test_every_field_is_there(self):
        for where, record in records():
            with self.subTest(where):
                self.assertEqual([f for f in FIELDS if f not in record], [])
                self.assertTrue(record["wall_ns"] and min(record["wall_ns"]) > 0)

    def test_scopes_add_up_to_the_wall_time_of_their_run(self):
        for where, record in records():
            with self.subTest(where):
                traced = record["traced"]
                self.assertAlmostEqual(sum(traced["scopes_ns"].values()) / traced["wall_ns"], 1, delta=0.001)

    def test_the_trace_shows_the_launch_that_was_asked_for(self):
        for where, record in records():
            with self.subTest(where):
                self.assertTrue(record["traced"]["launch_confirmed"])
                for knob, asked in record["launch"]["asked"].items():
                    self.assertEqual(record["launch"]["used"][knob], asked)

    def test_a_time_stands_beside_a_verdict(self):
        for where, record in records():
            with self.subTest(where):
                self.assertTrue(record["verdict"]["passed"])
                self.assertLessEqual(record["verdict"]["error"], record["verdict"]["limit"])

    def test_a_clean_commit_was_measured(self):
        for where, record in records():
            with self.subTest(where):
                self.assertNotIn("dirty", record["environment"]["build"]["commit"])


if __name__ == "__main__":
    unittest.main()
