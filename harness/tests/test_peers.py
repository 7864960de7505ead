# label: cli
"""scripts/peers: what needs neither the network nor the peers themselves. results/PEERS.md: which
rows it has, in which order, and that the kept records give it."""

import contextlib
import io
import struct
import sys
import unittest

from source_tree import LADDER, SOURCE, execute, folder_of, lacks
import peers_page
from plots.records import Record

PEERS = SOURCE / "scripts" / "peers"


class Gathers(unittest.TestCase):
    def setUp(self):
        if lacks("numpy"):
            self.skipTest(lacks("numpy"))
        from side_by_side import read_su
        self.read = read_su

    def su(self, traces, cut=0):
        path = folder_of(self) / "traces.su"
        data = bytearray()
        for trace in traces:
            head = bytearray(240)
            head[114:116] = struct.pack("<H", len(trace))
            data += head + struct.pack(f"<{len(trace)}f", *trace)
        path.write_bytes(data[:len(data) - cut])
        return self.read(path)

    def test_su_is_read_by_traces(self):
        self.assertEqual(self.su([[1, 2, 3], [4, 5, 6]]).tolist(), [[1, 2, 3], [4, 5, 6]])

    def test_su_that_is_cut_short_is_refused(self):
        with self.assertRaises(ValueError):
            self.su([[1, 2, 3], [4, 5, 6]], cut=1)


def record(times, passed=True):
    made = Record(samples={"wall_ns": times}, verdict={"error": 0, "limit": 0})
    made.answer = {"right": passed, "failure": "" if passed else "off"}
    return made


class Fastest(unittest.TestCase):
    def test_what_is_wrong_is_not_the_fastest(self):
        import peer_record
        slow = record([20])
        self.assertIs(peer_record.fastest([record([1], passed=False), slow]), slow)
        self.assertIsNone(peer_record.fastest([record([1], passed=False)]))


class Measured(unittest.TestCase):
    LADDER = """#!/bin/sh
if [ "$1" = compare ]; then
  echo -n '{"compare_schema": 1, "kind": "together", "machine": 0, "stages":'
  echo "[{\\"file\\": \\"$4\\", \\"line\\": 1, \\"right\\": true}]}"
  exit
fi
for word; do
  case $word in --output=*) echo '{"stage": {"name": "fused"}}' >"${word#*=}" ;; esac
done
echo "persistent: the words of ladder"
exit %d
"""

    def measured(self, code):
        from peer_run import measured
        folder = folder_of(self)
        program = folder / "ladder"
        program.write_text(self.LADDER % code)
        program.chmod(0o755)
        with contextlib.redirect_stderr(io.StringIO()) as said:
            records, skipped = measured(program, "thesis", ("fused", "persistent"), 3,
                                        folder / "records.jsonl")
        self.assertEqual([(one["stage"]["name"], one.answer["right"]) for one in records],
                         [("fused", True)])
        return skipped, said.getvalue()

    def test_without_a_failure_a_stage_without_a_record_was_skipped(self):
        skipped, said = self.measured(0)
        self.assertEqual(skipped, {"persistent"})
        self.assertIn("persistent was skipped: `ladder --case=thesis --stage=persistent` "
                      "says why\n", said)
        self.assertNotIn("fused", said)

    def test_with_a_failure_none_counts_as_skipped_and_the_words_of_ladder_are_shown(self):
        skipped, said = self.measured(3)
        self.assertEqual(skipped, set())
        self.assertIn("the exit code of ladder is 3:\npersistent: the words of ladder\n", said)


class Commands(unittest.TestCase):
    def command(self, code, *words):
        return execute(sys.executable, "-B", *map(str, words), code=code)

    def test_an_unknown_case_is_a_wrong_command(self):
        for words in (("out", "--only=nowhere"), ("out", "--programs=nowhere")):
            with self.subTest(words):
                done = self.command(2, PEERS / "table", *words)
                self.assertEqual(done.stdout, "")
                self.assertIn("nowhere", done.stderr)

    def test_without_a_build_it_says_what_to_run(self):
        for words in ((folder_of(self),), ("--page",)):
            with self.subTest(words):
                done = self.command(6, PEERS / "table", *words, "--ladder=/nonexistent/ladder")
                self.assertIn("scripts/ladder", done.stderr)

    def test_a_program_that_is_missing_is_named_with_how_to_get_it(self):
        # Without the folder of packages none is there, whatever this machine has.
        done = self.command(0, "-S", "-c", f"""import sys
sys.path[:0] = {[str(PEERS)]}
import peer_programs
for program in peer_programs.ALL: print(program.name, program.lacks("cuda"))""")
        found = dict(line.split(" ", 1) for line in done.stdout.splitlines())
        self.assertEqual(set(found), {"devito", "deepwave", "simwave", "sweep", "torch"})
        for name in ("deepwave", "sweep", "torch"):
            self.assertIn("pip install", found[name])
        self.assertIn("nvc", found["devito"])


