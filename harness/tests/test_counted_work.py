# label: cli
"""scripts/experiments/counted_work.py holds predicted bytes and instructions against those that the
profiler counts."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

import plotting

SCRIPT = plotting.SCRIPTS / "experiments/counted_work.py"
# Predicts 1000 B of memory, or what $CACHED says, 640 of the second-level cache and 50 instructions
# of each warp, for each --half-length.
LADDER = '''#!{python}
import json, os, sys
given = dict(word.lstrip("-").partition("=")[::2] for word in sys.argv[2:])
for half_length in given["half-length"].split(","):
    print(json.dumps({{"machine": "M", "stage": {{"name": given["stage"]}}, "hashes": {{}},
                      "launch": {{"asked": {{"planes": [64]}}}},
                      "case": {{"name": "c", "nz": 8, "nx": 8, "ny": 8,
                               "half_length": int(half_length), "steps": 9}},
                      "kernels": [{{"name": "march<2>", "launches": 1,
                                   "memory_bytes": int(os.environ["CACHED"] or 1000),
                                   "l2_bytes": 640, "instructions": 50}}]}}))
'''
# Counts in two launches of six warps; fails for the half-length in $BREAKS.
NCU = '''#!{python}
import os, pathlib, sys
words = sys.argv[sys.argv.index("--csv") + 2:]
with open(os.environ["ASKED"], "a") as file:
    print(*words, file=file)
if f"--half-length={{os.environ['BREAKS']}}" in words:
    sys.exit(9)
read = 1 if os.environ["CACHED"] else 100
print('"ID","Kernel Name","Block Size","Grid Size","Metric Name","Metric Value"')
for launch in range(2):
    for metric, value in (("dram__bytes_read.sum", 7 * read), ("dram__bytes_write.sum", read),
                          ("lts__t_sectors_srcunit_tex.sum", 25), ("sm__inst_executed.sum", 300)):
        print(f'"{{launch}}","void <unnamed>::march<(int)2>(Step)","(40, 1, 1)","(3, 1, 1)",'
              f'"{{metric}}","{{value}}"')
'''


class CountedWork(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name)
        for name, text in (("ladder", LADDER), ("ncu", NCU)):
            (self.path / name).write_text(text.format(python=sys.executable))
            (self.path / name).chmod(0o755)
        (self.path / "held_out.txt").write_text("# cells\n20 --case=c --grid=8 --nt=10 --dt=auto "
                                                "--half-length=1,4 --stage=march --planes=64\n")
        self.output = self.path / "counted.jsonl"

    def count(self, *stages, breaks="", cached=""):
        done = subprocess.run([sys.executable, SCRIPT, self.path, self.path, "some-gpu", *stages],
                              capture_output=True, text=True, timeout=60,
                              env={**os.environ, "PATH": f"{self.path}:{os.environ['PATH']}",
                                   "BREAKS": breaks, "CACHED": cached,
                                   "ASKED": str(self.path / "asked")})
        return done.returncode, done.stdout + done.stderr

    def cells(self):
        return [json.loads(line) for line in self.output.read_text().splitlines()]

    def test_both_numbers_of_each_quantity_are_kept(self):
        code, words = self.count()
        self.assertEqual(code, 0, words)
        for cell in self.cells():
            self.assertEqual(cell["memory"], {"predicted": 1000, "counted": 800})
            self.assertEqual(cell["second-level cache"], {"predicted": 640, "counted": 25 * 32})
            # Blocks of 40 threads have two warps, of which one is nearly empty.
            self.assertEqual(cell["instructions"], {"predicted": 50 * 3 * 2, "counted": 300})

    def test_the_error_is_given_by_quantity_and_stage(self):
        _, words = self.count()
        memory = words[words.index("memory\n"):words.index("second-level cache")]
        self.assertRegex(memory, r"march +2 +25\.0% +25\.0% +25\.0% +\+25\.0%")
        self.assertIn("+25.0 %  march c 8x8x8, half-length 4 planes=64", memory)

    def test_a_cell_is_run_alone_with_few_steps(self):
        self.count()
        self.assertEqual((self.path / "asked").read_text().splitlines(), [
            f"worker --once --stage=march --case=c --grid=8 --dt=auto --nt=5 --half-length={m} "
            "--planes=64" for m in (1, 4)])

    def test_a_cell_that_fails_is_reported_and_the_others_are_counted(self):
        code, words = self.count(breaks="1")
        self.assertEqual(code, 9)
        self.assertIn("half-length 1", words)
        self.assertEqual([cell["case"]["half_length"] for cell in self.cells()], [4])

    def test_nothing_is_replaced(self):
        self.output.write_text("mine")
        code, _ = self.count()
        self.assertEqual((code, self.output.read_text()), (7, "mine"))

    def test_stages_may_be_chosen(self):
        code, words = self.count("wide")
        self.assertEqual(code, 2)
        self.assertIn("no cell of wide", words)
        self.assertFalse(self.output.exists())

    def test_what_a_cache_holds_has_no_error_of_memory(self):
        # bytes, as were counted: 1 % of the 800 that the cache gave
        code, words = self.count(cached="8")
        self.assertEqual(code, 0, words)
        self.assertRegex(words, r"memory\n.*\n  all +0, as the cache holds the grids of 2")
        self.assertEqual([cell["memory"]["counted"] for cell in self.cells()], [8, 8])

    def test_memory_that_was_predicted_where_the_cache_holds_all_is_an_error(self):
        _, words = self.count(cached="1000")
        self.assertRegex(words, r"memory\n.*\n  all +2 12400\.0%")


if __name__ == "__main__":
    unittest.main()
