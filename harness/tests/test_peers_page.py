# label: cli
"""results/PEERS.md: which rows it has, in which order, and that the kept records give it."""

import unittest

from source_tree import LADDER, SOURCE
import peers_page
from plots.records import Record


def record(stage, seconds, right=True):
    environment = {"cpu": "C", "cores": 2, "affinity": 2, "gpu": None, "build": {"commit": "c"}}
    case = {"name": "thesis", "nz": 310, "nx": 775, "ny": 1, "half_length": 4, "steps": 9}
    made = Record(
        problem="wave",
        time="2026-11-25T00:00:00Z",
        stage={"name": stage, "file": f"{stage} 1.0, on 2.0", "device": "host"},
        case=case,
        samples={"wall_ns": [1e9 * seconds]},
        summary={"low_ns": 0.9e9 * seconds, "high_ns": 1.1e9 * seconds},
        work={"point_updates": 1e9},
        environment=environment,
        verdict={"error": 0.1, "limit": 0.2 if right else 0.01},
        floor={"speeds": {"host": {"copy_bytes_per_s": 1e10}}},
    )
    made.answer = {"right": right}
    return made


class Page(unittest.TestCase):
    def rows(self, *records):
        measured = peers_page.Measured(records)
        lines = peers_page.table("C", {((0, 310, 8), "thesis"): [measured]})
        return [line.split(" | ")[1:6] for line in lines if line.startswith("|")][2:]

    def test_a_row_is_the_best_of_a_program_and_the_fastest_is_first(self):
        found = self.rows(record("c-omp", 2), record("deepwave", 4), record("c-simd", 1))
        self.assertEqual([row[0] for row in found], ["ladder", "Deepwave"])
        self.assertEqual([row[4] for row in found], ["1.00", "4.00"])

    def test_what_is_wrong_is_last_and_has_no_time(self):
        found = self.rows(record("deepwave", 0.5, right=False), record("c-omp", 2))
        self.assertEqual([row[0] for row in found], ["ladder", "Deepwave"])
        self.assertNotIn("0.5", "".join(found[1]))

    def test_a_right_stage_counts_before_a_wrong_one_that_is_faster(self):
        self.assertEqual(
            self.rows(record("c-omp", 2), record("c-simd", 1, right=False))[0][1], "`c-omp`"
        )

    def test_it_says_whether_a_second_run_gave_the_same_order(self):
        def said(*seconds):
            runs = [
                peers_page.Measured([record("c-omp", 2), record("deepwave", one)])
                for one in seconds
            ]
            return "\n".join(peers_page.orders({((0, 310, 8), "thesis"): runs}))

        self.assertIn("1 gave the same", said(3, 4))
        self.assertNotIn("Another", said(3, 4))
        self.assertIn("Another order, thesis: Deepwave and ladder", said(3, 1))
        self.assertNotIn("same", said(3))
        # not apart in the second run
        self.assertIn("1 gave the same", said(3, 1.9))

    def test_runs_on_some_of_the_cores_are_apart_from_runs_on_all(self):
        some = record("c-omp", 2)
        some["environment"]["affinity"] = 1
        names = [peers_page.device_of(one) for one in (record("c-omp", 2), some)]
        self.assertEqual(names, ["C, 2 cores", "C, 1 of 2 cores"])

    def test_few_samples_are_apart_where_all_are(self):
        few = record("c-omp", 2)
        few["summary"] = {"low_ns": None, "high_ns": None}
        few["samples"]["wall_ns"] = [3e9, 1e9, 2e9]
        self.assertEqual(peers_page.interval(few), (1e9, 3e9))

    def test_the_kept_page_is_what_the_records_give(self):
        folders = peers_page.kept_folders(SOURCE)
        if not folders:
            self.skipTest("no folder results/<machine>/<date>-peers-table is kept")
        self.assertEqual(
            (SOURCE / "results" / "PEERS.md").read_text(), peers_page.page(LADDER, folders)
        )