def row_of(stage, seconds, right=True):
    environment = {"cpu": "C", "cores": 2, "affinity": 2, "gpu": None, "build": {"commit": "c"}}
    case = {"name": "thesis", "nz": 310, "nx": 775, "ny": 1, "half_length": 4, "steps": 9}
    made = Record(problem="wave", time="2026-11-25T00:00:00Z", case=case, environment=environment,
                  stage={"name": stage, "file": f"{stage} 1.0, on 2.0", "device": "host"},
                  samples={"wall_ns": [1e9 * seconds]}, work={"point_updates": 1e9},
                  summary={"low_ns": 0.9e9 * seconds, "high_ns": 1.1e9 * seconds},
                  verdict={"error": 0.1, "limit": 0.2 if right else 0.01},
                  floor={"speeds": {"host": {"copy_bytes_per_s": 1e10}}})
    made.answer = {"right": right}
    return made


class Page(unittest.TestCase):
    def rows(self, *records):
        measured = peers_page.Measured(records)
        lines = peers_page.table("C", {((0, 310, 8), "thesis"): [measured]})
        return [line.split(" | ")[1:6] for line in lines if line.startswith("|")][2:]

    def test_a_row_is_the_best_right_one_of_a_program_and_the_fastest_is_first(self):
        found = self.rows(row_of("c-omp", 2), row_of("deepwave", 4), row_of("c-simd", 1))
        self.assertEqual([row[0] for row in found], ["ladder", "Deepwave"])
        self.assertEqual([row[4] for row in found], ["1.00", "4.00"])
        found = self.rows(row_of("deepwave", 0.5, right=False), row_of("c-omp", 2))
        self.assertEqual([row[0] for row in found], ["ladder", "Deepwave"])
        self.assertNotIn("0.5", "".join(found[1]))
        found = self.rows(row_of("c-omp", 2), row_of("c-simd", 1, right=False))
        self.assertEqual(found[0][1], "`c-omp`")

    def test_it_says_whether_a_second_run_gave_the_same_order(self):
        def said(*seconds):
            runs = [peers_page.Measured([row_of("c-omp", 2), row_of("deepwave", one)])
                    for one in seconds]
            return "\n".join(peers_page.orders({((0, 310, 8), "thesis"): runs}))

        self.assertIn("1 gave the same", said(3, 4))
        self.assertNotIn("Another", said(3, 4))
        self.assertIn("Another order, thesis: Deepwave and ladder", said(3, 1))
        self.assertNotIn("same", said(3))
        # not apart in the second run
        self.assertIn("1 gave the same", said(3, 1.9))

    def test_runs_on_some_of_the_cores_are_apart_from_runs_on_all(self):
        some = row_of("c-omp", 2)
        some["environment"]["affinity"] = 1
        names = [peers_page.device_of(one) for one in (row_of("c-omp", 2), some)]
        self.assertEqual(names, ["C, 2 cores", "C, 1 of 2 cores"])

    def test_few_samples_are_apart_where_all_are(self):
        few = row_of("c-omp", 2)
        few["summary"] = {"low_ns": None, "high_ns": None}
        few["samples"]["wall_ns"] = [3e9, 1e9, 2e9]
        self.assertEqual(peers_page.interval(few), (1e9, 3e9))

    def test_the_kept_page_is_what_the_records_give(self):
        folders = peers_page.kept_folders(SOURCE)
        if not folders:
            self.skipTest("no folder results/<machine>/<date>-peers-table is kept")
        self.assertEqual((SOURCE / "results/PEERS.md").read_text(),
                         peers_page.page(LADDER, folders))
