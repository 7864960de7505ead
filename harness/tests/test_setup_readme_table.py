# label: unit
"""The tables of the documents are made from the records, and from the right ones."""

import json
import os
import sys
import unittest

import documents
from source_tree import LADDER, SOURCE, execute, folder_of

os.environ.setdefault("LADDER_PROGRAM", str(LADDER))


def record(name, number, wall_s, session="a", time="2026-11-21T03:00:00Z", count=8, **changes):
    """With so many samples, all alike but for the last."""
    wall = int(wall_s * 1e9)
    walls = [wall] * (count - 1) + [3 * wall]
    scopes = {"kernel": wall // 2, "h2d": wall // 8, "d2h": wall // 8, "staging": 0, "launch": 0,
              "stage": 0, "host": wall // 4, "idle": 0}
    return {"schema": 2, "time": time, "session": session,
            "stage": {"name": name, "parent": None if name == "fortran" else "fortran",
                      "change": f"change of {name}", "expectation": "",
                      "device": "host", "owns_time_loop": False,
                      "file": f"stages/{number}_{name}.c", "hash": name},
            "case": {"name": "thesis", "hash": "0", "nz": 310, "nx": 775, "ny": 1, "steps": 1999,
                     "half_length": 8},
            "samples": {"wall_ns": walls, "round": list(range(count)), "user_s": [wall_s] * count},
            "traced": {"wall_ns": wall, "scopes_ns": scopes, "launch_confirmed": True},
            "cache": "warm", "launch": {"asked": {}, "used": {}},
            "summary": {"median_ns": wall, "low_ns": None, "high_ns": None}, "floor": None,
            "work": {"operations": 1e9}, "verdict": {"passed": True, "error": 0, "limit": 1},
            "environment": {"gpu": None, "cpu": "a CPU", "build": {"commit": "abc"}}, **changes}


class ReadmeTable(unittest.TestCase):
    def setUp(self):
        self.root = folder_of(self)
        documents.write_unfilled(self.root)

    def keep(self, *records):
        for one in records:
            stage = self.root / one["stage"]["file"]
            stage.parent.mkdir(exist_ok=True)
            stage.touch()
        path = self.root / "results/machine/2026-11-21-thesis/ladder.jsonl"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(one) + "\n" for one in records))

    def run_it(self, *options, code=0):
        return execute(sys.executable, SOURCE / "scripts/readme_table.py", "--root", self.root,
                       *options, code=code)

    def written(self, document):
        self.run_it()
        return (self.root / document).read_text()

    def page(self):
        return self.written(documents.LADDER)

    def in_block(self, name, block, image_ms):
        made = record(name, 20, 1)
        made["ladder"], made["case"]["name"], made["launch"]["used"] = (
            "imaging", "imaging-document", {"block": block})
        made["stage"]["device"] = "cuda"
        made["traced"]["profile"] = [{"name": "image_x", "total_ns": int(1e6 * image_ms)}]
        made["summary"]["median_ns"] = 1
        return made

    def test_the_imaging_kernels_are_compared_block_by_block(self):
        self.keep(self.in_block("naive", [16, 16], 24), self.in_block("naive", [32, 8], 15),
                  self.in_block("shared", [16, 16], 20), self.in_block("shared", [32, 8], 12))
        self.page()
        text = (self.root / documents.IMAGING).read_text()
        self.assertIn("`shared` is 1.20x as fast as `naive`; each in its fastest block, 32 x 8 and "
                      "32 x 8, 1.25x.", text)
        self.assertIn("| 16 x 16 | 24 ms | 20 ms | 1.20x |\n| 32 x 8 | 15 ms | 12 ms | 1.25x |\n",
                      text)

    def test_a_row_a_stage_in_the_order_of_the_files(self):
        self.keep(record("fast", 20, 2), record("fortran", 0, 8))
        text = self.page()
        rows = [line for line in text.splitlines() if line.startswith("| `")]
        self.assertEqual([line.split("`")[1] for line in rows], ["fortran", "fast"])
        # Median 2 s of 8 s; a quarter of it is copies.
        self.assertIn("| 2 | 50.0 | 25.0 | 0.0 | 0.0 | 0.0 | 25.0 | 0.0 "
                      "| 1 | 4.00 | 5.33 | right |", rows[1])
        self.assertTrue(text.startswith("before\n") and text.endswith("after\n"))
        self.assertNotIn("old", text)

    def test_shares_of_a_disturbed_run_are_marked_and_nothing_follows_from_them(self):
        disturbed = record("fast", 20, 2)
        disturbed["traced"].update(ratio=1.4, disturbed=True)
        disturbed["stage"]["device"] = "cuda"
        like = record("fortran", 0, 8)
        like["traced"].update(ratio=1.0, disturbed=False)
        self.keep(like, disturbed)
        text = self.page()
        self.assertIn("| 2 | 50.0* | 25.0* | 0.0* | 0.0* | 0.0* | 25.0* | 0.0* "
                      "|  | 4.00 |  | right |", text)
        self.assertIn("fast 1.40", text)

    def test_the_short_table_has_chosen_stages_of_the_same_run_only(self):
        self.keep(record("fortran", 0, 8), record("fast", 20, 4), record("smem", 30, 2),
                  record("fused", 40, 1, verdict={"passed": False}))
        rows = [line for line in self.written("README.md").splitlines() if line.startswith("| `")]
        smem = "| `smem` | change of smem | 2 | kernel 50 % | 1 | 4.00 | right |"
        self.assertEqual(rows[1:], [smem,
                                    "| `fused` | change of fused |  |  |  |  | **wrong** |"])
        self.assertTrue(rows[0].startswith("| `fortran` |"))

    def test_the_newest_complete_run_is_taken(self):
        old = [record("fortran", 0, 8), record("fast", 20, 2)]
        new = [record("fortran", 0, 6, "b", "2026-11-22T03:00:00Z"),
               record("fast", 20, 3, "b", "2026-11-22T03:00:00Z")]
        partial = [record("fortran", 0, 1, "c", "2026-11-23T03:00:00Z")]
        self.keep(*old, *new, *partial)
        text = self.page()
        self.assertIn("2026-11-22", text)
        self.assertIn("| 2.00 |", text)

    def keep_reasons(self, text, ladder="wave"):
        path = self.root / f"cuda_stages/{ladder}/reasons.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def test_a_step_that_did_not_help_has_its_reason(self):
        self.keep_reasons('slow = "it waits"\nfast = "luck"\n')
        self.keep_reasons('other = "of another ladder"\n', ladder="other")
        self.keep(record("fortran", 0, 8), record("fast", 20, 2), record("slow", 30, 12),
                  record("same", 40, 8))
        text = self.page()
        self.assertIn("- `slow` takes 1.5 times as long as `fortran`: it waits.\n", text)
        self.assertIn("- `same` takes 1 times as long as `fortran`: nobody has written down why.\n",
                      text)
        self.assertNotIn("- `fast`", text)

    def test_two_pairs_decide_large_effects_alone(self):
        self.keep_reasons('slow = "it waits"\n')
        self.keep(record("fortran", 0, 8), record("slow", 20, 12, count=2),
                  record("fast", 30, 6, count=2))
        text = self.page()
        self.assertNotIn("did not help", text)
        self.assertRegex(text, r"undecided, with too few pairs of samples or an interval across "
                               r"1 %:\n\n- `slow` takes [\d.]+ times as long as `fortran`: it "
                               r"waits\.\n- `fast`\.\n")

    def test_check_writes_nothing(self):
        self.keep(record("fortran", 0, 8), record("fast", 20, 2))
        self.run_it("--check", code=1)
        for document in documents.TABLES:
            self.assertEqual((self.root / document).read_text(), documents.unfilled(document))
        self.page()
        self.run_it("--check")

    def test_other_cases_and_partial_runs_are_left_out(self):
        orphan = record("faster", 30, 1)
        orphan["stage"]["parent"] = "fast"
        small = [record("fortran", 0, 8, "b"), record("fast", 20, 2, "b")]
        for one in small:
            one["case"]["name"] = "small"
        self.keep(record("fortran", 0, 8), orphan, *small)
        self.assertIn("No results are recorded", self.page())

    # Elsewhere somebody may have measured a machine of their own, and need not put it into the
    # README.
    @unittest.skipUnless(os.environ.get("CI") == "true",
                         "looked at in continuous integration alone")
    def test_the_readme_of_this_tree_is_up_to_date(self):
        execute(sys.executable, str(SOURCE / "scripts/readme_table.py"), "--check", code=0)
