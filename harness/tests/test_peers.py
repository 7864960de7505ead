# label: cli
"""scripts/peers: what needs neither the network nor the peers themselves."""

import contextlib
import io
import pathlib
import struct
import sys
import tempfile
import unittest

from missing import lacks
from source_tree import SOURCE, execute

PEERS = SOURCE / "scripts" / "peers"


class Gathers(unittest.TestCase):
    def setUp(self):
        if lacks("numpy"):
            self.skipTest(lacks("numpy"))
        from side_by_side import read_su
        self.read = read_su

    def su(self, traces, cut=0):
        with tempfile.NamedTemporaryFile(suffix=".su") as file:
            for trace in traces:
                head = bytearray(240)
                head[114:116] = struct.pack("<H", len(trace))
                file.write(head + struct.pack(f"<{len(trace)}f", *trace))
            file.truncate(file.tell() - cut)
            file.flush()
            return self.read(pathlib.Path(file.name))

    def test_su_is_read_by_traces(self):
        self.assertEqual(self.su([[1, 2, 3], [4, 5, 6]]).tolist(), [[1, 2, 3], [4, 5, 6]])

    def test_su_that_is_cut_short_is_refused(self):
        with self.assertRaises(ValueError):
            self.su([[1, 2, 3], [4, 5, 6]], cut=1)


def record(times, passed=True):
    from plots.records import Record
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
        with tempfile.TemporaryDirectory() as folder:
            program = pathlib.Path(folder) / "ladder"
            program.write_text(self.LADDER % code)
            program.chmod(0o755)
            with contextlib.redirect_stderr(io.StringIO()) as said:
                records, skipped = measured(program, "thesis", ("fused", "persistent"), 3,
                                            pathlib.Path(folder) / "records.jsonl")
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
    def command(self, *words):
        return execute(sys.executable, "-B", *map(str, words))

    def test_an_unknown_case_is_a_wrong_command(self):
        for words in (("out", "--only=nowhere"), ("out", "--programs=nowhere")):
            with self.subTest(words):
                done = self.command(PEERS / "table", *words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn("nowhere", done.stderr)

    def test_without_a_build_it_says_what_to_run(self):
        with tempfile.TemporaryDirectory() as folder:
            for words in ((folder,), ("--page",)):
                with self.subTest(words):
                    done = self.command(PEERS / "table", *words,
                                        "--ladder=/nonexistent/ladder")
                    self.assertEqual(done.returncode, 6)
                    self.assertIn("scripts/ladder", done.stderr)

    def test_a_program_that_is_missing_is_named_with_how_to_get_it(self):
        # Without the folder of packages none is there, whatever this machine has.
        done = self.command("-S", "-c", f"""import sys
sys.path[:0] = {[str(PEERS)]}
import peer_programs
for program in peer_programs.ALL: print(program.name, program.lacks("cuda"))""")
        self.assertEqual(done.returncode, 0, done.stderr)
        found = dict(line.split(" ", 1) for line in done.stdout.splitlines())
        self.assertEqual(set(found), {"devito", "deepwave", "simwave", "sweep", "torch"})
        for name in ("deepwave", "sweep", "torch"):
            self.assertIn("pip install", found[name])
        self.assertIn("nvc", found["devito"])
